//! Every command in a document is run by a test, or says why not.
//!
//! A fenced block of language `sh` or `console` stands right below a mark, which
//! readers of the rendered page do not see:
//!
//! - `<!-- run: PROJECT -->`: the test `documents` runs it in that sample project;
//! - `<!-- not run: REASON -->`: nobody runs it, for that reason.

use super::Report;
use super::checkout::Checkout;

/// Looks at every block of commands in Markdown files.
pub(super) fn check(checkout: &Checkout, report: &mut Report) {
    // Templates become documents of somebody else's repository.
    let is_document =
        |(path, _): &(&str, &str)| path.ends_with(".md") && !path.contains("/templates/");
    for (path, text) in checkout.files().filter(is_document) {
        for (line, fault) in faults(text) {
            report.fault(format!("{path}:{line}: {fault}"));
        }
    }
}

/// One-based line and fault of each block that has no proper mark.
fn faults(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let mut above = "";
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(language) = line.strip_prefix("```") {
            let commands = matches!(language.trim(), "sh" | "bash" | "shell" | "console");
            if !inside && commands && !is_mark(above) {
                found.push((
                    index + 1,
                    "commands without `<!-- run: PROJECT -->` or `<!-- not run: REASON -->` above",
                ));
            }
            inside = !inside;
        }
        above = line;
    }
    if inside {
        found.push((text.lines().count(), "a fenced block does not end"));
    }
    found
}

fn is_mark(line: &str) -> bool {
    let body =
        line.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->")).map_or("", str::trim);
    ["run: ", "not run: "]
        .iter()
        .any(|kind| body.strip_prefix(kind).is_some_and(|rest| !rest.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn blocks_of_commands_need_a_mark() {
        let check = |text: &str, lines: &[usize]| {
            let found: Vec<usize> = super::faults(text).iter().map(|(line, _)| *line).collect();
            assert_eq!(found, lines, "{text}");
        };
        check("<!-- run: rust -->\n```sh\nls\n```\n", &[]);
        check("<!-- not run: needs a host -->\n```console\n$ ls\n```\n", &[]);
        check("<!-- not run: -->\n```sh\nls\n```\n", &[2]);
        check("```sh\nls\n```\n\n```toml\na = 1\n```\n```bash\nls\n```\n", &[1, 8]);
        check("text\n```text\nls\n", &[3]);
    }
}
