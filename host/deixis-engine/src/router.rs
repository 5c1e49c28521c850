//! Which server a file belongs to. Pure: built once from the configuration and
//! the adapters' descriptors, it reads neither disk nor server state.
//!
//! Within one server a pattern beats a file name, a file name beats a suffix,
//! and the longest suffix wins. Several servers for one file is an error of
//! the caller's unless it names one.

use std::collections::BTreeMap;
use std::sync::Arc;

use deixis_base::RootedPath;
use deixis_config as config;
use deixis_hooks::info::Descriptor;
use globset::{Glob, GlobMatcher};

use crate::OpError;
use crate::answer::ServerName;

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
    servers: BTreeMap<ServerName, Routes>,
}

impl Router {
    pub(crate) fn new(servers: BTreeMap<ServerName, Routes>) -> Self {
        Self { servers }
    }

    /// The server of a file, and the file's language id.
    pub(crate) fn route(
        &self,
        path: &RootedPath,
        wanted: Option<&str>,
    ) -> Result<(ServerName, Arc<str>), OpError> {
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
        let mut found = self.servers.iter().filter_map(|(name, routes)| {
            routes.language(path).map(|language| (name.clone(), Arc::clone(language)))
        });
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(only),
            (Some((first, _)), Some((second, _))) => Err(OpError::Routing {
                path: path.to_string(),
                message: format!(
                    "{path} belongs to several servers: {first} and {second}; say which, for example server: \"{first}\""
                ),
            }),
            (None, _) => Err(self.no_route(path)),
        }
    }

    fn no_route(&self, path: &RootedPath) -> OpError {
        let all: Vec<_> = self
            .servers
            .iter()
            .map(|(name, routes)| format!("{name} ({})", routes.describe()))
            .collect();
        OpError::Routing {
            path: path.to_string(),
            message: format!(
                "no language server is configured for {path}; configured are {}",
                all.join(", ")
            ),
        }
    }

    /// A server by name.
    pub(crate) fn named(&self, name: &str) -> Result<(&ServerName, &Routes), OpError> {
        self.servers.get_key_value(name).ok_or_else(|| OpError::UnknownServer {
            name: name.to_owned(),
            known: self.servers.keys().map(ToString::to_string).collect(),
        })
    }
}
