//! What a component asks for, shown so that a person can decide.

use std::collections::BTreeSet;
use std::io::{BufRead as _, IsTerminal as _, Write as _};

use anyhow::{Context as _, bail};
use deixis_adapter::Inspection;
use deixis_config::Plugin;

use super::inspect::commands;

/// What a component may do, in the configuration's words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Grants {
    pub(super) commands: Vec<String>,
    pub(super) project_read: Vec<String>,
}

impl Grants {
    /// What a component asks for: the programs of its recipes, and the files that its descriptor
    /// names.
    pub(super) fn asked(inspection: &Inspection) -> Self {
        let extra = inspection.descriptor.extra.as_deref().unwrap_or("{}");
        let extra: serde_json::Value = serde_json::from_str(extra).unwrap_or_default();
        let globs = extra["project_read"].as_array().into_iter().flatten();
        let globs: BTreeSet<String> =
            globs.filter_map(|glob| glob.as_str().map(ToOwned::to_owned)).collect();
        Self { commands: commands(inspection), project_read: globs.into_iter().collect() }
    }

    /// What is granted now.
    pub(super) fn granted(plugin: &Plugin) -> Self {
        Self { commands: plugin.commands.clone(), project_read: plugin.project_read.clone() }
    }

    /// One line for each thing that it may do.
    pub(super) fn lines(&self) -> Vec<String> {
        let start = self.commands.iter().map(|name| format!("start the program {name}"));
        let read = self.project_read.iter().map(|glob| format!("read {glob} of the project"));
        start.chain(read).collect()
    }

    /// What comes and what goes, each line with its sign.
    pub(super) fn difference(&self, new: &Self) -> Vec<String> {
        let (old_lines, new_lines) = (self.lines(), new.lines());
        let gone = old_lines.iter().filter(|line| !new_lines.contains(line));
        let come = new_lines.iter().filter(|line| !old_lines.contains(line));
        let gone = gone.map(|line| format!("- {line}"));
        gone.chain(come.map(|line| format!("+ {line}"))).collect()
    }

    /// Whether these say something that the others do not.
    pub(super) fn exceeds(&self, granted: &Self) -> bool {
        let known = granted.lines();
        self.lines().iter().any(|line| !known.contains(line))
    }
}

/// Asks a person. Without one, consent is `--yes`.
pub(super) fn consent(question: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        bail!(
            "{question}? Nobody can be asked here: look at it, then say --yes. Nothing was changed"
        );
    }
    let mut error = std::io::stderr();
    write!(error, "{question}? [y/N] ").and_then(|()| error.flush())?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).context("no answer")?;
    if matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
        return Ok(());
    }
    bail!("nothing was changed");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grants(commands: &[&str], project_read: &[&str]) -> Grants {
        let owned = |list: &[&str]| list.iter().map(|item| (*item).to_owned()).collect();
        Grants { commands: owned(commands), project_read: owned(project_read) }
    }

    #[test]
    fn a_grant_grows_when_something_comes() {
        let check = |old: &Grants, new: &Grants, lines: &[&str], exceeds: bool| {
            assert_eq!(old.difference(new), lines);
            assert_eq!(new.exceeds(old), exceeds);
        };
        let one = grants(&["zls"], &["build.zig"]);
        check(&one, &one, &[], false);
        check(&one, &grants(&["zls"], &[]), &["- read build.zig of the project"], false);
        check(
            &one,
            &grants(&["zig"], &["build.zig"]),
            &["- start the program zls", "+ start the program zig"],
            true,
        );
        check(&Grants::default(), &grants(&[], &["*"]), &["+ read * of the project"], true);
    }
}
