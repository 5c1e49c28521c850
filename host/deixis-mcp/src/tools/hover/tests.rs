use deixis_engine::answer::{Answer, Hover};
use serde_json::Value;

use super::render;
use crate::fixtures::{busy, check_golden, range, ready, settled, with_state};
use crate::render::Rendered;

const ASKED: &str = "`run` on line 12 of src/a.rs";

fn check(name: &str, answer: &Answer<Option<Hover>>) {
    check_golden(&format!("hover/{name}"), &render(answer, ASKED));
}

fn hover(contents: &str) -> Option<Hover> {
    Some(Hover { contents: contents.to_owned(), range: Some(range([11, 4, 11, 7])) })
}

#[test]
fn contents_are_markdown() {
    check("some", &settled(hover("```rust\nfn run(path: &str) -> u8\n```\n\nRuns it.")));
    check("no_range", &settled(Some(Hover { contents: "`x`".to_owned(), range: None })));
}

#[test]
fn nothing_says_what_was_asked_of_whom() {
    check("empty", &with_state(None, ready()));
    check("busy", &with_state(None, busy()));
}

fn contents(rendered: &Rendered) -> &str {
    rendered.structured["contents"].as_str().expect("contents")
}

#[test]
fn large_contents_are_cut_at_a_line_end_and_say_so() {
    let line = "a line of documentation\n";
    let whole = format!("```rust\n{}```", line.repeat(150_000));
    let rendered = render(&settled(hover(&whole)), ASKED);
    let contents = contents(&rendered);
    assert!(contents.len() <= 8_200, "{} bytes", contents.len());
    let (kept, note) = contents.rsplit_once("\n\n").expect("a note");
    assert_eq!(note, format!("[cut: {} of {} bytes shown]", kept.len() - 4, whole.len()));
    assert!(kept.ends_with("a line of documentation\n```"), "{kept}");
    assert!(rendered.text.contains(contents));
}

#[test]
fn secrets_never_reach_either_side_of_the_cut() {
    let secret = format!("{}{}", "glpat-", "aB3dE5fG7hJ9kL1mN3pQ");
    let key = format!(
        "-----BEGIN {0} KEY-----\n{1}\n-----END {0} KEY-----",
        "PRIVATE",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB\n".repeat(30)
    );
    let contents =
        format!("token {secret}\n{}\n{key}\n{}", "x\n".repeat(3_600), "y\n".repeat(9_000));
    let rendered = render(&settled(hover(&contents)), ASKED);
    let all = format!("{}{}", rendered.text, Value::Object(rendered.structured));
    assert!(!all.contains("aB3dE5fG"), "the token");
    assert!(!all.contains("MIIEvQIB"), "the key");
    assert!(all.contains("[redacted:"));
}
