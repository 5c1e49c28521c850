//! The session of one project: what the MCP edge calls.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use deixis_base::{Root, RootedPath};
use deixis_config::{self as config, Config, Start};
use deixis_hooks::AdapterSource;
use deixis_hooks::info::Descriptor;
use deixis_lsp::Call;
use deixis_lsp::tap::Tap;
use deixis_supervisor::Guard;
use tokio::time::Instant;

use crate::answer::ServerName;
use crate::ask::{self, Asked, Build, Question};
use crate::changes::Changes;
use crate::disk::Disk;
use crate::fleet::{Fleet, Server};
use crate::router::{Router, Routes};
use crate::scope::Scope;
use crate::server::{Configured, Launcher, Running, Track};
use crate::texts::Texts;
use crate::{CallContext, OpError};

/// What a project needs besides its configuration.
pub struct Surroundings {
    /// Where adapters come from.
    pub adapters: Arc<dyn AdapterSource>,
    /// How servers are kept from outliving the host.
    pub guard: Guard,
    /// Folder for servers' private data of this root, outside the project.
    pub data: PathBuf,
    /// Folder of journals, outside the project, the same for every host of this user;
    /// `None` if there is no place for it: then nothing is changed.
    pub journals: Option<PathBuf>,
    /// The host's environment.
    pub environment: BTreeMap<OsString, OsString>,
    /// Sees what is said between host and servers; for recordings.
    pub tap: Option<Tap>,
}

/// One project, its servers, and the operations on them.
pub struct Project {
    pub(crate) root: Root,
    pub(crate) router: Router,
    pub(crate) fleet: Fleet,
    pub(crate) texts: Texts,
    pub(crate) changes: Changes,
}

impl std::fmt::Debug for Project {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Project").field("root", &self.root.path()).finish_non_exhaustive()
    }
}

impl Project {
    /// A project. Starts nothing and loads no adapter.
    #[must_use]
    pub fn new(root: Root, config: &Config, surroundings: Surroundings) -> Self {
        let mut servers = BTreeMap::new();
        let mut routes = BTreeMap::new();
        for (name, server) in &config.servers {
            let name: ServerName = name.as_str().into();
            let (descriptor, problem) = match described(server, &*surroundings.adapters) {
                Ok(descriptor) => (descriptor, None),
                Err(problem) => (None, Some(problem)),
            };
            let of_server = Routes::new(server, descriptor.as_deref());
            let scope = Scope::new(server, descriptor.as_deref());
            routes.insert(name.clone(), (of_server.clone(), scope.clone()));
            let configured = Configured {
                name: name.clone(),
                config: server.clone(),
                descriptor,
                routes: Arc::new(of_server),
                scope,
                problem,
            };
            servers.insert(name, Arc::new(Server::new(configured)));
        }
        let launcher = Launcher {
            root: root.clone(),
            disk: Arc::new(Disk::new(root.clone())),
            source: surroundings.adapters,
            guard: surroundings.guard,
            data: surroundings.data,
            environment: surroundings.environment,
            tap: surroundings.tap,
        };
        let texts = Texts::new(root.clone());
        let changes = Changes::new(surroundings.journals);
        Self {
            root,
            router: Router::new(routes),
            fleet: Fleet { launcher: Arc::new(launcher), servers },
            texts,
            changes,
        }
    }

    /// Names of the configured servers, in order. Empty: no tools are offered.
    #[must_use]
    pub fn server_names(&self) -> Vec<String> {
        self.fleet.servers.keys().map(ToString::to_string).collect()
    }

    /// The project's root.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// Starts the servers that are configured as eager; waits for none.
    pub fn start_eager(self: &Arc<Self>) {
        for server in self
            .fleet
            .servers
            .values()
            .filter(|server| server.configured.config.start == Start::Eager)
        {
            let (project, server) = (Arc::clone(self), Arc::clone(server));
            tokio::spawn(async move {
                let cx = CallContext::new(tokio_util::sync::CancellationToken::new(), None);
                // A failure is logged by the start itself, and told to callers.
                let _ = project.started(&cx, &server).await;
            });
        }
    }

    /// Stops every server, in bounded time; a change that goes on is ended before, one way or
    /// the other.
    pub async fn shutdown(&self) {
        self.changes.close().await;
        self.fleet.shutdown().await;
    }

    /// A server, started if need be, of a project that is still where it was.
    pub(crate) async fn started(
        &self,
        cx: &CallContext,
        server: &Arc<Server>,
    ) -> Result<Arc<Running>, OpError> {
        self.in_place()?;
        server.get(cx, &self.fleet.launcher).await
    }

    /// Starts a server if need be, and asks it.
    pub(crate) async fn ask<C: Call>(
        &self,
        cx: &CallContext,
        server: &Arc<Server>,
        track: Track,
        document: Option<&RootedPath>,
        build: Build,
    ) -> Result<(ServerName, Asked<C::Output>), OpError> {
        let running = self.started(cx, server).await?;
        let deadline = Instant::now() + server.configured.config.timeouts.request;
        let question = Question { track, document: document.cloned(), build, deadline };
        let asked = ask::ask::<C>(cx, &running, &question).await?;
        Ok((server.name().clone(), asked))
    }

    /// The server that is asked about a file, and the file's language id. A server whose adapter
    /// cannot be used has no routes of its own: then that is the answer.
    pub(crate) fn route(
        &self,
        path: &RootedPath,
        wanted: Option<&str>,
        operation: &str,
    ) -> Result<(ServerName, Arc<str>), OpError> {
        self.router.route(path, wanted, operation).map_err(|error| {
            let mut servers = self.fleet.servers.values().map(|server| &server.configured);
            let unusable = servers.find_map(|server| {
                let asked = wanted.is_none_or(|wanted| *server.name == *wanted);
                server
                    .problem
                    .clone()
                    .filter(|_| asked)
                    .map(|message| (server.name.clone(), message))
            });
            match (error, unusable) {
                (OpError::Routing { .. }, Some((server, message))) => {
                    OpError::Adapter { server, message }
                }
                (error, _) => error,
            }
        })
    }

    /// The error of a server that went away between an answer and its use.
    pub(crate) fn gone(&self, server: &Server) -> OpError {
        let message = "it exited while its answer was read".to_owned();
        OpError::Exited { server: server.name().clone(), message, stderr: Vec::new() }
    }
}

/// What the server's adapters say they are, or why they cannot be used.
fn described(
    server: &config::Server,
    source: &dyn AdapterSource,
) -> Result<Option<Arc<Descriptor>>, String> {
    let Some(lowest) = server.adapters.first() else { return Ok(None) };
    let of = |adapters| source.describe(adapters).map_err(|error| error.to_string());
    let whole = of(&server.adapters)?;
    if server.adapters.len() > 1 {
        let base = of(std::slice::from_ref(lowest))?;
        check_lowest(lowest, &base, server)?;
    }
    Ok(Some(whole))
}

/// The lowest layer knows the language, unless the user says what it would say.
fn check_lowest(name: &str, base: &Descriptor, server: &config::Server) -> Result<(), String> {
    let routed = server.file_extensions.is_some() || server.file_patterns.is_some();
    let (lacks, instead) = if base.languages.is_empty() && !routed {
        ("languages", "`file_extensions`")
    } else if base.recipes.is_empty() && server.command.is_none() {
        ("programs to start", "`command`")
    } else {
        return Ok(());
    };
    Err(format!(
        "adapter {name:?} is the first of the server's layers and has no {lacks}; \
         put the adapter that knows the language first, for example \
         adapter = [\"rust\", {name:?}], or give the server {instead}"
    ))
}
