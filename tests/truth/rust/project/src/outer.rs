pub fn outer() -> usize {
    super::greeting::compose_greeting("é").len()
}
