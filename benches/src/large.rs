//! What is large: files, answers, numbers of calls and of files in a project.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use deixis_tests::config::{self, Config};
use deixis_tests::project::Project;
use deixis_tests::start::Start;
use serde_json::json;

use crate::direct::Direct;
use crate::through::Through;
use crate::{Outcome, SCRIPT, median, row};

/// Places in the large answer.
const REFERENCES: usize = 5_000;
/// Times that it is asked for, each way.
const ASKED: usize = 40;
/// Most that the first page of it may cost, in full answers read directly.
const MAX_PAGE_RATIO: f64 = 3.0;

/// Bytes of the large file.
const FILE: usize = 2 << 20;
/// Most that a hover in it may cost, in hovers in a small one.
const MAX_FILE_RATIO: f64 = 1.5;

/// Calls that are sent at once.
const FLOOD: usize = 2_000;

/// Files of the large project.
const FILES: usize = 10_000;
/// Most that a hover there may cost, in hovers in a small one.
const MAX_FILES_RATIO: f64 = 1.5;

/// Rounds of hovers in turns, and hovers in a round.
const ROUNDS: usize = 30;
/// See [`ROUNDS`].
const HOVERS: usize = 50;

/// Measures everything; whether all ratios hold.
pub(crate) fn measure() -> Outcome<bool> {
    let mut good = references()?;
    good &= beside_small("in a file of 2 MB", MAX_FILE_RATIO, |project| {
        let line = "let x = greet(); // filler\n";
        project.write("a.toy", &format!("fn greet()\n{}", line.repeat(FILE / line.len())));
    })?;
    good &= beside_small("among 10,000 files", MAX_FILES_RATIO, |project| {
        project.write("a.toy", "fn greet()\n");
        for number in 0..FILES {
            project.write(&format!("d{}/f{number}.toy", number / 100), "greet\n");
        }
    })?;
    Ok(good)
}

/// A project with its host.
struct Asked {
    through: Through,
    _project: Project,
}

impl Asked {
    fn start(fill: impl FnOnce(&Project)) -> Outcome<Self> {
        let project = Project::new();
        fill(&project);
        let script = project.outside().join("script.toml");
        std::fs::write(&script, format!("{SCRIPT}[server]\nwatch = [\"**/*.toy\"]\n"))?;
        let through = Through::start(project.root(), &script)?;
        Ok(Self { through, _project: project })
    }
}

/// Warm hovers in a large project and in a small one, in turns; whether the ratio of the
/// quiet rounds holds.
fn beside_small(name: &str, most: f64, fill: impl FnOnce(&Project)) -> Outcome<bool> {
    let mut small = Asked::start(|project| project.write("a.toy", "fn greet()\n"))?;
    let mut large = Asked::start(fill)?;
    // Until a file has been at rest for two seconds it is read again each time; what is
    // measured is what comes after.
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(2_500) {
        small.through.hovers(50)?;
        large.through.hovers(50)?;
    }
    let (mut all_small, mut all_large, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut one = small.through.hovers(HOVERS)?;
        let mut other = large.through.hovers(HOVERS)?;
        ratios.push(median(&mut other).as_secs_f64() / median(&mut one).as_secs_f64());
        all_small.append(&mut one);
        all_large.append(&mut other);
    }
    small.through.stop()?;
    large.through.stop()?;
    row("a warm hover in a small file, beside it", &mut all_small);
    row(&format!("a warm hover {name}"), &mut all_large);
    ratios.sort_unstable_by(f64::total_cmp);
    let quiet = ratios[ratios.len() / 4];
    println!("{name}: {quiet:.2} of a hover in a small file, at most {most} are allowed");
    Ok(quiet <= most)
}

/// The first page of a large answer against the whole of it, read directly.
fn references() -> Outcome<bool> {
    let project = Project::new();
    project.write("a.toy", &"let x = greet(); // and more\n".repeat(REFERENCES));
    let uri = format!("file://{}/a.toy", project.root().display());
    let mut answer = String::from("[");
    for line in 0..REFERENCES {
        let comma = if line == 0 { "" } else { "," };
        let _ = write!(
            answer,
            r#"{comma}{{"uri":"{uri}","range":{{"start":{{"line":{line},"character":8}},"end":{{"line":{line},"character":13}}}}}}"#
        );
    }
    answer.push(']');
    let prepared = project.outside().join("references.json");
    std::fs::write(&prepared, answer)?;
    let me = std::env::current_exe()?;
    let arguments = vec!["--instant".to_owned(), prepared.to_string_lossy().into_owned()];

    let mut direct = Direct::spawn(&me, &arguments, project.root(), "a.toy")?;
    let config = Config::new()
        .set("servers.toy.command", me.to_string_lossy().into_owned())
        .set("servers.toy.args", arguments)
        .set("servers.toy.file_extensions", config::routes(&[(".toy", "toy")]));
    let mut through = Through::start_with(&Start::new(project.root(), config))?;
    let params = json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8},
                        "context": {"includeDeclaration": true}});
    let arguments = json!({"path": "a.toy:1:9", "includeDeclaration": true});
    let (mut whole, mut page) = (Vec::new(), Vec::new());
    for _ in 0..ASKED {
        let begun = Instant::now();
        let answer = direct.ask("textDocument/references", &params)?;
        whole.push(begun.elapsed());
        let begun = Instant::now();
        let paged = through.call("references", &arguments)?;
        page.push(begun.elapsed());
        let total = &paged["result"]["structuredContent"]["pagination"]["total"];
        if answer["result"].as_array().map(Vec::len) != Some(REFERENCES) || *total != REFERENCES {
            return Err(format!("not all references: {total}").into());
        }
    }
    direct.stop()?;
    through.stop()?;
    row("5,000 references, read directly", &mut whole);
    row("5,000 references, the first page", &mut page);
    let ratio = median(&mut page).as_secs_f64() / median(&mut whole).as_secs_f64();
    println!("the first page costs {ratio:.2} full answers, at most {MAX_PAGE_RATIO} are allowed");
    Ok(ratio <= MAX_PAGE_RATIO)
}

/// Many hovers at once, through the default concurrency; what they cost together, and what
/// the host holds afterwards.
pub(crate) fn flood() -> Outcome<()> {
    let project = Project::new().file("a.toy", "fn greet()\n");
    let script = project.outside().join("script.toml");
    std::fs::write(&script, SCRIPT)?;
    let mut through = Through::start(project.root(), &script)?;
    through.hovers(100)?;
    let before = through.resident_kib();
    let took = through.flood(FLOOD)?;
    let rate = f64::from(u32::try_from(FLOOD)?) / took.as_secs_f64();
    let after = through.resident_kib();
    through.stop()?;
    println!(
        "{FLOOD} hovers at once: {:.1} ms, {rate:.0} per second; host memory {} KiB before, {} KiB after",
        took.as_secs_f64() * 1e3,
        before.unwrap_or_default(),
        after.unwrap_or_default()
    );
    Ok(())
}
