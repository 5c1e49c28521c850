//! The built-in adapters as committed components, with their manifest.
//!
//! Theory of operation. `cargo xtask adapters` builds the components and
//! writes `manifest.json` beside them; both are committed and compiled in, so
//! that building Deixis needs plain Rust and nothing else. Routing reads the
//! descriptors in the manifest; a component is only compiled when its server
//! is started. Whether the bytes still belong to the sources is checked by
//! `cargo xtask adapters --check`.

use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::value::RawValue;

/// One adapter that comes with Deixis.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    /// Its id, which is also the id of its descriptor.
    pub id: &'static str,
    /// The component.
    pub wasm: &'static [u8],
    /// SHA-256 of the component, lower-case hex.
    pub sha256: &'static str,
    /// What `info.describe` gives, as a JSON object in the shape of
    /// `deixis_hooks::info::Descriptor`.
    pub descriptor_json: &'static str,
    /// What it may do.
    pub grant: &'static Grant,
    /// SHA-256 over the sources it was built from, lower-case hex.
    pub source_digest: &'static str,
    /// The compiler and tools that built it.
    pub toolchain: &'static str,
}

/// What an adapter may do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// Programs that its recipes may start and `locate` may find.
    pub commands: Vec<String>,
    /// Root-relative globs that it may read and list.
    pub project_read: Vec<String>,
    /// Memory of the guest, in MiB.
    pub memory_mib: u32,
    /// Time of one call, in milliseconds.
    pub call_ms: u32,
}

#[derive(Deserialize)]
struct Manifest<'a> {
    #[serde(borrow)]
    adapters: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
struct Entry<'a> {
    id: &'a str,
    sha256: &'a str,
    source_digest: &'a str,
    toolchain: &'a str,
    grant: Grant,
    #[serde(borrow)]
    descriptor: &'a RawValue,
}

const MANIFEST: &str = include_str!(concat!(env!("DEIXIS_PLUGINS_FOLDER"), "/manifest.json"));

/// The component of an adapter, which sits in a file named after it.
macro_rules! component {
    ($id:literal) => {
        (
            $id,
            include_bytes!(concat!(env!("DEIXIS_PLUGINS_FOLDER"), "/components/", $id, ".wasm"))
                .as_slice(),
        )
    };
}

const COMPONENTS: &[(&str, &[u8])] = &[
    component!("cpp"),
    component!("go"),
    component!("java"),
    component!("python"),
    component!("rust"),
    component!("typescript"),
];

/// All built-in adapters, sorted by id.
///
/// # Panics
/// Never: the manifest is compiled in, and the tests of this crate read it.
#[must_use]
pub fn all() -> &'static [Builtin] {
    static ALL: OnceLock<Vec<Builtin>> = OnceLock::new();
    ALL.get_or_init(|| {
        let manifest: Manifest<'static> =
            serde_json::from_str(MANIFEST).expect("the manifest is part of this crate");
        manifest.adapters.into_iter().filter_map(builtin).collect()
    })
}

/// A built-in adapter by its id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Builtin> {
    all().iter().find(|builtin| builtin.id == id)
}

fn builtin(entry: Entry<'static>) -> Option<Builtin> {
    let (_, wasm) = COMPONENTS.iter().find(|(id, _)| *id == entry.id)?;
    Some(Builtin {
        id: entry.id,
        wasm,
        sha256: entry.sha256,
        descriptor_json: entry.descriptor.get(),
        grant: Box::leak(Box::new(entry.grant)),
        source_digest: entry.source_digest,
        toolchain: entry.toolchain,
    })
}
