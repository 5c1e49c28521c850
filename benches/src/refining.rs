//! What it costs to have an adapter look at a thousand places, beside the answer that they
//! are in: that of the scripted server, which costs next to nothing, and that of
//! rust-analyzer, where there is one.
//!
//! The group `results` of the TypeScript adapter does the looking, as rust's has none. The
//! question to it is asked in this program, through the same host, in turns with the
//! answers: a difference of two answers would drown in what answers differ by anyway.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use deixis_hooks::results::Asked;
use deixis_hooks::{Adapter, Place, Span};
use deixis_tests::binary::on_path;
use deixis_tests::config::{self, Config};
use deixis_tests::project::Project;
use deixis_tests::start::Start;
use serde_json::{Value, json};

use crate::adapter::attached;
use crate::through::Through;
use crate::{Outcome, median, row};

/// Places in the answer.
const PLACES: u32 = 1_000;
/// Answers, and as many questions to the adapter.
const ROUNDS: usize = 60;
/// Files that they are in.
const FILES: u32 = 10;
/// Most that refining may add to an answer.
const MAX_SHARE: f64 = 0.05;

/// Measures both; whether the share holds.
pub(crate) fn measure() -> Outcome<bool> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let adapter = attached(&runtime, "typescript")?;
    let refine = |times: &mut Vec<Duration>| refine(&runtime, adapter.as_ref(), times);
    let scripted = share("the scripted server", &mut scripted()?, &refine)?;
    println!("{:.1} % more, beside a server that does not have to think", scripted * 100.0);
    if !on_path("rust-analyzer") {
        println!("no rust-analyzer: its thousand references are left out");
        return Ok(true);
    }
    let real = share("rust-analyzer", &mut real()?, &refine)?;
    println!("{:.1} % more, at most {:.0} are allowed", real * 100.0, MAX_SHARE * 100.0);
    Ok(real <= MAX_SHARE)
}

/// A host that was asked, and what it is asked again.
struct Question {
    through: Through,
    arguments: Value,
    _project: Project,
}

/// What refining adds to an answer, as a share of it.
fn share(
    server: &str,
    question: &mut Question,
    refine: &impl Fn(&mut Vec<Duration>) -> Outcome<()>,
) -> Outcome<f64> {
    let (mut answers, mut refined) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let answer = question.through.call("references", &question.arguments)?;
        answers.push(begun.elapsed());
        let total = &answer["result"]["structuredContent"]["pagination"]["total"];
        if *total != PLACES {
            return Err(format!("not a thousand references of {server}: {answer}").into());
        }
        refine(&mut refined)?;
    }
    row(&format!("1,000 references of {server}"), &mut answers);
    row("1,000 places refined, with the crossing and its hop", &mut refined);
    Ok(median(&mut refined).as_secs_f64() / median(&mut answers).as_secs_f64())
}

fn refine(
    runtime: &tokio::runtime::Runtime,
    adapter: &dyn Adapter,
    times: &mut Vec<Duration>,
) -> Outcome<()> {
    let place = |number: u32| Place::File {
        path: format!("src/uses_{}.rs", number % FILES),
        range: Span { start: (number, 8), end: (number, 13) },
    };
    let places: Vec<Place> = (0..PLACES).map(place).collect();
    let hooks = adapter.results().ok_or("no results")?;
    let begun = Instant::now();
    let shown = runtime.block_on(hooks.refine("rust".to_owned(), Asked::References, places))?;
    times.push(begun.elapsed());
    if shown.len() == PLACES as usize { Ok(()) } else { Err("some are hidden".into()) }
}

/// The server of this program with a prepared answer.
fn scripted() -> Outcome<Question> {
    let project = Project::new();
    let uri = |file: u32| format!("file://{}/f{file}.toy", project.root().display());
    let mut answer = String::from("[");
    for number in 0..PLACES {
        let (comma, line) = (if number == 0 { "" } else { "," }, number / FILES);
        let uri = uri(number % FILES);
        write!(
            answer,
            r#"{comma}{{"uri":"{uri}","range":{{"start":{{"line":{line},"character":8}},"end":{{"line":{line},"character":13}}}}}}"#
        )?;
    }
    answer.push(']');
    for file in 0..FILES {
        let text = "let x = greet(); // and more\n".repeat((PLACES / FILES) as usize);
        project.write(&format!("f{file}.toy"), &text);
    }
    let prepared = project.outside().join("references.json");
    std::fs::write(&prepared, answer)?;
    let me = std::env::current_exe()?.to_string_lossy().into_owned();
    let arguments = vec!["--instant".to_owned(), prepared.to_string_lossy().into_owned()];
    let config = Config::new()
        .set("servers.toy.command", me)
        .set("servers.toy.args", arguments)
        .set("servers.toy.file_extensions", config::routes(&[(".toy", "toy")]));
    let through = Through::start_with(&Start::new(project.root(), config))?;
    let arguments = json!({"path": "f0.toy:1:9", "includeDeclaration": true});
    Ok(Question { through, arguments, _project: project })
}

/// A crate in which a function is named a thousand times, its declaration included.
fn real() -> Outcome<Question> {
    let project = Project::new().file(
        "Cargo.toml",
        "[package]\nname = \"many\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
    );
    let mut library = String::from("pub fn greet() -> u32 {\n    1\n}\n");
    for file in 0..FILES {
        writeln!(library, "pub mod uses_{file};")?;
        // One place is the declaration, which comes out of the first file's share.
        let count = PLACES / FILES - u32::from(file == 0);
        let mut uses = String::from("pub fn all() -> u32 {\n    let mut sum = 0;\n");
        for _ in 0..count {
            uses.push_str("    sum += crate::greet();\n");
        }
        project.write(&format!("src/uses_{file}.rs"), &(uses + "    sum\n}\n"));
    }
    project.write("src/lib.rs", &library);
    let config = Config::new().adapter("rust").set("servers.rust.options.check", false);
    let mut through = Through::start_with(&Start::new(project.root(), config))?;
    let arguments = json!({"path": "src/lib.rs:1:8", "includeDeclaration": true});
    // The first call starts the server.
    through.call("references", &arguments)?;
    Ok(Question { through, arguments, _project: project })
}
