//! The built-in go adapter.
