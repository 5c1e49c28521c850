//! Files stay small enough to hold one idea.

use super::Report;
use super::checkout::Checkout;

/// Counts the lines of every Rust file; test data and examples are not ours to split.
pub(super) fn check(checkout: &Checkout, report: &mut Report) {
    let size = &checkout.rules.size;
    let mut used = Vec::new();
    for (path, text) in checkout.files().filter(|(path, _)| path.ends_with(".rs") && !is_data(path))
    {
        let lines = text.lines().count();
        let excepted = size.except.iter().find(|exception| exception.path == path);
        match excepted {
            Some(exception) if lines > size.error => used.push(&exception.path),
            _ if lines > size.error => {
                report.fault(format!("{path} has {lines} lines: split it below {}", size.error));
            }
            _ if lines > size.warn => {
                report.warn(format!("{path} has {lines} lines: does it still hold one idea?"));
            }
            _ => {}
        }
    }
    for exception in &size.except {
        if !used.contains(&&exception.path) {
            report.fault(format!("{} needs no exception for its size any more", exception.path));
        }
        if exception.reason.trim().is_empty() {
            report.fault(format!("{}: the exception for its size has no reason", exception.path));
        }
    }
}

fn is_data(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "data" | "golden" | "fixtures"))
}

#[cfg(test)]
mod tests {
    use super::super::{Report, checkout::sample};

    #[test]
    fn long_files_are_reported() {
        let check = |path: &str, lines: usize, faults: usize, warnings: usize| {
            let mut report = Report::default();
            super::check(&sample(&[(path, &"x\n".repeat(lines))]), &mut report);
            assert_eq!(
                (report.faults.len(), report.warnings.len()),
                (faults, warnings),
                "{path} {lines}"
            );
        };
        check("a.rs", 250, 0, 0);
        check("a.rs", 251, 0, 1);
        check("a.rs", 401, 1, 0);
        check("a.md", 401, 0, 0);
        check("tests/data/a.rs", 401, 0, 0);
    }
}
