//! Bad files, and exactly what is said about each.
//!
//! `bad_files.txt` holds the cases: a title after `=====`, the file, `-----`,
//! and the message. To write the messages anew, set `DEIXIS_BLESS` and read the
//! difference.

use deixis_config::Config;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const BUILT_IN: &[&str] = &["rust", "cpp", "go"];

#[test]
fn every_mistake_is_said() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/bad_files.txt");
    let expected = std::fs::read_to_string(&path).expect("the cases are readable");
    let mut found = String::new();
    for case in expected.split("===== ").skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (text, _) = rest.split_once("-----\n").expect("a file and its message");
        let parsed = Config::parse(text, Path::new("c.toml"), BUILT_IN);
        let mistakes = parsed.expect_err(title);
        write!(found, "===== {title}\n{text}-----\n{mistakes}\n").expect("strings grow");
    }
    if std::env::var_os("DEIXIS_BLESS").is_some() {
        std::fs::write(&path, &found).expect("the cases are writable");
    }
    assert_eq!(found, expected);
}

/// Every beginning of every case, and every case with one character missing.
#[test]
fn whatever_the_text_something_sensible_is_said() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/bad_files.txt");
    let cases = std::fs::read_to_string(&path).expect("the cases are readable");
    let mut refused = 0;
    for case in cases.split("===== ").skip(1) {
        let (text, _) = case.split_once("-----\n").expect("a file and its message");
        for (at, one) in text.char_indices() {
            let without = format!("{}{}", &text[..at], &text[at + one.len_utf8()..]);
            for text in [&text[..at], &without] {
                let lines = text.lines().count().max(1);
                let Err(mistakes) = Config::parse(text, Path::new("c.toml"), BUILT_IN) else {
                    continue;
                };
                refused += 1;
                assert!(!mistakes.list.is_empty(), "{text}");
                for mistake in &mistakes.list {
                    assert!((1..=lines).contains(&mistake.line), "{mistake} in {text}");
                    assert!(!mistake.example.is_empty(), "{mistake} in {text}");
                }
            }
        }
    }
    assert!(refused > 1000, "the cases are there");
}
