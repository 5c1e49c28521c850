//! The built-in typescript adapter.
