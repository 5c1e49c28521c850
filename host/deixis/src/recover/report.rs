//! What `deixis recover` says, as text and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use deixis_base::RootedPath;
use deixis_edit::{Outcome, Pending, PendingState, Settled, Strays};
use serde_json::{Value, json};

/// Everything that was done and found.
pub(super) struct Report<'a> {
    pub(super) root: &'a Path,
    /// The journal that was given up.
    pub(super) discarded: Option<&'a str>,
    /// What was settled now.
    pub(super) done: Vec<Settled>,
    /// What is unfinished or kept, after that.
    pub(super) pending: Vec<Pending>,
    pub(super) strays: Strays,
}

impl Report<'_> {
    /// Whether nothing is left to do for anybody.
    pub(super) fn is_clear(&self) -> bool {
        self.pending.is_empty() && self.strays.paths.is_empty()
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if let Some(id) = self.discarded {
            let _ = writeln!(text, "Discarded: change {id}");
        }
        for settled in &self.done {
            write_settled(&mut text, settled);
        }
        for pending in &self.pending {
            self.write_pending(&mut text, pending);
        }
        self.write_strays(&mut text);
        if self.is_clear() {
            let root = self.root.display().to_string();
            let _ = writeln!(text, "Nothing is unsettled in {}", plain(&root));
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn write_pending(&self, text: &mut String, pending: &Pending) {
        let (word, what) = state(&pending.state);
        let kind = if word == "kept" { "Kept" } else { "Unfinished" };
        let _ = writeln!(text, "{kind}: change {}: {}", pending.id, plain(&what));
        for path in &pending.files {
            let _ = writeln!(text, "  {}", plain(path.as_str()));
        }
        let journal = pending.journal.display().to_string();
        let _ = writeln!(text, "  its journal: {}", plain(&journal));
        if word == "kept" {
            let _ = writeln!(
                text,
                "  which holds the old texts, one after the other. Look at the files; when they \
                 are as you want them, give the old texts up:\n    {}",
                self.command(&format!("--discard {}", pending.id))
            );
        } else {
            let _ = writeln!(
                text,
                "  the next session settles it, and so does:\n    {}",
                self.command("--settle")
            );
        }
    }

    fn write_strays(&self, text: &mut String) {
        for path in &self.strays.paths {
            let _ = writeln!(text, "Stray: {}", plain(path.as_str()));
        }
        if !self.strays.paths.is_empty() {
            text.push_str(
                "  the old or the new text of a file beside it, from a change whose journal is \
                 lost. Compare them, then remove what you do not need.\n",
            );
        }
        if self.strays.incomplete {
            text.push_str("not the whole project could be looked through: there may be strays\n");
        }
    }

    /// What to type next.
    fn command(&self, option: &str) -> String {
        let root = self.root.display().to_string();
        let safe = |c: char| c.is_alphanumeric() || "/._-+:\\".contains(c);
        let root = match root.chars().all(safe) {
            true => root,
            false => format!("'{}'", plain(&root).replace('\'', r"'\''")),
        };
        format!("deixis recover {option} --root {root}")
    }

    pub(super) fn json(&self) -> Value {
        let entry = |pending: &Pending| {
            let (word, what) = state(&pending.state);
            json!({
                "id": pending.id,
                "state": word,
                "reason": what,
                "files": paths(&pending.files),
                "journal": pending.journal.display().to_string(),
            })
        };
        let (kept, unfinished): (Vec<_>, Vec<_>) =
            self.pending.iter().partition(|one| matches!(one.state, PendingState::Kept { .. }));
        json!({
            "root": self.root.display().to_string(),
            "settled": self.is_clear(),
            "done": self.done.iter().map(settled_json).collect::<Vec<_>>(),
            "discarded": self.discarded,
            "unfinished": unfinished.into_iter().map(entry).collect::<Vec<_>>(),
            "kept": kept.into_iter().map(entry).collect::<Vec<_>>(),
            "strays": paths(&self.strays.paths),
            "straysIncomplete": self.strays.incomplete,
        })
    }
}

/// How far a change came: as a word, and as a sentence.
fn state(state: &PendingState) -> (&'static str, String) {
    match state {
        PendingState::Torn => ("torn", "it had not begun".to_owned()),
        PendingState::Recorded => ("recorded", "no file was replaced".to_owned()),
        PendingState::Prepared => {
            ("prepared", "some files may have the new text, and some the old one".to_owned())
        }
        PendingState::Committed => {
            ("committed", "all files have the new text; it is to be cleaned up".to_owned())
        }
        PendingState::Damaged { reason } => {
            ("damaged", format!("its journal is damaged: {reason}"))
        }
        PendingState::Unreadable { reason } => {
            ("unreadable", format!("its journal cannot be read: {reason}"))
        }
        PendingState::Kept { reason } => ("kept", reason.clone()),
        other => ("other", format!("{other:?}")),
    }
}

/// To which end a change was brought: as a word, as a sentence, and as its files were.
fn outcome(outcome: &Outcome) -> (&'static str, String, &'static str) {
    match outcome {
        Outcome::Undone => ("undone", "its files hold the old text".to_owned(), "undone"),
        Outcome::Completed => ("completed", "its files hold the new text".to_owned(), "completed"),
        Outcome::Kept { reason } => ("kept", reason.clone(), "undone"),
        Outcome::Failed { reason } => ("failed", reason.clone(), "unknown"),
        other => ("other", format!("{other:?}"), "unknown"),
    }
}

/// To which end one file was brought. What somebody changed is theirs.
fn end(settled: &Settled, path: &RootedPath) -> &'static str {
    if settled.changed.contains(path) { "untouched" } else { outcome(&settled.outcome).2 }
}

fn write_settled(text: &mut String, settled: &Settled) {
    let (word, what, _) = outcome(&settled.outcome);
    let word = match word {
        "undone" => "Undone",
        "completed" => "Completed",
        "kept" => "Undone in part",
        _ => "Not settled",
    };
    let _ = writeln!(text, "{word}: change {}: {}", settled.id, plain(&what));
    for path in &settled.files {
        let end = match end(settled, path) {
            "untouched" => "untouched, because somebody changed it since",
            end => end,
        };
        let _ = writeln!(text, "  {}: {end}", plain(path.as_str()));
    }
    for left in &settled.left {
        let _ = writeln!(text, "  left: {}", plain(&left.to_string()));
    }
}

fn settled_json(settled: &Settled) -> Value {
    let (word, what, _) = outcome(&settled.outcome);
    let file = |path: &RootedPath| json!({ "path": path.as_str(), "end": end(settled, path) });
    let left =
        |left: &deixis_edit::Leftover| json!({ "path": left.path.as_str(), "why": left.why });
    json!({
        "id": settled.id,
        "outcome": word,
        "reason": what,
        "files": settled.files.iter().map(file).collect::<Vec<_>>(),
        "left": settled.left.iter().map(left).collect::<Vec<_>>(),
        "journal": settled.journal.as_ref().map(|path| path.display().to_string()),
    })
}

fn paths(paths: &[RootedPath]) -> Vec<&str> {
    paths.iter().map(RootedPath::as_str).collect()
}

/// Names are anybody's: what a terminal would obey is written out.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { plain.extend(c.escape_debug()) } else { plain.push(c) }
    }
    plain
}
