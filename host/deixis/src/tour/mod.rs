//! `deixis try`: what Deixis does, shown on real code.
//!
//! The tour looks at a folder and at what is installed, picks the adapter that
//! fits most files, and asks what an agent would ask. Its answers are the very
//! texts that a model would see, cut to a few lines.

mod pick;
mod progress;
mod sample;
mod snippet;
mod subject;
pub(crate) mod walk;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use deixis_base::Root;
use deixis_config::Config;
use deixis_engine::{CallContext, Project};
use deixis_mcp::{CallOutcome, Options};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use self::pick::Pick;
use crate::cli::{Common, Try};
use crate::session;

/// Lines of an answer that the tour shows.
const SHOWN_LINES: usize = 12;

/// Milliseconds that the tour waits for diagnostics.
const DIAGNOSTICS_MS: u32 = 5_000;

/// Runs the tour.
#[expect(clippy::print_stdout, reason = "the tour is what this command prints")]
pub(crate) async fn run(common: &Common, arguments: &Try) -> anyhow::Result<ExitCode> {
    let dir = match arguments.dir.as_ref().or(common.root.as_ref()) {
        Some(dir) => dir.clone(),
        None => std::env::current_dir()
            .context("the current folder cannot be told; say deixis try DIR")?,
    };
    let root = Root::open(&dir)
        .with_context(|| format!("{} is no folder that can be opened", dir.display()))?;
    println!("Deixis looks at {}", root.path().display());
    let asked_for = root.path().to_owned();
    let candidates = pick::candidates(&root, arguments.with.as_deref()).await?;
    candidates.iter().for_each(|candidate| println!("  {}", candidate.line()));
    // Kept until the tour is over: it holds the sample project.
    let sample;
    let (root, pick) = match pick::choose(candidates) {
        Pick::Here(choice) => (root, choice),
        Pick::Sample(choice) => {
            println!(
                "Nothing here that an installed server knows; the tour uses a small sample project."
            );
            sample = sample::write(&choice.adapter)?;
            (Root::open(sample.path())?, choice)
        }
        Pick::Nothing(hints) => {
            println!("\nNo language server is installed. Any of these gives you one:");
            hints.iter().for_each(|hint| println!("  {hint}"));
            println!(
                "\nUntil then, the tour is shown on the scripted server of the test suite, which only counts words."
            );
            sample = sample::write(sample::SCRIPTED)?;
            (Root::open(sample.path())?, sample::scripted()?)
        }
    };
    let mut config = Config::from_adapters(&[&pick.adapter]);
    if let Some(server) = config.servers.get_mut(&pick.adapter) {
        pick.configure(server);
    }
    pick.notes.iter().for_each(|note| println!("  note: {note}"));
    let project = session::project(root, &config)?;
    let outcome = Tour { project: &project, server: &pick.adapter }.all().await;
    project.shutdown().await;
    if outcome? {
        // What was shown on a sample or without a server is given for this folder.
        let adapter = if pick.adapter == sample::SCRIPTED { "rust" } else { &pick.adapter };
        println!("\n{}", snippet::hosts(adapter, &asked_for)?);
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

/// One tour through a project.
struct Tour<'a> {
    project: &'a Arc<Project>,
    server: &'a str,
}

#[expect(clippy::print_stdout, reason = "the tour is what this command prints")]
impl Tour<'_> {
    /// All steps; `false` if a step had no answer.
    async fn all(&self) -> anyhow::Result<bool> {
        let started = self.step(
            "Start the server",
            "deixis_server_status",
            json!({"server": self.server, "start": true}),
        );
        if !started.await {
            return Ok(false);
        }
        let Some(subject) = self.subject().await? else {
            println!(
                "\nNothing in this project is used from another place, so there is nothing to show."
            );
            return Ok(false);
        };
        let mut well = self
            .step(
                &format!("What is in {}?", subject.path),
                "document_symbols",
                json!({"path": subject.path}),
            )
            .await;
        let place = json!({"path": subject.at});
        let asked = json!({"path": subject.at, "includeDeclaration": true});
        well &= self.step(&format!("Who uses {}?", subject.name), "references", asked).await;
        well &= self
            .step(
                &format!("Where is {} defined, seen from {}?", subject.name, subject.used_at),
                "definition",
                json!({"path": subject.used_at}),
            )
            .await;
        well &= self.step(&format!("What is {}?", subject.name), "hover", place).await;
        let wait = json!({"path": subject.path, "waitMs": DIAGNOSTICS_MS});
        well &= self
            .step(&format!("Is anything wrong with {}?", subject.path), "diagnostics", wait)
            .await;
        Ok(well)
    }

    /// Something worth asking about; waits for the index.
    async fn subject(&self) -> anyhow::Result<Option<subject::Subject>> {
        let began = Instant::now();
        let bar = progress::Bar::new();
        let cx = CallContext::new(CancellationToken::new(), Some(bar.clone()));
        let found = subject::find(self.project, self.server, &cx).await?;
        bar.clear();
        println!("\nIndexed and looked around in {}.", seconds(began));
        Ok(found)
    }

    async fn step(&self, question: &str, tool: &str, arguments: Value) -> bool {
        let bar = progress::Bar::new();
        let cx = CallContext::new(CancellationToken::new(), Some(bar.clone()));
        let began = Instant::now();
        let CallOutcome { text, is_error, .. } =
            deixis_mcp::call_in(self.project, &cx, &Options::default(), tool, arguments.clone())
                .await;
        bar.clear();
        println!("\n{question}");
        println!("  {tool} {arguments}  ({})", seconds(began));
        let lines: Vec<&str> = text.lines().collect();
        lines.iter().take(SHOWN_LINES).for_each(|line| println!("    {line}"));
        if lines.len() > SHOWN_LINES {
            println!("    … {} more lines", lines.len() - SHOWN_LINES);
        }
        !is_error
    }
}

fn seconds(began: Instant) -> String {
    let elapsed = began.elapsed();
    if elapsed.as_millis() < 1000 {
        format!("{} ms", elapsed.as_millis())
    } else {
        format!("{:.1} s", elapsed.as_secs_f64())
    }
}
