//! Text that must not stand in the repository.

use anyhow::{Context as _, Result};
use regex::Regex;

use super::Report;
use super::checkout::Checkout;

/// Searches every text file but the lock file, which cargo writes.
pub(super) fn check(checkout: &Checkout, report: &mut Report) -> Result<()> {
    for rule in &checkout.rules.forbidden {
        let pattern = Regex::new(&rule.pattern)
            .with_context(|| format!("xtask/tidy.toml: {}", rule.pattern))?;
        let looked_at = |path: &str| {
            !path.ends_with("Cargo.lock")
                && !rule.except.iter().any(|start| path.starts_with(start.as_str()))
        };
        for (path, text) in checkout.files().filter(|(path, _)| looked_at(path)) {
            for (index, line) in text.lines().enumerate().filter(|(_, line)| pattern.is_match(line))
            {
                let shown: String = line.trim().chars().take(80).collect();
                report.fault(format!("{path}:{}: {} ({shown})", index + 1, rule.reason));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Report, checkout::sample};

    #[test]
    fn forbidden_text_is_found() {
        let check = |text: &str, faults: usize| {
            let mut report = Report::default();
            super::check(&sample(&[("a.txt", text)]), &mut report).expect("patterns that compile");
            assert_eq!(report.faults.len(), faults, "{text}");
        };
        check("workspace/artwork/a and a/work", 0);
        check(&format!("in /{}/main", "work"), 1);
        check(&format!("#[{}]\nfn a() {{}}", "ignore"), 1);
        check("#[ignore = \"needs a display\"]", 0);
    }
}
