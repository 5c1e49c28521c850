pub fn odd() -> String {
    crate::greeting::compose_greeting("odd")
}
