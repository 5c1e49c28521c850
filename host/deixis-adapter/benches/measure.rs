//! Placeholder while the crate is being laid out.
fn main() {}
