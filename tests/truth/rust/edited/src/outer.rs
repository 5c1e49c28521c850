// One line more, and one use.
pub fn outer() -> usize {
    super::greeting::compose_greeting("é").len() + super::greeting::compose_greeting("è").len()
}
