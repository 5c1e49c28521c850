//! What the engine holds of an adapter, and where adapters come from.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use crate::error::{HookError, SourceError};
use crate::{
    diagnostics, documents, errors, info, launch, readiness, rename, requests, results, symbols,
    watch,
};

/// The future of a hook call.
pub type Hook<'a, T> = Pin<Box<dyn Future<Output = Result<T, HookError>> + Send + 'a>>;

/// One adapter attached to one server, or several in layers. A group that is
/// `None` is not exported by the component: the native default applies.
pub trait Adapter: Send + Sync {
    /// What the adapter is. Known without loading the component for built-in
    /// adapters, read at attachment for others.
    fn descriptor(&self) -> &Arc<info::Descriptor>;
    /// SHA-256 of the component, lower-case hex; of several layers, joined by `+`.
    fn hash(&self) -> &str;
    /// The layers it is made of, the lowest first; none for a single component.
    fn layers(&self) -> &[Arc<dyn Adapter>] {
        &[]
    }
    /// How it is doing.
    fn health(&self) -> Health;
    /// Launch plan.
    fn launch(&self) -> Option<&dyn launch::Launch>;
    /// Readiness reducer.
    fn readiness(&self) -> Option<&dyn readiness::Readiness>;
    /// Symbol names.
    fn symbols(&self) -> Option<&dyn symbols::Symbols>;
    /// Error classes.
    fn errors(&self) -> Option<&dyn errors::Errors>;
    /// Watch translation.
    fn watch(&self) -> Option<&dyn watch::Watch>;
    /// Names and edits of renames.
    fn rename(&self) -> Option<&dyn rename::Rename>;
    /// How diagnostics are had and what they are worth.
    fn diagnostics(&self) -> Option<&dyn diagnostics::Diagnostics>;
    /// Answers to the server's requests.
    fn requests(&self) -> Option<&dyn requests::Requests>;
    /// Virtual documents.
    fn documents(&self) -> Option<&dyn documents::Documents>;
    /// What is shown of an answer.
    fn results(&self) -> Option<&dyn results::Results>;
}

/// How an adapter is doing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Health {
    /// Set while the adapter is left out after repeated failures.
    pub quarantined: Option<String>,
    /// Failures since attachment.
    pub failures: u64,
    /// The first failure since attachment.
    pub first_failure: Option<String>,
}

/// What an adapter may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Programs that its recipes may start and `locate` may find.
    pub commands: Vec<String>,
    /// Root-relative globs that `project.read` and `project.list` may see.
    pub project_read: Vec<String>,
    /// Memory of the guest.
    pub memory_mib: u32,
    /// Time of one call.
    pub call_ms: u32,
}

/// Everything needed to attach an adapter to a server.
#[derive(Debug, Clone)]
pub struct Attach {
    /// Adapter names, each built in or a key of `[plugins]`; of several, the
    /// later ones are layers on top of the earlier ones.
    pub adapters: Vec<String>,
    /// Server name, for logs.
    pub server: String,
    /// The project.
    pub root: deixis_base::Root,
    /// Folders in which `locate` searches, in order.
    pub search_path: Vec<PathBuf>,
}

/// Where adapters come from. Implemented by `deixis-adapter`.
pub trait AdapterSource: Send + Sync {
    /// The descriptor of an adapter, or of several in layers, as far as it can
    /// be had without loading a component: routing needs nothing more.
    ///
    /// # Errors
    /// [`SourceError`] if there is no such adapter or it cannot be used.
    fn describe(&self, adapters: &[String]) -> Result<Arc<info::Descriptor>, SourceError>;
    /// Whether one of these adapters, which have been described, has a recipe with this program
    /// and the grant to start it.
    fn may_start(&self, adapters: &[String], program: &str) -> bool;
    /// Attaches an adapter, or several in layers, to a server. Cheap: compiling and instantiating
    /// happen on the adapter's own thread, at its first call.
    ///
    /// # Errors
    /// [`SourceError`] if there is no such adapter or it cannot be used.
    fn attach(&self, request: Attach) -> Result<Arc<dyn Adapter>, SourceError>;
}
