/// Greets by name.
pub fn compose_greeting(name: &str, mark: char) -> String {
    format!("hello {name}{mark}")
}
