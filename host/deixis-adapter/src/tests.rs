//! Tests over real components: small core modules in text form, wrapped by
//! `wit-component`, one per behaviour.

mod attach;
mod conduct;
mod diagnostics;
mod guest;
mod loading;
mod misbehaving;
mod real;
mod rename;
mod sandbox;
mod shown;
mod symbols;
mod wasi;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use deixis_base::Root;
use deixis_hooks::{Adapter, AdapterSource as _, Attach, Facts, Grant};

use crate::source::sha256;
use crate::{Bytes, Component, Library, Options};

/// An adapter with a project, on a clock that the test moves.
struct Rig {
    adapter: Arc<dyn Adapter>,
    clock: Arc<Mutex<Instant>>,
    project: tempfile::TempDir,
}

impl Rig {
    fn new(bytes: Vec<u8>) -> Self {
        Self::with_grant(bytes, grant())
    }

    fn with_grant(bytes: Vec<u8>, grant: Grant) -> Self {
        let project = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let clock = Arc::new(Mutex::new(start));
        let shared = Arc::clone(&clock);
        let options =
            Options { cache_dir: None, cases: None, components: vec![component(bytes, grant)] };
        let library = Library::with_clock(options, Arc::new(move || *shared.lock().unwrap()));
        let adapter = library.attach(attach_request(&project)).unwrap();
        Self { adapter, clock, project }
    }

    fn advance(&self, by: Duration) {
        *self.clock.lock().unwrap() += by;
    }
}

fn grant() -> Grant {
    Grant { commands: Vec::new(), project_read: Vec::new(), memory_mib: 4, call_ms: 100 }
}

/// A component that is not built in, pinned to what it is.
fn component(bytes: Vec<u8>, grant: Grant) -> Component {
    let sha256 = sha256(&bytes);
    Component {
        name: "test".to_owned(),
        bytes: Bytes::Shared(bytes.into()),
        sha256,
        descriptor: None,
        grant,
    }
}

fn attach_request(project: &tempfile::TempDir) -> Attach {
    Attach {
        adapters: vec!["test".to_owned()],
        server: "server".to_owned(),
        root: Root::open(project.path()).unwrap(),
        search_path: vec![PathBuf::from("/usr/bin")],
    }
}

fn facts() -> Facts {
    Facts {
        recipe: "r".to_owned(),
        command: "/bin/r".to_owned(),
        root_path: "/p".to_owned(),
        root_uri: "file:///p".to_owned(),
        platform: "linux".to_owned(),
        data_directory: "/d".to_owned(),
        options: "{}".to_owned(),
    }
}
