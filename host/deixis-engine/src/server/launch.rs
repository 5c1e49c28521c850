//! From a configured server to a process: which recipe, which program, with
//! which arguments, environment and options.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use deixis_base::Root;
use deixis_config as config;
use deixis_hooks::info::{self, Descriptor};
use deixis_hooks::{Adapter, AdapterSource, Attach, Facts, launch::Plan};
use deixis_lsp::tap::Tap;
use deixis_supervisor::{Guard, InheritEnvironment, Spec, build_environment, resolve_program};
use serde_json::Value;

use super::configuration::merge;
use super::hear::hear;
use crate::OpError;
use crate::answer::{Degraded, ServerName};
use crate::disk::Disk;
use crate::router::Routes;
use crate::scope::{Scope, main_recipes, recipe_of};

/// How long a program may take to print its version.
const VERSION_TIMEOUT: Duration = Duration::from_secs(10);

/// Options that the host understands for every adapter: which recipe to use,
/// and whether the project's own programs may be started.
const HOST_OPTIONS: [&str; 2] = ["recipe", "project_binaries"];

/// One server as configured, with what its adapter says of itself.
#[derive(Debug, Clone)]
pub(crate) struct Configured {
    pub(crate) name: ServerName,
    pub(crate) config: config::Server,
    pub(crate) descriptor: Option<Arc<Descriptor>>,
    pub(crate) routes: Arc<Routes>,
    pub(crate) scope: Scope,
    /// Why the adapter cannot be used.
    pub(crate) problem: Option<String>,
}

/// What all launches share.
pub(crate) struct Launcher {
    pub(crate) root: Root,
    pub(crate) disk: Arc<Disk>,
    pub(crate) source: Arc<dyn AdapterSource>,
    pub(crate) guard: Guard,
    /// Folder for servers' private data, outside the project.
    pub(crate) data: PathBuf,
    /// The host's environment.
    pub(crate) environment: BTreeMap<OsString, OsString>,
    /// Sees what is said between host and servers.
    pub(crate) tap: Option<Tap>,
}

/// A program that can do the job.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// Id of the recipe; `custom` if the user wrote the command.
    pub id: String,
    /// Resolved program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
}

/// Everything that is known before the process starts.
pub(crate) struct Launch {
    pub(crate) spec: Spec,
    pub(crate) facts: Facts,
    pub(crate) plan: Plan,
    pub(crate) user_options: Value,
    pub(crate) adapter: Option<Arc<dyn Adapter>>,
    pub(crate) degraded: Vec<Degraded>,
}

impl Launcher {
    pub(crate) async fn plan(&self, server: &Configured) -> Result<Launch, OpError> {
        if let Some(problem) = &server.problem {
            return Err(OpError::Adapter { server: server.name.clone(), message: problem.clone() });
        }
        let search = self.search_path(server);
        let recipe = self.recipe(server, &search).await?;
        let facts = self.facts(server, &recipe);
        let adapter = self.attach(server, search)?;
        let (mut plan, bypassed) = match &adapter {
            Some(adapter) => plan_with(adapter, facts.clone(), &server.name).await?,
            None => (Plan::default(), Vec::new()),
        };
        let spec = self.spec(server, &recipe, &mut plan);
        let user_options = server.config.initialization_options.clone().unwrap_or(Value::Null);
        Ok(Launch { spec, facts, plan, user_options, adapter, degraded: bypassed })
    }

    fn attach(
        &self,
        server: &Configured,
        search_path: Vec<PathBuf>,
    ) -> Result<Option<Arc<dyn Adapter>>, OpError> {
        if server.config.adapters.is_empty() {
            return Ok(None);
        }
        let request = Attach {
            adapters: server.config.adapters.clone(),
            server: server.name.to_string(),
            root: self.root.clone(),
            search_path,
        };
        let attached = self.source.attach(request);
        attached.map(Some).map_err(|error| OpError::Adapter {
            server: server.name.clone(),
            message: error.to_string(),
        })
    }

    /// Folders in which programs are looked for. The project's own are among
    /// them only where the user's configuration says so.
    fn search_path(&self, server: &Configured) -> Vec<PathBuf> {
        let written =
            server.config.environment.as_ref().and_then(|environment| environment.get("PATH"));
        let inherited = self.environment.get(OsStr::new("PATH"));
        let path = written.map(OsString::from).or_else(|| inherited.cloned()).unwrap_or_default();
        let of_path = std::env::split_paths(&path);
        let options = server.config.options.as_ref();
        let from_project =
            options.is_some_and(|options| options["project_binaries"] == Value::Bool(true));
        let project = if cfg!(windows) {
            ["node_modules/.bin", ".venv/Scripts"]
        } else {
            ["node_modules/.bin", ".venv/bin"]
        };
        let project = project
            .into_iter()
            .filter(|_| from_project)
            .map(|folder| self.root.path().join(folder));
        project.chain(of_path).collect()
    }

    async fn recipe(&self, server: &Configured, search: &[PathBuf]) -> Result<Recipe, OpError> {
        let base = server_base(&self.root);
        if let Some(command) = &server.config.command {
            let program =
                resolve(command, search, base).ok_or_else(|| not_found(server, command, &[]))?;
            let recipe =
                server.descriptor.as_deref().and_then(|descriptor| recipe_of(descriptor, &program));
            let args = server.config.args.clone();
            let args =
                args.or_else(|| recipe.map(|recipe| recipe.args.clone())).unwrap_or_default();
            let id = recipe.map_or_else(|| "custom".to_owned(), |recipe| recipe.id.clone());
            return Ok(Recipe { id, program, args });
        }
        let Some(descriptor) = &server.descriptor else {
            return Err(not_found(server, "", &[]));
        };
        let wanted = server.config.options.as_ref().and_then(|options| options["recipe"].as_str());
        let granted = self.granted(server, descriptor)?;
        let found = find_program(&granted, wanted, search, base).await;
        let mut recipe = found.ok_or_else(|| not_found(server, "", &descriptor.recipes))?;
        if let Some(args) = &server.config.args {
            recipe.args.clone_from(args);
        }
        Ok(recipe)
    }

    /// The descriptor with those programs only that the adapters' grants name.
    fn granted(&self, server: &Configured, descriptor: &Descriptor) -> Result<Descriptor, OpError> {
        let mut granted = descriptor.clone();
        let mut refused = Vec::new();
        for recipe in &mut granted.recipes {
            recipe.commands.retain(|command| {
                let may = self.source.may_start(&server.config.adapters, command);
                if !may {
                    refused.push(command.clone());
                }
                may
            });
        }
        let nothing_left = granted.recipes.iter().all(|recipe| recipe.commands.is_empty());
        match refused.first() {
            Some(example) if nothing_left => Err(OpError::Adapter {
                server: server.name.clone(),
                message: format!(
                    "the grant names none of its programs ({}), so none is started; write commands = [{example:?}] into its [plugins.…], or command = {example:?} into [servers.{}]",
                    refused.join(", "),
                    server.name
                ),
            }),
            _ => Ok(granted),
        }
    }

    fn facts(&self, server: &Configured, recipe: &Recipe) -> Facts {
        Facts {
            recipe: recipe.id.clone(),
            command: recipe.program.to_string_lossy().into_owned(),
            root_path: self.root.path().to_string_lossy().into_owned(),
            root_uri: self.root.uri().to_owned(),
            platform: std::env::consts::OS.to_owned(),
            data_directory: self.data.join(&*server.name).to_string_lossy().into_owned(),
            options: adapter_options(server),
        }
    }

    fn spec(&self, server: &Configured, recipe: &Recipe, plan: &mut Plan) -> Spec {
        let policy = match server.config.inherit_environment {
            config::InheritEnvironment::Filtered => InheritEnvironment::Filtered,
            config::InheritEnvironment::All => InheritEnvironment::All,
            config::InheritEnvironment::None => InheritEnvironment::None,
        };
        // The adapter's variables first: what the user wrote beats them.
        let planned = std::mem::take(&mut plan.environment);
        let written = server.config.environment.clone().unwrap_or_default();
        let explicit: Vec<(String, String)> = planned.into_iter().chain(written).collect();
        let host = self.environment.iter().map(|(name, value)| (name.clone(), value.clone()));
        let args = match (&server.config.args, plan.args.take()) {
            (None, Some(planned)) => planned,
            _ => recipe.args.clone(),
        };
        Spec {
            program: recipe.program.clone(),
            args: args.into_iter().map(OsString::from).collect(),
            environment: build_environment(
                policy,
                host,
                explicit.iter().map(|(name, value)| (name, value)),
            ),
            directory: self.root.path().to_owned(),
            name: server.name.to_string(),
            guard: self.guard.clone(),
        }
    }
}

/// The user's options as the adapter gets them: those that the host itself
/// understands only if the adapter's schema names them, too.
fn adapter_options(server: &Configured) -> String {
    let mut options =
        server.config.options.clone().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    if let (Some(fields), Some(descriptor)) = (options.as_object_mut(), &server.descriptor) {
        fields.retain(|name, _| {
            !HOST_OPTIONS.contains(&name.as_str())
                || descriptor.options_schema.contains(&format!("\"{name}\""))
        });
    }
    options.to_string()
}

/// Paths with a separator in `command` are relative to this.
fn server_base(root: &Root) -> &Path {
    root.path()
}

async fn plan_with(
    adapter: &Arc<dyn Adapter>,
    facts: Facts,
    server: &ServerName,
) -> Result<(Plan, Vec<Degraded>), OpError> {
    let Some(hooks) = adapter.launch() else { return Ok((Plan::default(), Vec::new())) };
    match hear(adapter, hooks.plan(facts)).await {
        (Ok(plan), degraded) => Ok((plan, degraded)),
        // The adapter knows that this launch makes no sense.
        (Err(error), _) if error.is_deliberate() => {
            Err(OpError::Adapter { server: server.clone(), message: error.to_string() })
        }
        (Err(_), degraded) => Ok((Plan::default(), degraded)),
    }
}

/// The first recipe whose program is in one of the folders, or the one of the
/// wanted id; a recipe for some operations only is not found without being named
/// where others are for all. Commands with a separator are relative to `base`.
pub async fn find_program(
    descriptor: &Descriptor,
    wanted: Option<&str>,
    search: &[PathBuf],
    base: &Path,
) -> Option<Recipe> {
    let recipes: Vec<&info::Recipe> = match wanted {
        Some(wanted) => descriptor.recipes.iter().filter(|recipe| recipe.id == wanted).collect(),
        None => main_recipes(descriptor).collect(),
    };
    for recipe in recipes {
        for command in &recipe.commands {
            let Some(program) = resolve(command, search, base) else { continue };
            if version_fits(recipe, &program).await {
                return Some(Recipe { id: recipe.id.clone(), program, args: recipe.args.clone() });
            }
        }
    }
    None
}

fn resolve(command: &str, search: &[PathBuf], base: &Path) -> Option<PathBuf> {
    let path = std::env::join_paths(search).ok()?;
    resolve_program(OsStr::new(command), Some(&path), base)
}

/// Whether a program of a shared name (`tsc`) is the one meant.
async fn version_fits(recipe: &info::Recipe, program: &Path) -> bool {
    let Some(pattern) = &recipe.version_pattern else { return true };
    let none: [(OsString, OsString); 0] = [];
    let inherited = build_environment(InheritEnvironment::Filtered, std::env::vars_os(), none);
    let output = tokio::process::Command::new(program)
        .args(&recipe.version_args)
        .env_clear()
        .envs(inherited.iter())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .output();
    match tokio::time::timeout(VERSION_TIMEOUT, output).await {
        Ok(Ok(output)) => String::from_utf8_lossy(&output.stdout).contains(pattern.as_str()),
        _ => false,
    }
}

fn not_found(server: &Configured, command: &str, recipes: &[info::Recipe]) -> OpError {
    let message = if command.is_empty() {
        let names: Vec<&str> =
            recipes.iter().flat_map(|recipe| recipe.commands.iter().map(String::as_str)).collect();
        if names.is_empty() {
            // Those that the grant does not name are not here.
            "the configuration grants none of the programs that its adapter would start; name \
             them in `commands` of its [plugins] entry (deixis plugin inspect shows them)"
                .to_owned()
        } else {
            format!("none of its programs is on PATH: {}", names.join(", "))
        }
    } else {
        format!("the program {command:?} is not on PATH, or not executable")
    };
    let hint = recipes.first().map(install_hint);
    OpError::StartFailed {
        server: server.name.clone(),
        message,
        stderr: Vec::new(),
        hint: hint.flatten(),
    }
}

/// How to install a recipe's program on this platform, as one sentence.
#[must_use]
pub fn install_hint(recipe: &info::Recipe) -> Option<String> {
    let fits = |platform: &str| {
        platform == "any"
            || platform == std::env::consts::OS
            || platform == "debian" && cfg!(target_os = "linux")
    };
    let hint =
        recipe.install.iter().find(|hint| fits(&hint.platform)).or(recipe.install.first())?;
    Some(format!("install it with: {}", hint.command))
}

/// `initializationOptions`: the adapter's with the user's on top.
pub(crate) fn initialization_options(plan: &Plan, user: &Value) -> Option<Value> {
    let planned =
        plan.initialization_options.as_deref().and_then(|json| serde_json::from_str(json).ok());
    match (planned, user) {
        (None, Value::Null) => None,
        (Some(planned), Value::Null) => Some(planned),
        (None, user) => Some(user.clone()),
        (Some(mut planned), user) => {
            merge(&mut planned, user);
            Some(planned)
        }
    }
}
