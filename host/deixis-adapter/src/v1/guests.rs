//! The exported groups of one component, looked up by their own names.

use wasmtime::component::{Instance, InstancePre};
use wasmtime::{AsContextMut, Result};

use super::bindings::exports::deixis::adapter::{
    diagnostics, documents, errors, info, launch, readiness, rename, requests, results, symbols,
    watch,
};
use crate::outline::Groups;

/// Where a component's functions are, known before it is instantiated.
pub(crate) struct Indices {
    info: info::GuestIndices,
    launch: Option<launch::GuestIndices>,
    readiness: Option<readiness::GuestIndices>,
    symbols: Option<symbols::GuestIndices>,
    errors: Option<errors::GuestIndices>,
    watch: Option<watch::GuestIndices>,
    rename: Option<rename::GuestIndices>,
    diagnostics: Option<diagnostics::GuestIndices>,
    requests: Option<requests::GuestIndices>,
    documents: Option<documents::GuestIndices>,
    results: Option<results::GuestIndices>,
}

/// The functions of one instance. A group that is `None` is not exported.
pub(crate) struct Guests {
    pub(crate) info: info::Guest,
    pub(crate) launch: Option<launch::Guest>,
    pub(crate) readiness: Option<readiness::Guest>,
    pub(crate) symbols: Option<symbols::Guest>,
    pub(crate) errors: Option<errors::Guest>,
    pub(crate) watch: Option<watch::Guest>,
    pub(crate) rename: Option<rename::Guest>,
    pub(crate) diagnostics: Option<diagnostics::Guest>,
    pub(crate) requests: Option<requests::Guest>,
    pub(crate) documents: Option<documents::Guest>,
    pub(crate) results: Option<results::Guest>,
}

/// `Some(what)` if the group is there.
fn when<T>(present: bool, what: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
    present.then(what).transpose()
}

impl Indices {
    /// Looks up the exported groups.
    ///
    /// # Errors
    /// If a group lacks one of its functions.
    pub(crate) fn new<T: 'static>(pre: &InstancePre<T>, groups: Groups) -> Result<Self> {
        Ok(Self {
            info: info::GuestIndices::new(pre)?,
            launch: when(groups.launch, || launch::GuestIndices::new(pre))?,
            readiness: when(groups.readiness, || readiness::GuestIndices::new(pre))?,
            symbols: when(groups.symbols, || symbols::GuestIndices::new(pre))?,
            errors: when(groups.errors, || errors::GuestIndices::new(pre))?,
            watch: when(groups.watch, || watch::GuestIndices::new(pre))?,
            rename: when(groups.rename, || rename::GuestIndices::new(pre))?,
            diagnostics: when(groups.diagnostics, || diagnostics::GuestIndices::new(pre))?,
            requests: when(groups.requests, || requests::GuestIndices::new(pre))?,
            documents: when(groups.documents, || documents::GuestIndices::new(pre))?,
            results: when(groups.results, || results::GuestIndices::new(pre))?,
        })
    }

    /// Finds the functions of an instance.
    ///
    /// # Errors
    /// If a function has not the contract's type.
    pub(crate) fn load(&self, mut store: impl AsContextMut, instance: &Instance) -> Result<Guests> {
        let mut store = store.as_context_mut();
        Ok(Guests {
            info: self.info.load(&mut store, instance)?,
            launch: self.launch.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            readiness: self.readiness.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            symbols: self.symbols.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            errors: self.errors.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            watch: self.watch.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            rename: self.rename.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            diagnostics: self
                .diagnostics
                .as_ref()
                .map(|i| i.load(&mut store, instance))
                .transpose()?,
            requests: self.requests.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            documents: self.documents.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
            results: self.results.as_ref().map(|i| i.load(&mut store, instance)).transpose()?,
        })
    }
}
