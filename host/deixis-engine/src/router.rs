//! Which server a file belongs to. Pure: built once from the configuration and
//! the adapters' descriptors, it reads neither disk nor server state.
//!
//! Within one server a pattern beats a file name, a file name beats a suffix,
//! and the longest suffix wins. Several main servers for one file is an error of
//! the caller's unless it names one; companions come after the main server.

use std::collections::BTreeMap;
use std::sync::Arc;

use deixis_base::RootedPath;
use deixis_config as config;
use deixis_hooks::info::Descriptor;
use globset::{Glob, GlobMatcher};

use crate::OpError;
use crate::answer::ServerName;
use crate::scope::Scope;

/// The routes of one server.
#[derive(Debug, Clone)]
pub(crate) struct Routes {
    patterns: Vec<(GlobMatcher, Arc<str>)>,
    names: BTreeMap<String, Arc<str>>,
    /// Longest first.
    suffixes: Vec<(String, Arc<str>)>,
    never: Vec<GlobMatcher>,
}

impl Routes {
    /// Routes that the user wrote beat those of the adapter as a whole: who
    /// writes routes says all of them.
    pub(crate) fn new(server: &config::Server, descriptor: Option<&Descriptor>) -> Self {
        let mut routes = Self {
            patterns: Vec::new(),
            names: BTreeMap::new(),
            suffixes: Vec::new(),
            never: Vec::new(),
        };
        if server.file_extensions.is_some() || server.file_patterns.is_some() {
            for (glob, id) in server.file_patterns.iter().flatten() {
                routes.pattern(glob, id);
            }
            for (suffix, id) in server.file_extensions.iter().flatten() {
                routes.suffixes.push((suffix.clone(), id.as_str().into()));
            }
        } else if let Some(descriptor) = descriptor {
            for language in &descriptor.languages {
                let id: Arc<str> = language.id.as_str().into();
                language.globs.iter().for_each(|glob| routes.pattern(glob, &id));
                routes
                    .names
                    .extend(language.file_names.iter().map(|name| (name.clone(), Arc::clone(&id))));
                routes.suffixes.extend(
                    language.suffixes.iter().map(|suffix| (suffix.clone(), Arc::clone(&id))),
                );
            }
        }
        if let Some(descriptor) = descriptor {
            routes.never = descriptor.never_send.iter().filter_map(|glob| matcher(glob)).collect();
        }
        routes.suffixes.sort_by_key(|(suffix, _)| std::cmp::Reverse(suffix.len()));
        routes
    }

    fn pattern(&mut self, glob: &str, id: &str) {
        // Globs of the configuration were checked when it was read.
        if let Some(matcher) = matcher(glob) {
            self.patterns.push((matcher, id.into()));
        }
    }

    /// The language id of a file, if this server takes it.
    pub(crate) fn language(&self, path: &RootedPath) -> Option<&Arc<str>> {
        let text = path.as_str();
        if self.never.iter().any(|glob| glob.is_match(text)) {
            return None;
        }
        if let Some((_, id)) = self.patterns.iter().find(|(glob, _)| glob.is_match(text)) {
            return Some(id);
        }
        let name = path.file_name();
        self.names.get(name).or_else(|| {
            self.suffixes
                .iter()
                .find(|(suffix, _)| name.len() > suffix.len() && name.ends_with(suffix))
                .map(|(_, id)| id)
        })
    }

    /// What it takes, for messages.
    fn describe(&self) -> String {
        let globs = self.patterns.iter().map(|(glob, _)| glob.glob().glob().to_owned());
        let suffixes = self.suffixes.iter().map(|(suffix, _)| format!("*{suffix}"));
        globs
            .chain(suffixes)
            .chain(self.names.keys().cloned())
            .take(8)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

fn matcher(glob: &str) -> Option<GlobMatcher> {
    Glob::new(glob).ok().map(|glob| glob.compile_matcher())
}

/// All routes.
#[derive(Debug)]
pub(crate) struct Router {
    servers: BTreeMap<ServerName, (Routes, Scope)>,
}

/// A server that takes a file, and the file's language id there.
type Route = (ServerName, Arc<str>);

impl Router {
    pub(crate) fn new(servers: BTreeMap<ServerName, (Routes, Scope)>) -> Self {
        Self { servers }
    }

    /// The server that is asked about a file, and the file's language id.
    pub(crate) fn route(
        &self,
        path: &RootedPath,
        wanted: Option<&str>,
        operation: &str,
    ) -> Result<Route, OpError> {
        if let Some(wanted) = wanted {
            let (name, routes) = self.named(wanted)?;
            return match routes.language(path) {
                Some(language) => Ok((name.clone(), Arc::clone(language))),
                None => Err(OpError::Routing {
                    path: path.to_string(),
                    message: format!(
                        "{path} is no file of {name}, which takes {}",
                        routes.describe()
                    ),
                }),
            };
        }
        for companions in [false, true] {
            let mut found = self.takers(path, operation, companions);
            match (found.next(), found.next()) {
                (Some(only), None) => return Ok(only),
                (Some((first, _)), Some((second, _))) => {
                    return Err(OpError::Routing {
                        path: path.to_string(),
                        message: format!(
                            "{path} belongs to several servers: {first} and {second}; say which, for example server: \"{first}\", or make one the other's companion in the configuration (companion = true)"
                        ),
                    });
                }
                (None, _) => {}
            }
        }
        Err(self.no_route(path, operation))
    }

    /// The companions that have a word on a file besides its main server.
    pub(crate) fn companions(&self, path: &RootedPath, operation: &str) -> Vec<ServerName> {
        self.takers(path, operation, true).map(|(name, _)| name).collect()
    }

    /// The main servers, or the companions, that take a file and are asked for this.
    fn takers(
        &self,
        path: &RootedPath,
        operation: &str,
        companions: bool,
    ) -> impl Iterator<Item = Route> {
        self.servers.iter().filter_map(move |(name, (routes, scope))| {
            let asked = scope.is_companion == companions && scope.answers(operation);
            let language = routes.language(path).filter(|_| asked)?;
            Some((name.clone(), Arc::clone(language)))
        })
    }

    fn no_route(&self, path: &RootedPath, operation: &str) -> OpError {
        let taken = self.servers.iter().find(|(_, (routes, _))| routes.language(path).is_some());
        let message = if let Some((name, (_, scope))) = taken {
            format!(
                "no language server is configured that answers {operation} for {path}: {name} takes it for {} only",
                scope.describe()
            )
        } else {
            let described = |(name, (routes, _)): (&ServerName, &(Routes, Scope))| {
                format!("{name} ({})", routes.describe())
            };
            let all: Vec<_> = self.servers.iter().map(described).collect();
            format!(
                "no language server is configured for {path}; configured are {}",
                all.join(", ")
            )
        };
        OpError::Routing { path: path.to_string(), message }
    }

    /// A server by name.
    pub(crate) fn named(&self, name: &str) -> Result<(&ServerName, &Routes), OpError> {
        let known = self.servers.get_key_value(name).map(|(name, (routes, _))| (name, routes));
        known.ok_or_else(|| OpError::UnknownServer {
            name: name.to_owned(),
            known: self.servers.keys().map(ToString::to_string).collect(),
        })
    }
}
