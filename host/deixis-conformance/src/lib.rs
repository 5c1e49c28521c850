//! Whether an adapter keeps the rules of the contract: `deixis plugin check`.
//!
//! Theory of operation. The types of the hooks' inputs are read from `wit/` ([`contract`]), and
//! inputs are thrown for them with [`dice`]: plain, empty, long, huge and strange ones
//! ([`values`], [`words`]), and events in a row for reducers, whose state comes back as the
//! adapter gave it. They are written as recordings write them, so that an input is made into a
//! call, and kept as a case, by what is there already (`deixis-recording`).
//!
//! Each input is asked three times ([`run`]): of two fresh instances, and of one that has seen
//! all inputs before. The answers must be the same. The host's own word on an answer (a trap,
//! a deadline, an invalid value) decides whether it is one; the [`Witness`](deixis_adapter::Witness)
//! tells what the adapter asked of its imports meanwhile, over [`project`]s that are full of
//! things it should not ask for.
//!
//! Of one hook and rule only the first breach is told, and a hook that gives no answer at all
//! is asked no more.

mod contract;
mod descriptor;
mod dice;
mod project;
mod report;
mod run;
mod sequence;
mod twice;
mod values;
mod words;

use std::path::PathBuf;

use deixis_adapter::Component;
use deixis_recording::Recording;

pub use report::{Breach, Report, Rule};

/// How to check.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Where inputs come from.
    pub seed: u64,
    /// Folder for compiled components.
    pub cache_dir: Option<PathBuf>,
    /// Recorded calls, which are inputs as well.
    pub recordings: Vec<Recording>,
}

/// A check that could not be made.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// No project could be made for it.
    #[error("no project for the check can be made: {0}")]
    Project(#[from] std::io::Error),
    /// The contract of this program cannot be read, or an input of it is none. A mistake of ours.
    #[error("the check itself is wrong: {0}")]
    Contract(String),
}

/// Checks a component.
///
/// # Errors
/// [`CheckError`] if it cannot be checked; what it does wrong is in the report.
pub async fn check(component: &Component, settings: &Settings) -> Result<Report, CheckError> {
    let contract = contract::Contract::read().map_err(CheckError::Contract)?;
    let descriptor = match descriptor::look(component, settings.cache_dir.clone()) {
        Ok(descriptor) => descriptor,
        Err(what) => return Ok(Report::unusable(&component.name, settings.seed, what)),
    };
    let mut breaches = descriptor::check(&descriptor, component);
    let mut run = run::Run::new(&contract, &descriptor, component, settings)?;
    run.all().await?;
    breaches.extend(run.breaches);
    breaches.sort_by_key(|breach| breach.rule);
    Ok(Report {
        adapter: component.name.clone(),
        version: descriptor.version.clone(),
        sha256: component.sha256.clone(),
        seed: settings.seed,
        inputs: run.inputs,
        breaches,
    })
}
