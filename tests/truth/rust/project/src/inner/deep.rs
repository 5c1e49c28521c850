pub fn deep() -> Vec<String> {
    ["x", "y"].iter().map(|n| crate::greeting::compose_greeting(n)).collect()
}
