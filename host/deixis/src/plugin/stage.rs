//! Where recorded calls are made again: an adapter, attached to nothing but the files and
//! programs of the recording.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use deixis_adapter::{Bytes, Component, Library, Options};
use deixis_base::Root;
use deixis_hooks::{Adapter, AdapterSource as _, Attach, Grant};
use deixis_recording::{Places, RECORDING_BYTES, Recording};

use super::grants::Grants;
use crate::cli::Common;
use crate::{dirs, session};

/// What a component from the command line gets, where no configuration says it.
const MEMORY_MIB: u32 = 32;
const CALL_MS: u32 = 1_000;

/// An adapter in a folder of its own.
pub(super) struct Stage {
    pub(super) adapter: Arc<dyn Adapter>,
    pub(super) places: Places,
    _folder: tempfile::TempDir,
}

impl Stage {
    /// Attaches an adapter to the files of a recording, or to the project of `--root`.
    pub(super) fn new(
        common: &Common,
        component: &Component,
        recording: &Recording,
    ) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("no folder for the replay can be made")?;
        let top = folder.path().canonicalize()?;
        let root = match &common.root {
            Some(_) => session::root(common)?,
            None => {
                let project = top.join("project");
                std::fs::create_dir(&project)?;
                deixis_recording::lay_out(recording, &project)
                    .context("the files of the recording cannot be made")?;
                Root::open(&project)?
            }
        };
        let places = Places::below(&top, &root);
        let programs = top.join("bin");
        deixis_recording::lay_out_programs(recording, &programs)
            .context("the programs of the recording cannot be made")?;
        let name = component.name.clone();
        let components = vec![component.clone()];
        // A failure that is looked at leaves no new case behind.
        let options = Options { cache_dir: dirs::cache(), cases: None, components };
        let adapter = Library::new(options).attach(Attach {
            adapters: vec![name.clone()],
            server: format!("{name} (replay)"),
            root,
            search_path: vec![programs],
        })?;
        Ok(Self { adapter, places, _folder: folder })
    }
}

/// The adapter that a name or a file means.
pub(super) fn component(common: &Common, what: &str) -> anyhow::Result<Component> {
    if session::built_in().contains(&what) {
        return session::built_in_component(what);
    }
    if Path::new(what).is_file() {
        let bytes = Bytes::File(std::path::absolute(what)?);
        let inspection = deixis_adapter::inspect(what, &bytes, dirs::cache())?;
        let Grants { commands, project_read } = Grants::asked(&inspection);
        return Ok(Component {
            name: inspection.descriptor.id.clone(),
            bytes,
            sha256: inspection.sha256,
            descriptor: None,
            grant: Grant { commands, project_read, memory_mib: MEMORY_MIB, call_ms: CALL_MS },
        });
    }
    let components = session::components(&session::config(common)?)?;
    let known: Vec<String> = components.iter().map(|known| known.name.clone()).collect();
    let found = components.into_iter().find(|known| known.name == what);
    found.with_context(|| {
        format!("{what:?} is no file and no adapter; known are {}", known.join(", "))
    })
}

/// Reads a recording.
pub(super) fn read(path: &Path) -> anyhow::Result<(String, Recording)> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("{shown} cannot be read"))?.len();
    if size > RECORDING_BYTES as u64 {
        bail!("{shown} is larger than {RECORDING_BYTES} bytes");
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("{shown} cannot be read"))?;
    let recording = Recording::parse(&text).with_context(|| format!("{shown} is no recording"))?;
    Ok((text, recording))
}

/// `recordings/*.jsonl` beside a component.
pub(super) fn recordings_beside(what: &str) -> Vec<PathBuf> {
    let is_path = Path::new(what).is_file();
    let folder = Path::new(what).parent().filter(|_| is_path);
    folder.map(|folder| recordings_of(&folder.join("recordings"))).unwrap_or_default()
}

/// The recordings in a folder, by name.
pub(super) fn recordings_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_recording =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jsonl");
    let mut found: Vec<PathBuf> = paths.filter(is_recording).collect();
    found.sort();
    found
}
