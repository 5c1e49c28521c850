//! The built-in adapters as committed components, with their manifest.
