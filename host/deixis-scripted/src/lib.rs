//! A language server that does what a script says.
//!
//! ```text
//! scripted-ls --script FILE [--log FILE | --log tcp://HOST:PORT] [--root-file NAME]
//! ```
//!
//! The script is TOML ([`script::Script`]): a list of rules "on this message do
//! that". What no rule covers, a small built-in server answers for a toy language
//! in which a word is declared by a keyword before it (`fn greet`, `class Greeter`).
//! The built-in server knows only what it is told: documents it has been sent, and
//! files it read at `initialize` and reads again only when
//! `workspace/didChangeWatchedFiles` names them ([`documents`]). So a client that
//! forgets to tell it something gets a visibly old answer.
//!
//! Everything received and sent is logged as JSON lines, with every breach of the
//! protocol that the server noticed ([`log`]). When the log is a socket, lines that
//! come back on it are events that scripts wait for (`{ until = "go" }`).
//!
//! Messages are read by the main thread with blocking reads and answered on the
//! spot, so that benchmarks measure the client and not this server. Only scripts
//! that wait for time or for socket events start more threads.

mod actions;
mod answers;
mod calls;
mod chaos;
mod documents;
mod log;
mod process;
mod rules;
mod script;
mod server;
mod wire;
mod words;

use std::io::BufRead as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::script::Script;
use crate::server::{Server, Shared};

/// What the command line says.
#[derive(Debug, Default)]
struct Arguments {
    script: Option<PathBuf>,
    log: Option<String>,
    child: Option<process::ChildKind>,
}

/// Runs the server on standard input and output until the input ends.
///
/// `words` are its arguments, without the program's name. Children that a script
/// asks for are this very program with `--child KIND`, so only a program that hands
/// all of its arguments on can have them.
pub fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let arguments = match arguments(words) {
        Ok(arguments) => arguments,
        Err(problem) => return fail(&problem),
    };
    if let Some(kind) = arguments.child {
        process::be_child(kind);
    }
    let script = match arguments.script.as_deref().map(Script::read) {
        None => Script::default(),
        Some(Ok(script)) => script,
        Some(Err(problem)) => return fail(&problem),
    };
    let (log, events) = match log::Log::open(arguments.log.as_deref()) {
        Ok(opened) => opened,
        Err(problem) => return fail(&format!("cannot open the log: {problem}")),
    };
    let shared: Shared = Arc::new(Mutex::new(Server::new(script, log)));
    if let Some(events) = events {
        let shared = Arc::clone(&shared);
        std::thread::spawn(move || {
            for event in events.lines().map_while(Result::ok) {
                let event = event.trim();
                Server::fire(&shared, event);
                // Whoever reads the log so knows that everything before is in it.
                lock(&shared).log.note(&format!("event {event}"));
            }
        });
    }
    serve(&shared)
}

/// Reads messages until the end of input.
fn serve(shared: &Shared) -> ExitCode {
    Server::start(shared);
    let mut input = wire::Input::new();
    loop {
        match input.next_message() {
            Ok(Some(body)) => match serde_json::from_slice::<Value>(body) {
                Ok(message) => Server::receive(shared, message),
                Err(error) => {
                    lock(shared).log.violation(&format!("a body that is no JSON: {error}"));
                }
            },
            Ok(None) => break,
            Err(problem) => {
                lock(shared).log.violation(&format!("a broken frame: {problem}"));
                break;
            }
        }
    }
    Server::fire(shared, "(eof)");
    let stays = lock(shared).script.server.ignore_eof;
    lock(shared).log.note("end of input");
    if stays {
        process::stay_forever();
    }
    ExitCode::SUCCESS
}

/// The server, also after a panic of another thread: the log still wants its lines.
fn lock(shared: &Shared) -> std::sync::MutexGuard<'_, Server> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut found = Arguments::default();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} wants a value"));
        match word.as_str() {
            "--script" => found.script = Some(value()?.into()),
            "--log" => found.log = Some(value()?),
            "--child" => found.child = Some(process::ChildKind::named(&value()?)?),
            _ => return Err(format!("unknown argument {word}; known: --script, --log")),
        }
    }
    Ok(found)
}

fn fail(problem: &str) -> ExitCode {
    eprintln!("scripted-ls: {problem}");
    ExitCode::from(64)
}
