//! The project: files that keep their first line, and files that come and go.

use std::io::Write as _;

use deixis_tests::client::Deixis;
use deixis_tests::project::Project;
use serde_json::json;

use crate::dice::Dice;

/// Files that are always there; each declares a word of its own on its first line.
pub(crate) const STABLE: u64 = 24;

/// Files that come and go.
const PASSING: u64 = 12;

/// Most lines below the first.
const LINES: u64 = 40;

/// Tries until a server that misbehaves gives an answer.
const TRIES: usize = 50;

/// The word that a file declares.
pub(crate) fn word(number: u64) -> String {
    format!("word{number}x")
}

/// The name of a file that may not be there.
pub(crate) fn passing(dice: &mut Dice) -> String {
    format!("p{}.toy", dice.below(PASSING))
}

/// Writes the files that stay.
pub(crate) fn make(project: &Project) {
    for number in 0..STABLE {
        let other = word((number + 1) % STABLE);
        project.write(&format!("f{number}.toy"), &format!("fn {}\n{other}\n", word(number)));
    }
}

/// Changes, replaces, adds or removes one file. The first line of a stable file is there
/// at any moment, so that a call about it is right whenever the host looks.
pub(crate) fn change(project: &Project, dice: &mut Dice) {
    let number = dice.below(STABLE);
    let stable = project.root().join(format!("f{number}.toy"));
    match dice.below(4) {
        0 => {
            let mut file = std::fs::File::options().append(true).open(stable).expect("the file");
            let line = format!("{}\n", word(dice.below(STABLE)));
            file.write_all(line.as_bytes()).expect("one more line");
        }
        1 => {
            // As formatters and editors do it: a new file in the place of the old one.
            project.write("beside.part", &text(number, dice));
            std::fs::rename(project.root().join("beside.part"), stable).expect("a rename");
        }
        2 => project.write(&passing(dice), &format!("{} greet\n", word(number))),
        _ => drop(std::fs::remove_file(project.root().join(passing(dice)))),
    }
}

fn text(number: u64, dice: &mut Dice) -> String {
    let mut text = format!("fn {}\n", word(number));
    for _ in 0..dice.below(LINES) {
        text.push_str(&format!("  é🦀 {} \n", word(dice.below(STABLE))));
    }
    text
}

/// After everything, answers are about the files as they are.
pub(crate) fn check(deixis: &mut Deixis, project: &Project) {
    for number in 0..STABLE {
        let expected = project.occurrences(&word(number), &[".toy"]);
        let arguments = json!({
            "path": format!("f{number}.toy:1:4"), "includeDeclaration": true, "limit": 500,
        });
        let mut answers = (0..TRIES).map(|_| deixis.call("references", &arguments));
        let answer = answers.find(|answer| !answer.is_error()).expect("an answer in the end");
        assert_eq!(answer.places("locations"), expected, "f{number}.toy: {}", answer.text());
    }
}
