//! The adapter contract as plain Rust: one trait per hook group, and the values that cross it.
