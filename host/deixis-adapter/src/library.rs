//! The library: components by name, loaded when they are needed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use deixis_hooks::{Adapter, AdapterSource, Attach, SourceError, info};
use deixis_recording::Cases;

use crate::health::Clock;
use crate::layers::{Layers, stacked};
use crate::shelf::{Shelf, Workshop, unusable};
use crate::source::Component;
use crate::thread::on_guest_thread;
use crate::witness::Witness;

/// What a library is made of.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Folder for compiled components; without one they are compiled in each
    /// process. A subfolder of it is made private to the user.
    pub cache_dir: Option<PathBuf>,
    /// Where calls are kept that failed; without it they are not.
    pub cases: Option<Cases>,
    /// The components. Of two with the same name, the later one counts.
    pub components: Vec<Component>,
}

/// Puts something around an adapter of this name, as it is attached.
pub type Wrap = Arc<dyn Fn(&Wrapped<'_>, Arc<dyn Adapter>) -> Arc<dyn Adapter> + Send + Sync>;

/// What something is put around.
#[derive(Debug)]
pub struct Wrapped<'a> {
    /// Name of the adapter in the configuration.
    pub name: &'a str,
    /// The programs that `locate` finds for it: name and absolute path.
    pub programs: Vec<(String, String)>,
}

/// All adapters that may be attached. Making one costs nothing: no engine, no
/// thread, no look at a file until an adapter is used.
pub struct Library {
    shelves: BTreeMap<String, Arc<Shelf>>,
    clock: Clock,
    wrap: Option<Wrap>,
    witness: Witness,
}

impl Library {
    /// A library of these components.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self::with_clock(options, Arc::new(Instant::now))
    }

    /// The same, with something around each component as it is attached, also where it is one
    /// layer of several.
    #[must_use]
    pub fn wrapped(mut self, wrap: Wrap) -> Self {
        self.wrap = Some(wrap);
        self
    }

    /// The same, with a witness of what its adapters do with their imports.
    #[must_use]
    pub fn watched(mut self, witness: Witness) -> Self {
        self.witness = witness;
        self
    }

    /// A library whose quarantines follow another clock.
    pub(crate) fn with_clock(options: Options, clock: Clock) -> Self {
        let workshop = Arc::new(Workshop::new(options.cache_dir, options.cases));
        let shelf = |component: Component| {
            (component.name.clone(), Arc::new(Shelf::new(component, Arc::clone(&workshop))))
        };
        let shelves = options.components.into_iter().map(shelf).collect();
        Self { shelves, clock, wrap: None, witness: Witness::default() }
    }

    /// Compiles an adapter, or takes it from the cache, ahead of its first call.
    /// Blocks while it does; nothing else has to wait for it.
    ///
    /// # Errors
    /// [`SourceError`] if there is no such adapter or it cannot be used.
    pub fn prepare(&self, adapter: &str) -> Result<(), SourceError> {
        let shelf = self.shelf(adapter)?;
        let loaded = on_guest_thread(|| shelf.load().map(|_| ()));
        loaded.and_then(|loaded| loaded).map_err(|message| unusable(adapter, message))
    }

    fn shelf(&self, name: &str) -> Result<&Arc<Shelf>, SourceError> {
        self.shelves.get(name).ok_or_else(|| SourceError::Unknown {
            name: name.to_owned(),
            known: self.shelves.keys().cloned().collect(),
        })
    }
}

impl AdapterSource for Library {
    /// For a component that is not built in, this reads its file, and, the
    /// first time on this machine, compiles it: it blocks for as long as that
    /// takes.
    fn describe(&self, adapters: &[String]) -> Result<Arc<info::Descriptor>, SourceError> {
        let describe = |name: &String| {
            let described = self.shelf(name)?.descriptor(&self.clock);
            described.map_err(|message| unusable(name, message))
        };
        match adapters {
            [] => Err(nameless()),
            [single] => describe(single),
            several => {
                let layers: Vec<_> = several.iter().map(describe).collect::<Result<_, _>>()?;
                Ok(Arc::new(stacked(&layers)))
            }
        }
    }

    fn may_start(&self, adapters: &[String], program: &str) -> bool {
        let mut shelves = adapters.iter().filter_map(|name| self.shelves.get(name));
        shelves.any(|shelf| shelf.may_start(program))
    }

    /// Reads the component's outline; for one that is not built in, also as
    /// [`Library::describe`].
    fn attach(&self, request: Attach) -> Result<Arc<dyn Adapter>, SourceError> {
        let attach = |name: &String| {
            let shelf = self.shelf(name)?;
            let attached = shelf.attach(name, &request, &self.clock, &self.witness)?;
            let attached: Arc<dyn Adapter> = Arc::new(attached);
            Ok(match &self.wrap {
                Some(wrap) => {
                    let programs = shelf.programs(&request.search_path);
                    wrap(&Wrapped { name, programs }, attached)
                }
                None => attached,
            })
        };
        match request.adapters.as_slice() {
            [] => Err(nameless()),
            [single] => attach(single),
            several => {
                let layers = several.iter().map(attach).collect::<Result<_, _>>()?;
                Ok(Arc::new(Layers::new(layers)))
            }
        }
    }
}

fn nameless() -> SourceError {
    unusable("", "an adapter has a name".to_owned())
}
