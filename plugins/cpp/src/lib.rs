//! The built-in cpp adapter.
