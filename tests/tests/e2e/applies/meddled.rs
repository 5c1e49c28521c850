//! Somebody edits a file of a rename that died half way: what they wrote survives recovery, and
//! the rest is brought to the end that fits it.

use deixis_tests::client::Deixis;
use deixis_tests::scripted::Scripted;
use deixis_tests::strace::{self, Strace};
use serde_json::{Value, json};

use super::many::{Many, NAMES, begin, preview};

const FILES: usize = 12;
/// How many of them were replaced when the host died.
const REPLACED: usize = 6;

/// What somebody writes.
const THEIRS: &str = "// mine now\n";

/// Kills a host in the middle of a rename. Gives the files in the order in which it replaces them.
fn die(many: &Many, script: &Scripted) -> Vec<usize> {
    let mut dying = many.start(script);
    let shown = dying.call("preview_rename", &json!({"path": "f0.toy:1:4", "newName": NAMES[1]}));
    let kill = format!("renameat2:signal=KILL:when={}", REPLACED + 1);
    let strace = Strace::attach(dying.pid(), &[&kill]);
    let applied = begin(&mut dying, &super::id(&shown));
    assert!(dying.finish_or_die(applied).is_none(), "it lives");
    drop(strace);
    dying.assert_gone("killed in the middle");
    let files = shown.structured()["files"].as_array().expect("files");
    let number = |file: &Value| (0..FILES).find(|number| file["path"] == Many::path(*number));
    files.iter().map(|file| number(file).expect("a file of ours")).collect()
}

/// Somebody writes to those that come at these places of the order.
fn meddle(many: &Many, order: &[usize], places: &[usize]) {
    for place in places {
        std::fs::write(many.file(order[*place]), THEIRS).expect("their text");
    }
}

/// What somebody wrote is there, and all other files have this name. There is nothing else.
fn check_files(many: &Many, order: &[usize], edited: &[usize], name: &str) {
    let context = format!("edited {edited:?}");
    for (place, number) in order.iter().enumerate() {
        let text = std::fs::read_to_string(many.file(*number)).expect("a file");
        let theirs = edited.contains(&place);
        let expected = if theirs { THEIRS.to_owned() } else { many.text(*number, name) };
        assert_eq!(text, expected, "{context}: {number}");
    }
    assert_eq!(many.all_files().len(), FILES, "{context}: {:?}", many.all_files());
}

/// The status says that old bytes are kept.
fn check_kept(deixis: &mut Deixis, many: &Many) {
    let status = deixis.call("deixis_server_status", &json!({}));
    let unsettled = status.structured()["unsettled"].as_array().map_or(0, Vec::len);
    assert_eq!(unsettled, 1, "{}", status.0);
    assert!(status.text().contains("is kept"), "{}", status.text());
    assert!(many.journals()[0].ends_with(".kept"), "{:?}", many.journals());
}

#[test]
fn what_can_follow_follows_and_the_log_names_what_was_left_alone() {
    if !strace::there("applies::meddled::what_can_follow_follows") {
        return;
    }
    // On top of an old text: their file was never replaced, and the others go back. On top of
    // a new one: the others follow it.
    let rows = [(REPLACED + 2, NAMES[0], "was undone"), (1, NAMES[1], "was completed")];
    for (edited, name, how) in rows {
        let many = Many::new(FILES, 5);
        let script = Scripted::new("").forgiving();
        let order = die(&many, &script);
        meddle(&many, &order, &[edited]);
        let mut deixis = many.prepare(&script).traced(10_000).start();
        let status = deixis.call("deixis_server_status", &json!({}));
        assert_eq!(status.structured().get("unsettled"), None, "{}", status.0);
        check_files(&many, &order, &[edited], name);
        assert_eq!(many.journals(), Vec::<String>::new());
        let log = deixis.log();
        drop(deixis);
        let (log, path) = (log.whole(), Many::path(order[edited]));
        let said = log.lines().any(|line| line.contains(how) && line.contains(&path));
        assert!(said, "{how}: the log does not name {path}");
    }
}

#[test]
fn what_cannot_be_settled_is_kept_and_said_and_in_nobodys_way() {
    if !strace::there("applies::meddled::what_cannot_be_settled_is_kept") {
        return;
    }
    let edited = [1, REPLACED + 2];
    let many = Many::new(FILES, 5);
    let script = Scripted::new("").forgiving();
    let order = die(&many, &script);
    meddle(&many, &order, &edited);
    let mut deixis = many.start(&script);
    check_kept(&mut deixis, &many);
    check_files(&many, &order, &edited, NAMES[0]);
    drop(deixis);
    // Whoever comes later says it again.
    let mut again = many.start(&script);
    check_kept(&mut again, &many);
    let id = preview(&mut again, NAMES[2]);
    let applied = begin(&mut again, &id);
    let answer = again.finish(applied);
    assert!(!answer.is_error(), "{}", answer.0);
    check_files(&many, &order, &edited, NAMES[2]);
    check_kept(&mut again, &many);
}

#[test]
fn what_another_hosts_rename_settles_is_said_by_that_host() {
    if !strace::there("applies::meddled::what_another_hosts_rename_settles") {
        return;
    }
    let edited = [1, REPLACED + 2];
    let many = Many::new(FILES, 5);
    let scripts = [Scripted::new(""), Scripted::new("").forgiving()];
    let mut living = many.start(&scripts[0]);
    let id = preview(&mut living, NAMES[2]);
    let order = die(&many, &scripts[1]);
    meddle(&many, &order, &edited);
    // The first that it hears of all this is that it shall rename.
    let applied = begin(&mut living, &id);
    let answer = living.finish(applied);
    assert_eq!(answer.error_code(), "edit_conflict", "{}", answer.0);
    check_files(&many, &order, &edited, NAMES[0]);
    check_kept(&mut living, &many);
}
