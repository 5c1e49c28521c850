//! What a server wants to hear of the disk: its `didChangeWatchedFiles`
//! registrations (LSP 3.17, `FileSystemWatcher`), or, without any, the files
//! that are routed to it.

use deixis_base::{Root, RootedPath, uri};
use deixis_hooks::{Change, ChangeKind};
use deixis_lsp::Capabilities;
use globset::{GlobBuilder, GlobMatcher};
use serde_json::{Value, json};

/// The method, as registrations name it.
pub(crate) const METHOD: &str = "workspace/didChangeWatchedFiles";

/// One registered watcher.
#[derive(Debug)]
struct Watcher {
    glob: GlobMatcher,
    /// Absolute folder that the glob is relative to; `None` for globs that
    /// stand for themselves.
    base: Option<String>,
    /// Bits of `WatchKind`: 1 created, 2 changed, 4 deleted.
    kinds: u64,
}

/// All watchers of one server.
#[derive(Debug, Default)]
pub(crate) struct Watchers {
    watchers: Vec<Watcher>,
    registered: bool,
}

impl Watchers {
    /// From the registrations as they are now. A glob that is none is logged
    /// and left out.
    pub(crate) fn new(capabilities: &Capabilities) -> Self {
        let mut watchers = Vec::new();
        let mut registered = false;
        for registration in capabilities.registrations(METHOD) {
            registered = true;
            for watcher in registration.options["watchers"].as_array().into_iter().flatten() {
                match parse(watcher) {
                    Some(watcher) => watchers.push(watcher),
                    None => {
                        tracing::warn!(target: "deixis::engine", %watcher, "a file watcher could not be understood");
                    }
                }
            }
        }
        Self { watchers, registered }
    }

    /// Whether the server wants to hear of a change. `routed` says whether the
    /// file is one of its own.
    fn wants(&self, root: &Root, change: &Change, routed: bool) -> bool {
        if !self.registered {
            return routed;
        }
        let bit = match change.kind {
            ChangeKind::Created => 1,
            ChangeKind::Changed => 2,
            ChangeKind::Deleted => 4,
        };
        let absolute = absolute(root, &change.path);
        self.watchers.iter().any(|watcher| {
            let matched = match &watcher.base {
                Some(base) => {
                    relative(&absolute, base).is_some_and(|path| watcher.glob.is_match(path))
                }
                None => watcher.glob.is_match(&*change.path) || watcher.glob.is_match(&absolute),
            };
            watcher.kinds & bit != 0 && matched
        })
    }

    /// `DidChangeWatchedFilesParams` with the changes that the server wants;
    /// `None` if there are none.
    pub(crate) fn params(
        &self,
        root: &Root,
        changes: &[Change],
        routed: impl Fn(&RootedPath) -> bool,
    ) -> Option<Value> {
        let wanted = changes.iter().filter_map(|change| {
            let path = RootedPath::new(&change.path).ok()?;
            let kind = match change.kind {
                ChangeKind::Created => 1,
                ChangeKind::Changed => 2,
                ChangeKind::Deleted => 3,
            };
            self.wants(root, change, routed(&path))
                .then(|| json!({"uri": root.uri_of(&path), "type": kind}))
        });
        let wanted: Vec<Value> = wanted.collect();
        (!wanted.is_empty()).then(|| json!({ "changes": wanted }))
    }
}

fn absolute(root: &Root, path: &str) -> String {
    format!("{}/{path}", root.path().to_string_lossy().trim_end_matches('/'))
}

fn relative<'a>(path: &'a str, base: &str) -> Option<&'a str> {
    path.strip_prefix(base.trim_end_matches('/'))?.strip_prefix('/')
}

fn parse(watcher: &Value) -> Option<Watcher> {
    let kinds = watcher["kind"].as_u64().unwrap_or(7);
    let pattern = &watcher["globPattern"];
    if let Some(glob) = pattern.as_str() {
        return Some(Watcher { glob: compile(glob)?, base: None, kinds });
    }
    let base = pattern["baseUri"].as_str().or_else(|| pattern["baseUri"]["uri"].as_str())?;
    let base = uri::to_path(base)?.to_string_lossy().into_owned();
    Some(Watcher { glob: compile(pattern["pattern"].as_str()?)?, base: Some(base), kinds })
}

fn compile(glob: &str) -> Option<GlobMatcher> {
    let glob =
        GlobBuilder::new(glob).literal_separator(true).empty_alternates(true).build().ok()?;
    Some(glob.compile_matcher())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(watchers: &Value, path: &str, kind: ChangeKind, expected: bool) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = Root::open(folder.path()).expect("a root");
        let text = watchers.to_string().replace("$ROOT", &root.path().to_string_lossy());
        let watchers: Value = serde_json::from_str(&text).expect("JSON");
        let mut capabilities = Capabilities::default();
        capabilities.register(&json!({"registrations": [
            {"id": "1", "method": METHOD, "registerOptions": {"watchers": watchers}}
        ]}));
        let change = Change { path: path.into(), kind };
        let wanted = Watchers::new(&capabilities).wants(&root, &change, false);
        assert_eq!(wanted, expected, "{watchers} {path} {kind:?}");
    }

    #[test]
    fn globs_bases_and_kinds() {
        let glob = |pattern: &str| json!([{ "globPattern": pattern }]);
        check(&glob("**/*.rs"), "src/a.rs", ChangeKind::Changed, true);
        check(&glob("**/*.rs"), "a.rs", ChangeKind::Created, true);
        check(&glob("**/*.{ts,js}"), "a/b.js", ChangeKind::Changed, true);
        check(&glob("*.rs"), "src/a.rs", ChangeKind::Changed, false);
        check(&glob("$ROOT/**/*"), "src/a.rs", ChangeKind::Deleted, true);
        check(&json!([{"globPattern": "**", "kind": 4}]), "a.rs", ChangeKind::Changed, false);
        let relative = json!([{"globPattern": {"baseUri": "file://$ROOT/src", "pattern": "*.rs"}}]);
        check(&relative, "src/a.rs", ChangeKind::Changed, true);
        check(&relative, "a.rs", ChangeKind::Changed, false);
        let folder = json!([{"globPattern": {"baseUri": {"uri": "file://$ROOT", "name": "x"}, "pattern": "**/*"}}]);
        check(&folder, "src/a.rs", ChangeKind::Changed, true);
    }

    #[test]
    fn without_registrations_a_server_hears_of_its_own_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = Root::open(folder.path()).expect("a root");
        let change = Change { path: "a.rs".into(), kind: ChangeKind::Changed };
        let watchers = Watchers::new(&Capabilities::default());
        assert!(watchers.wants(&root, &change, true));
        assert!(!watchers.wants(&root, &change, false));
    }
}
