//! The built-in python adapter.
