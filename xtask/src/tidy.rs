//! `cargo xtask tidy`: what the compiler does not check.
//!
//! Each check is one file with one function, `check(&Checkout, &mut Report)`; what
//! they compare with stands in `xtask/tidy.toml`. A check reports every fault it
//! finds; the chore fails when there is at least one. Only files that git tracks or
//! would add are looked at, so build output never matters.

mod checkout;
mod commands;
mod imports;
mod reach;
mod records;
mod sizes;
mod words;

use anyhow::{Result, bail};

use crate::reference;
use crate::shell::{root, say};
use checkout::Checkout;

/// What the checks found, in the order in which they found it.
#[derive(Debug, Default)]
struct Report {
    faults: Vec<String>,
    warnings: Vec<String>,
}

impl Report {
    fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into());
    }

    fn warn(&mut self, warning: impl Into<String>) {
        self.warnings.push(warning.into());
    }
}

/// Checks this checkout and prints every fault.
pub(crate) fn run_tidy() -> Result<()> {
    let checkout = Checkout::read(&root())?;
    let mut report = Report::default();
    imports::check(&checkout, &mut report);
    sizes::check(&checkout, &mut report);
    reach::check(&checkout, &mut report);
    commands::check(&checkout, &mut report);
    records::check(&checkout, &mut report);
    words::check(&checkout, &mut report)?;
    if let Err(error) = reference::run_reference(true) {
        report.fault(format!("{error:#}"));
    }

    report.warnings.iter().for_each(|warning| say(format!("tidy: warning: {warning}")));
    report.faults.iter().for_each(|fault| say(format!("tidy: {fault}")));
    if !report.faults.is_empty() {
        bail!("tidy found {} faults", report.faults.len());
    }
    say(format!("tidy: {} files in order", checkout.files().count()));
    Ok(())
}
