//! Which adapter and server the tour uses.

use std::path::PathBuf;

use anyhow::bail;
use deixis_base::Root;
use deixis_engine::{Recipe, find_program, install_hint};
use deixis_hooks::info::Descriptor;
use serde_json::{Value, json};

use super::walk;

/// Files beyond which a workspace is large: the tour then trades completeness
/// for time, and says so.
const LARGE: usize = 150;

/// A built-in adapter with what speaks for it.
pub(crate) struct Candidate {
    descriptor: Descriptor,
    files: usize,
    program: Option<Recipe>,
}

impl Candidate {
    /// One line for people.
    pub(crate) fn line(&self) -> String {
        let Descriptor { display_name, .. } = &self.descriptor;
        let server = match &self.program {
            Some(recipe) => format!("{} ({})", recipe.id, recipe.program.display()),
            None => "no server installed".to_owned(),
        };
        format!("{display_name}: {} files, {server}", self.files)
    }
}

/// A decision.
pub(crate) enum Pick {
    /// This folder, with this server.
    Here(Choice),
    /// A sample project, with this server.
    Sample(Choice),
    /// No server at all; how to get one.
    Nothing(Vec<String>),
}

/// What the tour starts.
pub(crate) struct Choice {
    pub(crate) adapter: String,
    /// What it does differently from the defaults.
    pub(crate) notes: Vec<String>,
    options: Option<Value>,
    server: Option<deixis_config::Server>,
}

impl Choice {
    /// A choice that brings its whole server along.
    pub(crate) fn custom(adapter: &str, server: deixis_config::Server) -> Self {
        Self { adapter: adapter.to_owned(), notes: Vec::new(), options: None, server: Some(server) }
    }

    /// Puts the choice into a server's configuration.
    pub(crate) fn configure(&self, server: &mut deixis_config::Server) {
        if let Some(own) = &self.server {
            server.clone_from(own);
        }
        server.options.clone_from(&self.options);
        // A tour on a cold, large workspace is no place for a short patience.
        server.timeouts.request = std::time::Duration::from_secs(600);
    }
}

/// Adapters that fit files of this folder, most files first; all adapters, if
/// none fits.
pub(crate) async fn candidates(root: &Root, with: Option<&str>) -> anyhow::Result<Vec<Candidate>> {
    let files = walk::files(root);
    let search: Vec<PathBuf> = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default();
    let mut candidates = Vec::new();
    for adapter in deixis_plugins_dist::all() {
        if with.is_some_and(|with| with != adapter.id) {
            continue;
        }
        let descriptor: Descriptor = serde_json::from_str(adapter.descriptor_json)?;
        let fits = |name: &str| {
            descriptor.languages.iter().any(|language| {
                language.suffixes.iter().any(|suffix| name.ends_with(suffix.as_str()))
            })
        };
        let count = files.iter().filter(|file| fits(file.path.file_name())).count();
        let program = find_program(&descriptor, None, &search, root.path()).await;
        candidates.push(Candidate { descriptor, files: count, program });
    }
    if let (Some(with), true) = (with, candidates.is_empty()) {
        bail!(
            "--with {with}: there is no such adapter; built in are {}",
            crate::session::built_in().join(", ")
        );
    }
    if candidates.iter().any(|candidate| candidate.files > 0) {
        candidates.retain(|candidate| candidate.files > 0);
    }
    candidates
        .sort_by_key(|candidate| std::cmp::Reverse((candidate.files, candidate.program.is_some())));
    Ok(candidates)
}

/// The best of them.
pub(crate) fn choose(candidates: Vec<Candidate>) -> Pick {
    let hints = candidates.iter().filter_map(|candidate| {
        let hint = install_hint(candidate.descriptor.recipes.first()?)?;
        Some(format!("{}: {hint}", candidate.descriptor.display_name))
    });
    let hints: Vec<String> = hints.collect();
    let Some(best) = candidates.into_iter().find(|candidate| candidate.program.is_some()) else {
        return Pick::Nothing(hints);
    };
    let here = best.files > 0;
    let mut choice = Choice {
        adapter: best.descriptor.id.clone(),
        notes: Vec::new(),
        options: None,
        server: None,
    };
    if here && best.descriptor.id == "rust" && best.files > LARGE {
        choice.options =
            Some(json!({"build_scripts": false, "proc_macros": false, "check": false}));
        choice.notes.push(
            "a large workspace: build scripts, procedural macros and cargo check are off for this tour, so code that they make is not seen".to_owned(),
        );
    }
    if here { Pick::Here(choice) } else { Pick::Sample(choice) }
}
