//! Two agents that rename the same symbol: one of them does.

use std::os::unix::fs::symlink;

use deixis_tests::answer::Answer;
use deixis_tests::scripted::Scripted;

use super::many::{Many, NAMES, begin, preview};

/// Times that both try.
const ROUNDS: usize = 6;

/// The two names that are not there.
fn others(name: &str) -> [&'static str; 2] {
    let mut rest = NAMES.into_iter().filter(|other| *other != name);
    [rest.next().expect("a name"), rest.next().expect("another")]
}

/// Of two who tried at once one won, and the project is as the winner wanted.
fn check_one_won(many: &Many, answers: [Answer; 2], wanted: [&str; 2], context: &str) {
    let [one, other] = answers;
    let (loser, wanted) = match (one.is_error(), other.is_error()) {
        (false, true) => (other, wanted[0]),
        (true, false) => (one, wanted[1]),
        _ => panic!("{context}: not exactly one won: {} {}", one.0, other.0),
    };
    assert_eq!(loser.error_code(), "edit_conflict", "{context}: {}", loser.0);
    assert_eq!(many.settled_name(context), wanted, "{context}");
}

#[test]
fn of_two_hosts_one_wins() {
    let many = Many::new(12, 20);
    let scripts = [Scripted::new(""), Scripted::new("")];
    let mut hosts = scripts.each_ref().map(|script| many.start(script));
    for round in 0..ROUNDS {
        let context = format!("round {round}");
        let wanted = others(many.name(&context));
        let ids = [0, 1].map(|host| preview(&mut hosts[host], wanted[host]));
        // Either may be the first to be asked.
        let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        let mut applied = [0; 2];
        for host in order {
            applied[host] = begin(&mut hosts[host], &ids[host]);
        }
        let answers = [0, 1].map(|host| hosts[host].finish(applied[host]));
        check_one_won(&many, answers, wanted, &context);
        for host in &mut hosts {
            many.check_call(host, &context);
        }
    }
}

#[test]
fn of_two_previews_of_one_host_one_wins() {
    let many = Many::new(12, 20);
    let script = Scripted::new("");
    let mut deixis = many.start(&script);
    for round in 0..ROUNDS {
        let context = format!("round {round}");
        let wanted = others(many.name(&context));
        let ids = wanted.map(|name| preview(&mut deixis, name));
        let applied = ids.map(|id| begin(&mut deixis, &id));
        let answers = applied.map(|id| deixis.finish(id));
        check_one_won(&many, answers, wanted, &context);
        many.check_call(&mut deixis, &context);
    }
}

/// What somebody does to one file between the preview and the apply, and puts right again.
type Deed = fn(&Many, usize);

#[test]
fn whatever_happens_to_a_file_in_between_is_a_conflict_and_nothing_is_changed() {
    let deeds: [(&str, Deed); 5] = [
        ("grown", |many, number| {
            std::fs::write(many.file(number), format!("{}!", many.text(number, NAMES[0])))
                .expect("a longer file");
        }),
        ("emptied", |many, number| std::fs::write(many.file(number), "").expect("an empty file")),
        ("removed", |many, number| std::fs::remove_file(many.file(number)).expect("removed")),
        ("replaced by a folder", |many, number| {
            std::fs::remove_file(many.file(number)).expect("removed");
            std::fs::create_dir(many.file(number)).expect("a folder");
        }),
        ("replaced by a link", |many, number| {
            let aside = many.project.outside().join("aside.toy");
            std::fs::rename(many.file(number), &aside).expect("moved");
            symlink(&aside, many.file(number)).expect("a link");
        }),
    ];
    for (what, deed) in deeds {
        // The first, one in the middle, the last.
        for number in [0, 3, 7] {
            let context = format!("file {number} {what}");
            let many = Many::new(8, 3);
            let script = Scripted::new("");
            let mut deixis = many.start(&script);
            let id = preview(&mut deixis, NAMES[1]);
            deed(&many, number);
            let before = many.all_files();
            let applied = begin(&mut deixis, &id);
            let answer = deixis.finish(applied);
            assert_eq!(answer.error_code(), "edit_conflict", "{context}: {}", answer.0);
            assert_eq!(answer.error()["path"], Many::path(number), "{context}");
            assert_eq!(many.all_files(), before, "{context}");
            assert_eq!(many.journals(), Vec::<String>::new(), "{context}");
            for other in (0..8).filter(|other| *other != number) {
                let text = std::fs::read_to_string(many.file(other)).expect("a file");
                assert_eq!(text, many.text(other, NAMES[0]), "{context}: {other}");
            }
        }
    }
}

#[test]
fn a_folder_in_which_nothing_may_be_written_keeps_its_files_and_those_elsewhere() {
    use std::os::unix::fs::PermissionsExt as _;
    let name = "applies::agents::a_folder_in_which_nothing_may_be_written";
    let many = Many::new(8, 3);
    let script = Scripted::new("");
    let mut deixis = many.start(&script);
    let id = preview(&mut deixis, NAMES[1]);
    let folder = many.project.root().join("src");
    let mode = |mode| std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode));
    mode(0o555).expect("a mode");
    if std::fs::write(folder.join("probe"), "").is_ok() {
        eprintln!("{name} is skipped: this user may write everywhere");
        std::fs::remove_file(folder.join("probe")).expect("removed");
        return;
    }
    let applied = begin(&mut deixis, &id);
    let answer = deixis.finish(applied);
    mode(0o755).expect("a mode");
    assert_eq!(answer.error_code(), "edit_application_failed", "{}", answer.0);
    assert_eq!(many.settled_name("read-only folder"), NAMES[0]);
}
