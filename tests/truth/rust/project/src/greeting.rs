/// Greets by name.
pub fn compose_greeting(name: &str) -> String {
    format!("hello {name}")
}
