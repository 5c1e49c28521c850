pub fn outer() -> usize {
    super::greeting::compose_greeting("é").len()
}

pub fn wrong() -> usize {
    nobody_declares_this()
}
