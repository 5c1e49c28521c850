//! Decision records are numbered once each, and their titles say the same number.

use std::collections::BTreeMap;

use super::Report;
use super::checkout::Checkout;

/// Checks `docs/adr/NNNN-title.md`.
pub(super) fn check(checkout: &Checkout, report: &mut Report) {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (path, text) in checkout.files() {
        let Some(name) = path.strip_prefix("docs/adr/").filter(|name| name.ends_with(".md")) else {
            continue;
        };
        if name.eq_ignore_ascii_case("readme.md") {
            continue;
        }
        let number = name.split('-').next().unwrap_or_default();
        if number.len() != 4 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            report.fault(format!("{path}: a decision record is named NNNN-title.md"));
            continue;
        }
        if let Some(other) = seen.insert(number, path) {
            report.fault(format!("{path} and {other} have the same number"));
        }
        let title = text.lines().next().unwrap_or_default();
        let said = title.trim_start_matches(['#', ' ']).trim_start_matches('0');
        if !title.starts_with("# ") || !said.starts_with(number.trim_start_matches('0')) {
            report.fault(format!(
                "{path}: its first line is `# {number} …` or `# {} …`",
                number.trim_start_matches('0')
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Report, checkout::sample};

    #[test]
    fn records_have_their_own_numbers() {
        let check = |files: &[(&str, &str)], faults: usize| {
            let mut report = Report::default();
            super::check(&sample(files), &mut report);
            assert_eq!(report.faults.len(), faults, "{files:?}: {:?}", report.faults);
        };
        check(
            &[
                ("docs/adr/0001-a.md", "# 0001 A"),
                ("docs/adr/0012-b.md", "# 12. B"),
                ("docs/adr/README.md", ""),
            ],
            0,
        );
        check(&[("docs/adr/0001-a.md", "# 1 A"), ("docs/adr/0001-b.md", "# 1 B")], 1);
        check(&[("docs/adr/0002-a.md", "# 1 A")], 1);
        check(&[("docs/adr/notes.md", "# 1 A")], 1);
    }
}
