//! The component, attached to its server over the sample project.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use deixis_adapter::Component;
use deixis_base::Root;
use deixis_engine::Project;
use deixis_recording::Tape;

use super::Desk;
use super::show::Show;
use crate::cli::Common;
use crate::plugin::calls::{self, Maker};
use crate::plugin::{record, stage};
use crate::{dirs, session};

/// A session; nothing of it is started before the first call.
pub(super) struct Session {
    project: Arc<Project>,
    server: String,
    component: Component,
    show: Arc<Show>,
}

impl Session {
    /// With the component as it is now, which gets what it asks for: it is the author's own.
    pub(super) fn open(
        common: &Common,
        component: &Path,
        desk: &Desk,
        program: &[String],
        show: &Arc<Show>,
    ) -> anyhow::Result<Self> {
        let component = stage::component(common, &component.to_string_lossy())?;
        let (config, server) = record::configure(common, &component.name, program)?;
        let root = Root::open(&desk.sample)
            .with_context(|| format!("{} cannot be opened", desk.sample.display()))?;
        let listener = Arc::clone(show);
        let tape = Tape::new(&root, dirs::home().as_deref(), env!("CARGO_PKG_VERSION")).heard_by(
            Box::new(move |hook, input, answer, took| listener.hook(hook, input, answer, took)),
        );
        let library = record::library(&config, component.clone())?
            .wrapped(record::around(&component.name, Arc::new(tape)));
        let project = session::project_with(root, &config, Arc::new(library), None)?;
        Ok(Self { project, server, component, show: Arc::clone(show) })
    }

    /// Name and hash of the component.
    pub(super) fn inspected(&self) -> (String, String) {
        (self.component.name.clone(), self.component.sha256.clone())
    }

    /// Makes the calls once, in order.
    pub(super) async fn calls(
        &self,
        file: Option<&Path>,
        allow_mutation: bool,
    ) -> anyhow::Result<()> {
        let options = deixis_mcp::Options { allow_mutation, ..deixis_mcp::Options::default() };
        let maker =
            Maker { project: &self.project, options, server: &self.server, witness: &*self.show };
        calls::make(&maker, file).await
    }

    /// Stops the server.
    pub(super) async fn end(self) {
        self.project.shutdown().await;
    }
}
