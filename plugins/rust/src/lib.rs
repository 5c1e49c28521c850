//! The built-in rust adapter.
