//! From the command line to a project: configuration, adapters, root.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use deixis_adapter::{Bytes, Component, Library};
use deixis_base::Root;
use deixis_config::{Config, Lookup};
use deixis_engine::{Project, Surroundings, Tap};
use deixis_hooks::{AdapterSource, Grant};
use deixis_recording::Cases;
use deixis_supervisor::Guard;

use crate::cli::Common;
use crate::{GUARD, dirs};

/// Names of the built-in adapters.
pub(crate) fn built_in() -> Vec<&'static str> {
    deixis_plugins_dist::all().iter().map(|adapter| adapter.id).collect()
}

/// The configuration that the command line asks for.
pub(crate) fn config(common: &Common) -> anyhow::Result<Config> {
    let built_in = built_in();
    if common.adapter.is_empty() {
        return Ok(Lookup::from_environment(common.config.clone()).load(&built_in)?);
    }
    let names: Vec<&str> = common.adapter.iter().map(|name| name.trim()).collect();
    if let Some(unknown) = names.iter().find(|name| !built_in.contains(name)) {
        bail!(
            "--adapter {unknown}: there is no such adapter; built in are {}",
            built_in.join(", ")
        );
    }
    Ok(Config::from_adapters(&names))
}

/// The project that the command line asks for.
pub(crate) fn root(common: &Common) -> anyhow::Result<Root> {
    let chosen =
        common.root.clone().or_else(|| std::env::var_os("CLAUDE_PROJECT_DIR").map(PathBuf::from));
    let path = match chosen {
        Some(path) => path,
        None => {
            std::env::current_dir().context("the current folder cannot be told; say --root DIR")?
        }
    };
    Root::open(&path)
        .with_context(|| format!("--root {}: no folder that can be opened", path.display()))
}

/// A built-in adapter as a component.
pub(crate) fn built_in_component(id: &str) -> anyhow::Result<Component> {
    let adapter = deixis_plugins_dist::find(id)
        .with_context(|| format!("{id:?} is not built in; there are {}", built_in().join(", ")))?;
    let descriptor = serde_json::from_str(adapter.descriptor_json)
        .with_context(|| format!("the manifest's descriptor of {} is broken", adapter.id))?;
    Ok(Component {
        name: adapter.id.to_owned(),
        bytes: Bytes::Static(adapter.wasm),
        sha256: adapter.sha256.to_owned(),
        descriptor: Some(descriptor),
        grant: Grant {
            commands: adapter.grant.commands.clone(),
            project_read: adapter.grant.project_read.clone(),
            memory_mib: adapter.grant.memory_mib,
            call_ms: adapter.grant.call_ms,
        },
    })
}

/// All adapters as components: the built-in ones and the configuration's.
pub(crate) fn components(config: &Config) -> anyhow::Result<Vec<Component>> {
    let mut components: Vec<Component> =
        built_in().into_iter().map(built_in_component).collect::<Result<_, _>>()?;
    for (name, plugin) in &config.plugins {
        components.push(Component {
            name: name.clone(),
            bytes: Bytes::File(plugin.source.clone()),
            sha256: plugin.sha256.iter().map(|byte| format!("{byte:02x}")).collect(),
            descriptor: None,
            grant: Grant {
                commands: plugin.commands.clone(),
                project_read: plugin.project_read.clone(),
                memory_mib: plugin.memory_mib,
                call_ms: u32::try_from(plugin.call.as_millis()).unwrap_or(u32::MAX),
            },
        });
    }
    Ok(components)
}

/// All adapters: the built-in ones and the configuration's.
pub(crate) fn library(config: &Config) -> anyhow::Result<Library> {
    library_of(components(config)?)
}

/// These adapters.
pub(crate) fn library_of(components: Vec<Component>) -> anyhow::Result<Library> {
    let cases = dirs::cases().map(|folder| Cases::new(folder, dirs::home()));
    Ok(Library::new(deixis_adapter::Options { cache_dir: dirs::cache(), cases, components }))
}

/// A project, nothing of it started.
pub(crate) fn project(root: Root, config: &Config) -> anyhow::Result<Arc<Project>> {
    project_with(root, config, Arc::new(library(config)?), None)
}

/// A project with adapters of this source, and a listener on its servers, nothing of it started.
pub(crate) fn project_with(
    root: Root,
    config: &Config,
    adapters: Arc<dyn AdapterSource>,
    tap: Option<Tap>,
) -> anyhow::Result<Arc<Project>> {
    let guard = if cfg!(windows) {
        Guard::None
    } else {
        let program = std::env::current_exe()
            .map_err(|error| anyhow!("this program cannot find itself: {error}"))?;
        Guard::Reexec { program, args: vec![GUARD.into()] }
    };
    if let Err(error) = deixis_supervisor::become_subreaper() {
        tracing::warn!(%error, "orphans of a killed guardian will not be found");
    }
    let surroundings = Surroundings {
        adapters,
        guard,
        data: dirs::data(root.path()),
        journals: dirs::journals(),
        environment: std::env::vars_os().collect(),
        tap,
    };
    Ok(Arc::new(Project::new(root, config, surroundings)))
}
