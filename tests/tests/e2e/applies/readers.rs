//! Who asks while files are being replaced is answered about one state of the project: before,
//! or after, and never in between.

use deixis_tests::answer::Answer;
use deixis_tests::client::Deixis;
use deixis_tests::scripted::Scripted;
use deixis_tests::strace::{self, Strace};

use super::many::{Many, NAMES, begin, other, preview};

/// Files that are replaced.
const FILES: usize = 40;
/// Questions that are asked meanwhile.
const QUESTIONS: usize = 50;
/// How often that happens.
const ROUNDS: usize = 6;

/// Asks for the old name and the new one in turn, without waiting.
fn burst(deixis: &mut Deixis, count: usize) -> Vec<(&'static str, u64)> {
    let ask = |number: usize| {
        let name = NAMES[number % 2];
        (name, Many::ask(deixis, name))
    };
    (0..count).map(ask).collect()
}

/// Every answer is about one whole state. Gives how many were about that with this name.
fn check(many: &Many, answers: &[(&'static str, Answer)], name: &str, context: &str) -> usize {
    let state = |(asked, answer): &(&'static str, Answer)| {
        let context = format!("{context}: {asked}");
        if many.has(answer, asked, &context) { *asked } else { other(asked) }
    };
    answers.iter().map(state).filter(|state| *state == name).count()
}

/// Renames again and again while others ask: by the host that renames, or by another one.
fn rename_under_questions(in_one_host: bool) {
    let many = Many::new(FILES, 20);
    let scripts = [Scripted::new(""), Scripted::new("")];
    let mut maker = many.start(&scripts[0]);
    let mut reader = (!in_one_host).then(|| many.start(&scripts[1]));
    if let Some(reader) = &mut reader {
        many.check_call(reader, "at first");
    }
    let (mut old, mut new) = (0, 0);
    for round in 0..ROUNDS {
        let context = format!("in one host: {in_one_host}, round {round}");
        let before = many.name(&context);
        let id = preview(&mut maker, other(before));
        let applied = begin(&mut maker, &id);
        let asked = burst(reader.as_mut().unwrap_or(&mut maker), QUESTIONS);
        let finish = |(name, id)| (name, reader.as_mut().unwrap_or(&mut maker).finish(id));
        let answers: Vec<_> = asked.into_iter().map(finish).collect();
        let made = maker.finish(applied);
        assert!(!made.is_error(), "{context}: {}", made.0);
        let about_old = check(&many, &answers, before, &context);
        old += about_old;
        new += answers.len() - about_old;
        // What is asked after it is about what is there after it.
        let after = many.check_call(reader.as_mut().unwrap_or(&mut maker), &context);
        assert_eq!(after, other(before), "{context}");
    }
    eprintln!("in one host: {in_one_host}: {old} answers about before, {new} about after");
}

#[test]
fn questions_to_the_host_that_renames_are_about_one_state() {
    rename_under_questions(true);
}

#[test]
fn questions_to_another_host_are_about_one_state() {
    rename_under_questions(false);
}

/// A change that takes long: questions come before it, while files are being replaced, and after.
#[test]
fn questions_during_a_slow_change_wait_for_its_end() {
    if !strace::there("applies::readers::questions_during_a_slow_change_wait_for_its_end") {
        return;
    }
    let many = Many::new(12, 20);
    let scripts = [Scripted::new(""), Scripted::new("")];
    let mut maker = many.start(&scripts[0]);
    let mut reader = many.start(&scripts[1]);
    many.check_call(&mut reader, "at first");
    for host in ["another", "the same"] {
        let before = many.name(host);
        let id = preview(&mut maker, other(before));
        // Each replacement takes 30 ms, so that whoever reads meanwhile sees a mixture.
        let slow = Strace::attach(maker.pid(), &["renameat2:delay_enter=30000"]);
        let applied = begin(&mut maker, &id);
        let mut answers = Vec::new();
        let same = host == "the same";
        while std::fs::read_to_string(many.file(11)).expect("a file") == many.text(11, before) {
            for (name, id) in burst(if same { &mut maker } else { &mut reader }, 2) {
                let answer = if same { maker.finish(id) } else { reader.finish(id) };
                answers.push((name, answer));
            }
        }
        assert!(!maker.finish(applied).is_error());
        drop(slow);
        let old = check(&many, &answers, before, host);
        eprintln!("{host} host: {} answers, {old} about before", answers.len());
        let asker = if same { &mut maker } else { &mut reader };
        assert_eq!(many.check_call(asker, host), other(before));
    }
}

#[test]
fn a_host_that_dies_in_the_middle_is_settled_by_the_one_that_lives() {
    if !strace::there("applies::readers::a_host_that_dies_in_the_middle") {
        return;
    }
    let many = Many::new(12, 20);
    // A killed server cannot be told good-bye.
    let scripts = [Scripted::new(""), Scripted::new("").forgiving()];
    let mut living = many.start(&scripts[0]);
    many.check_call(&mut living, "at first");
    for when in [1, 2, 6, 11, 12] {
        let context = format!("killed at replacement {when}");
        let mut dying = many.start(&scripts[1]);
        let before = many.name(&context);
        let id = preview(&mut dying, other(before));
        let kill = format!("renameat2:signal=KILL:when={when}");
        let strace = Strace::attach(dying.pid(), &[&kill]);
        let applied = begin(&mut dying, &id);
        // Some are asked before, some while it dies, some after.
        let asked = burst(&mut living, 10);
        assert!(dying.finish_or_die(applied).is_none(), "{context}: it lives");
        drop(strace);
        let later = burst(&mut living, 10);
        let finish = |(name, id)| (name, living.finish(id));
        let answers: Vec<_> = asked.into_iter().chain(later).map(finish).collect();
        assert_eq!(check(&many, &answers, before, &context), answers.len(), "{context}");
        assert_eq!(many.check_call(&mut living, &context), before, "{context}");
        dying.assert_gone(&context);
    }
}
