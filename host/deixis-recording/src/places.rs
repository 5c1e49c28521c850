//! Paths of a machine, as the names that stand for them in a recording.
//!
//! `$ROOT_URI` and `$ROOT` are the project, `$DATA` the server's private folder, `$BIN` the
//! folder of its program, `$PREFIX` the one above it where the program really lies, links
//! followed, `$HOME` the user's. A program that the adapter may locate is in `$BIN`,
//! too, wherever it was. A dollar that is in the text itself, before one
//! of these words, is doubled, so that nothing is lost either way.

use std::path::Path;

use deixis_base::Root;
use deixis_base::redact::redact;
use serde_json::Value;

use crate::walk::walk;

/// What stands for a place; of two where one starts the other, the longer first.
const NAMES: [&str; 6] = ["ROOT_URI", "ROOT", "DATA", "BIN", "PREFIX", "HOME"];

/// The places of one machine and project.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// In the order of [`NAMES`]; empty where it is not known.
    paths: [String; NAMES.len()],
    /// Paths of programs, and what is behind the name that stands for them.
    programs: Vec<(String, String)>,
}

impl Places {
    /// Those of a project, with the user's home folder.
    #[must_use]
    pub fn of(root: &Root, home: Option<&Path>) -> Self {
        let mut places = Self::default();
        places.set("ROOT_URI", root.uri());
        places.set("ROOT", &root.path().to_string_lossy());
        if let Some(home) = home {
            places.set("HOME", &home.to_string_lossy());
        }
        places
    }

    /// Those that lie in one folder, for a replay.
    #[must_use]
    pub fn below(folder: &Path, root: &Root) -> Self {
        let mut places = Self::of(root, Some(&folder.join("home")));
        places.set("DATA", &folder.join("data").to_string_lossy());
        places.set("BIN", &folder.join("bin").to_string_lossy());
        places.set("PREFIX", &folder.join("prefix").to_string_lossy());
        places
    }

    /// Takes what the `facts` of a call's input say, where nothing is known yet.
    pub fn learn(&mut self, input: &Value) {
        let facts = &input["facts"];
        let text = |name: &str| facts[name].as_str().unwrap_or_default();
        let program = Path::new(text("command"));
        let folder = program.parent().filter(|_| program.is_absolute());
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
        let real = program.canonicalize().ok().filter(|_| program.is_absolute());
        let prefix = real.as_deref().and_then(|real| real.parent()?.parent());
        let prefix = prefix.map(|folder| folder.to_string_lossy().into_owned());
        for (name, path) in [
            ("ROOT_URI", text("root_uri")),
            ("ROOT", text("root_path")),
            ("DATA", text("data_directory")),
            ("BIN", folder.as_deref().unwrap_or_default()),
            ("PREFIX", prefix.as_deref().unwrap_or_default()),
        ] {
            if self.paths[index(name)].is_empty() {
                self.set(name, path);
            }
        }
    }

    /// Takes the path of a program that the adapter may locate.
    pub fn program(&mut self, name: &str, path: &str) {
        self.programs.push((path.to_owned(), format!("BIN/{name}")));
    }

    fn set(&mut self, name: &str, path: &str) {
        // The root of the file system is no place of anyone.
        if path.len() > 1 {
            path.trim_end_matches(['/', '\\']).clone_into(&mut self.paths[index(name)]);
        }
    }

    /// Puts the names in the place of the paths, everywhere in a value, and takes out what looks
    /// like a credential.
    #[must_use]
    pub fn hide(&self, value: Value) -> Value {
        walk(value, false, &|text| {
            let hidden = self.hide_text(text);
            redact(&hidden).into_owned()
        })
    }

    /// Puts the paths back.
    #[must_use]
    pub fn reveal(&self, value: Value) -> Value {
        walk(value, false, &|text| self.reveal_text(text))
    }

    /// [`Places::hide`] of one text, without a look for credentials.
    #[must_use]
    pub fn hide_text(&self, text: &str) -> String {
        let mut hidden = String::with_capacity(text.len());
        let mut rest = text;
        // Longest path first: a project may lie in the home folder.
        let names = self.paths.iter().map(String::as_str).zip(NAMES);
        let programs = self.programs.iter().map(|(path, name)| (path.as_str(), name.as_str()));
        let mut known: Vec<(&str, &str)> = names.chain(programs).collect();
        known.retain(|(path, _)| !path.is_empty());
        known.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        while let Some(first) = rest.chars().next() {
            let found = known.iter().find(|(path, _)| {
                rest.starts_with(path)
                    && !hidden.ends_with(|c| in_name(c) || c == '$')
                    && !rest[path.len()..].starts_with(in_name)
            });
            if let Some((path, name)) = found {
                hidden.push('$');
                hidden.push_str(name);
                rest = &rest[path.len()..];
                continue;
            }
            if first == '$' && named(rest.trim_start_matches('$')).is_some() {
                hidden.push('$');
            }
            hidden.push(first);
            rest = &rest[first.len_utf8()..];
            if first == '$' {
                // One more dollar for the whole row, not for each of it.
                let row = rest.len() - rest.trim_start_matches('$').len();
                hidden.push_str(&rest[..row]);
                rest = &rest[row..];
            }
        }
        hidden
    }

    fn reveal_text(&self, text: &str) -> String {
        let mut revealed = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            revealed.push_str(&rest[..at]);
            rest = &rest[at..];
            let behind = rest.trim_start_matches('$');
            let dollars = rest.len() - behind.len();
            match named(behind) {
                Some(name) if dollars == 1 => {
                    revealed.push_str(&self.paths[index(name)]);
                    rest = &behind[name.len()..];
                }
                Some(_) => {
                    revealed.push_str(&rest[1..dollars]);
                    rest = behind;
                }
                None => {
                    revealed.push_str(&rest[..dollars]);
                    rest = behind;
                }
            }
        }
        revealed.push_str(rest);
        revealed
    }
}

fn index(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).unwrap_or_default()
}

/// The name that a text starts with.
fn named(text: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|name| text.starts_with(name))
}

/// Characters that make a longer name of a folder's.
fn in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn places() -> Places {
        let mut places = Places::default();
        places.learn(&json!({"facts": {
            "root_path": "/home/me/a b", "root_uri": "file:///home/me/a%20b",
            "data_directory": "/home/me/.cache/d", "command": "/opt/none/ls",
        }}));
        places.set("HOME", "/home/me/");
        places
    }

    fn check(text: &str, hidden: &str) {
        let places = places();
        assert_eq!(places.hide_text(text), hidden);
        assert_eq!(places.reveal_text(hidden), text);
    }

    #[test]
    fn paths_become_names_and_come_back() {
        check("/home/me/a b/src/x.rs", "$ROOT/src/x.rs");
        check("file:///home/me/a%20b/x", "$ROOT_URI/x");
        check("see /home/me/x: é", "see $HOME/x: é");
        check("/home/me", "$HOME");
        check("/home/me/.cache/d/w", "$DATA/w");
        check("/opt/none/ls", "$BIN/ls");
        check("/home/mean /x/home/me.txt", "/home/mean /x/home/me.txt");
    }

    #[test]
    fn a_program_is_in_the_folder_of_programs_wherever_it_was() {
        let mut places = places();
        places.program("checker", "/opt/a/checker");
        assert_eq!(places.hide_text("/opt/a/checker -x"), "$BIN/checker -x");
        assert_eq!(places.hide_text("/opt/a/checkers"), "/opt/a/checkers");
        assert_eq!(places.reveal_text("$BIN/checker"), "/opt/none/checker");
    }

    #[test]
    fn dollars_of_the_text_itself_are_kept() {
        check("$HOME is /home/me", "$$HOME is $HOME");
        check("$$ROOT $ $x $$ $ROOTS", "$$$ROOT $ $x $$ $$ROOTS");
        check("$/opt/none", "$/opt/none");
    }

    #[test]
    fn what_looks_like_a_credential_is_taken_out() {
        let value = |secret: &str, home: &str| {
            json!({
                "options": {"api_key": secret, home: [home, 1], "key": ""},
                "environment": [["NPM_TOKEN", secret], ["A", home], ["B", "c"]],
                "events": [{"token": "indexing"}, ["token", "indexing"]],
            })
        };
        let hidden = value("[redacted:named]", "$HOME");
        assert_eq!(places().hide(value("abc", "/home/me")), hidden);
    }
}
