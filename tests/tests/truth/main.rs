//! The truth matrix: what each real server says through its adapter, against what is known by
//! heart and by an independent scan of the text.
//!
//! Each check starts a fresh process, with a configuration that names the adapter only, and
//! never sleeps. `DEIXIS_TRUTH=all` takes part in all servers that are installed here, not
//! only those of CI; `DEIXIS_TRUTH_REPORT` names a file to which a line per check is added.

mod changes;
mod first;
mod mistakes;
mod names;
mod odd;
mod renames;

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use deixis_tests::answer::Answer;
use deixis_tests::binary::wanted;
use deixis_tests::client::Deixis;
use deixis_tests::project::Project;
use deixis_tests::start::Start;
use deixis_tests::truth::{Server, Truth, servers};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// One check of one server.
struct Bench {
    server: Server,
    truth: Truth,
}

/// The server does not have what was asked for.
struct Lacks(String);

/// Makes a check.
type Check = fn(&Bench) -> Checked;

/// What a check comes to; a wrong answer is a panic.
type Checked = Result<(), Lacks>;

/// The checks, by the names that `servers.toml` uses, too.
const CHECKS: &[(&str, Check)] = &[
    ("references", first::references),
    ("workspace_symbols", first::workspace_symbols),
    ("definition", first::definition),
    ("hover", first::hover),
    ("outline", first::outline),
    ("calls", first::calls),
    ("edited", changes::edited),
    ("added", changes::added),
    ("removed", changes::removed),
    ("deleted", changes::deleted),
    ("diagnostics", mistakes::here),
    ("elsewhere", mistakes::elsewhere),
    ("rename", renames::rename),
    ("names", names::names),
    ("letters", odd::letters),
    ("odd_paths", odd::paths),
];

fn main() {
    let arguments = Arguments::from_args();
    let all = std::env::var("DEIXIS_TRUTH").is_ok_and(|what| what == "all");
    let mut trials = Vec::new();
    for (name, server) in servers() {
        let takes_part = if all { server.is_here() } else { server.ci };
        for (check, run) in CHECKS {
            if !server.only.is_empty() && !server.only.iter().any(|only| only == check) {
                continue;
            }
            let (server_name, server) = (name.clone(), server.clone());
            let trial = move || judge(&server_name, &server, check, *run);
            let trial = Trial::test(format!("{name}::{check}"), trial);
            trials.push(trial.with_ignored_flag(!takes_part));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Runs a check, and compares what comes of it with what is known of the server.
fn judge(name: &str, server: &Server, check: &str, run: Check) -> Result<(), Failed> {
    if !server.programs.iter().all(|program| wanted(program)) {
        return Ok(());
    }
    let began = Instant::now();
    let bench = Bench { truth: Truth::of(&server.language), server: server.clone() };
    let outcome = catch_unwind(AssertUnwindSafe(|| run(&bench)));
    let lacks = server.lacks.iter().any(|lacked| lacked == check);
    let (word, verdict) = match (outcome, server.wrong.get(check)) {
        (Ok(Ok(())), None) if !lacks => ("right", Ok(())),
        (Ok(Ok(())), _) => {
            ("right", Err("it is right after all: take it out of servers.toml".to_owned()))
        }
        (Ok(Err(Lacks(_))), _) if lacks => ("lacks", Ok(())),
        (Ok(Err(Lacks(what))), _) => ("lacks", Err(format!("not in `lacks`: {what}"))),
        (Err(_), Some(_)) => ("wrong", Ok(())),
        (Err(panic), None) => ("wrong", Err(words(&*panic))),
    };
    report(&format!("{name}\t{check}\t{word}\t{}", began.elapsed().as_millis()));
    verdict.map_err(Failed::from)
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

fn report(line: &str) {
    let Some(path) = std::env::var_os("DEIXIS_TRUTH_REPORT") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.expect("the report can be written");
}

impl Bench {
    /// A fresh process.
    fn start(&self, project: &Project) -> Deixis {
        Start::new(project.root(), self.server.config()).argument("--allow-mutation").start()
    }

    /// A fresh process that is asked one thing.
    fn first(&self, project: &Project, tool: &str, arguments: &Value) -> Result<Answer, Lacks> {
        asked(&mut self.start(project), tool, arguments)
    }
}

/// Asks, and tells a missing capability from everything else.
fn asked(deixis: &mut Deixis, tool: &str, arguments: &Value) -> Result<Answer, Lacks> {
    let answer = deixis.call(tool, arguments);
    if answer.error_code() == "unsupported_capability" {
        return Err(Lacks(answer.text()));
    }
    Ok(answer)
}
