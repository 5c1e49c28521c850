//! What a component binary says of itself, read without compiling it.
//!
//! Only the outermost level is looked at: sections of nested modules and
//! components are skipped, so that this costs microseconds for a small adapter
//! and little for one that carries an interpreter. Nothing here is trusted for
//! safety: the engine validates the binary before it runs.

use wasmtime::wasmparser::{
    CanonicalFunction, CanonicalOption, Chunk, ComponentExternalKind, Encoding, Parser, Payload,
};

use crate::limits::CONTRACT;

/// Package of the contract, with the slash.
const PACKAGE: &str = "deixis:adapter/";
/// Interfaces that the host offers.
const OFFERED: [&str; 4] = ["types", "log", "project", "locate"];
/// WASI packages that are there, empty-handed, for components that insist.
const WASI: [&str; 6] = ["io", "clocks", "filesystem", "random", "cli", "sockets"];

/// The optional hook groups that a component exports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Groups {
    pub(crate) launch: bool,
    pub(crate) readiness: bool,
    pub(crate) symbols: bool,
    pub(crate) errors: bool,
    pub(crate) watch: bool,
    pub(crate) rename: bool,
    pub(crate) diagnostics: bool,
    pub(crate) requests: bool,
    pub(crate) documents: bool,
    pub(crate) results: bool,
}

/// A binary that this host can use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Outline {
    /// Optional groups that it exports.
    pub(crate) groups: Groups,
    /// Names of all groups that it exports, in the binary's order, also ones
    /// that this host does not know.
    pub(crate) exports: Vec<String>,
    /// Interfaces that it imports.
    pub(crate) imports: Vec<String>,
    /// Version of the contract that it was built for.
    pub(crate) contract: String,
    /// Whether it imports WASI.
    pub(crate) wasi: bool,
}

impl Outline {
    /// Reads a binary and decides whether this host can use it.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what to do.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        check_magic(bytes)?;
        let raw = Raw::read(bytes)?;
        raw.judge()
    }
}

/// Names and facts, before they are judged.
#[derive(Default)]
struct Raw {
    exports: Vec<String>,
    imports: Vec<String>,
    is_async: bool,
}

fn check_magic(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(b"\0asm") {
        let hint = if bytes.starts_with(b"(") {
            "it is WebAssembly text; turn it into a binary first"
        } else {
            "an adapter is a file that starts with \\0asm"
        };
        return Err(format!("the file is not a WebAssembly component: {hint}"));
    }
    match Parser::new(0).parse(bytes, true) {
        Ok(Chunk::Parsed { payload: Payload::Version { encoding, .. }, .. }) => match encoding {
            Encoding::Component => Ok(()),
            Encoding::Module => Err("the file is a core WebAssembly module, not a component; \
                 wrap it (`wasm-tools component new`), or build it for wasm32-wasip2"
                .to_owned()),
        },
        _ => Err("the file has the header of an unknown WebAssembly version; \
             build it with current tools"
            .to_owned()),
    }
}

impl Raw {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut raw = Self::default();
        let mut parser = Parser::new(0);
        let mut rest = bytes;
        // Told that no more comes, the parser never wants more: a truncated
        // file is an error.
        while let Chunk::Parsed { consumed, payload } = parser.parse(rest, true).map_err(damaged)? {
            rest = rest.get(consumed..).unwrap_or_default();
            match payload {
                Payload::ModuleSection { unchecked_range, .. }
                | Payload::ComponentSection { unchecked_range, .. } => {
                    rest = rest.get(unchecked_range.len()..).ok_or_else(|| damaged("it is cut"))?;
                }
                Payload::End(_) => break,
                other => raw.take(other).map_err(damaged)?,
            }
        }
        Ok(raw)
    }

    fn take(
        &mut self,
        payload: Payload<'_>,
    ) -> Result<(), wasmtime::wasmparser::BinaryReaderError> {
        match payload {
            Payload::ComponentExportSection(section) => {
                for export in section {
                    let export = export?;
                    if export.kind == ComponentExternalKind::Instance {
                        self.exports.push(export.name.name.to_owned());
                    }
                }
            }
            Payload::ComponentImportSection(section) => {
                for import in section {
                    self.imports.push(import?.name.name.to_owned());
                }
            }
            Payload::ComponentCanonicalSection(section) => {
                for function in section {
                    self.is_async |= uses_async(&function?);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn judge(self) -> Result<Outline, String> {
        if self.is_async {
            return Err(ASYNC.to_owned());
        }
        let contract = self.contract()?;
        self.check_imports()?;
        let ours: Vec<_> = self.exports.iter().filter_map(|name| group(name)).collect();
        let has = |wanted: &str| ours.iter().any(|(name, _)| *name == wanted);
        if !has("info") {
            return Err(format!(
                "the component does not export `{PACKAGE}info@{CONTRACT}`, the one group that \
                 every adapter has; it exports {}",
                listed(&self.exports)
            ));
        }
        let groups = Groups {
            launch: has("launch"),
            readiness: has("readiness"),
            symbols: has("symbols"),
            errors: has("errors"),
            watch: has("watch"),
            rename: has("rename"),
            diagnostics: has("diagnostics"),
            requests: has("requests"),
            documents: has("documents"),
            results: has("results"),
        };
        let exports = ours.iter().map(|(name, _)| (*name).to_owned()).collect();
        let wasi = self.imports.iter().any(|name| name.starts_with("wasi:"));
        Ok(Outline { groups, exports, imports: self.imports, contract, wasi })
    }

    /// All groups of one component have one version, and it must be ours.
    fn contract(&self) -> Result<String, String> {
        let both = self.exports.iter().chain(&self.imports);
        let mut found = None;
        for version in both.filter_map(|name| group(name)).map(|(_, version)| version) {
            if !compatible(version) {
                return Err(format!(
                    "the component speaks contract {version}, this host speaks {CONTRACT}; \
                     get a build of the adapter for {CONTRACT}, or a host for {version}"
                ));
            }
            found = Some(version);
        }
        Ok(found.unwrap_or(CONTRACT).to_owned())
    }

    fn check_imports(&self) -> Result<(), String> {
        let unknown: Vec<_> = self.imports.iter().filter(|name| !offered(name)).cloned().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(format!(
            "the component imports {}, which adapters do not get; they get log, project and \
             locate of {PACKAGE}*@{CONTRACT}, and an empty-handed WASI 0.2",
            listed(&unknown)
        ))
    }
}

fn damaged(reason: impl std::fmt::Display) -> String {
    format!("the file is a damaged component ({reason}); build or download it again")
}

/// What is said of components with the async ABI, also when only the compiler
/// notices.
pub(crate) const ASYNC: &str = "the component uses the component-model async ABI, which hook \
     calls do not need and this host does not run; build it synchronously \
     (componentize-qjs: pass --sync)";

/// Group name and version of an interface of the contract.
fn group(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix(PACKAGE)?.split_once('@')
}

/// Within 0.x the minor number is the breaking one; a later patch level only
/// adds interfaces.
fn compatible(version: &str) -> bool {
    let minor = CONTRACT.rsplit_once('.').map_or(CONTRACT, |(minor, _)| minor);
    version.strip_prefix(minor).is_some_and(|rest| rest.starts_with('.'))
}

fn offered(name: &str) -> bool {
    if let Some((interface, _)) = group(name) {
        return OFFERED.contains(&interface);
    }
    let Some((package, version)) = name.strip_prefix("wasi:").and_then(|n| n.split_once('@'))
    else {
        return false;
    };
    let package = package.split('/').next().unwrap_or(package);
    WASI.contains(&package) && version.starts_with("0.2.")
}

fn uses_async(function: &CanonicalFunction) -> bool {
    match function {
        CanonicalFunction::Lift { options, .. } | CanonicalFunction::Lower { options, .. } => {
            options.contains(&CanonicalOption::Async)
        }
        _ => false,
    }
}

fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
