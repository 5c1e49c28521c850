pub fn another() -> String {
    crate::greeting::compose_greeting("another")
}
