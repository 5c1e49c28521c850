#[test]
fn greets() {
    assert_eq!(sample::greeting::compose_greeting("t"), "hello t");
}
