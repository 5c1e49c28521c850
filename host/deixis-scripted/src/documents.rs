//! What the server has been told: open documents, and files as they were read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::script::{Settings, Sync};
use crate::words::{Unit, lines};

/// Everything known of the project.
pub(crate) struct Documents {
    open: BTreeMap<String, Open>,
    disk: BTreeMap<String, String>,
    suffixes: Vec<String>,
    sync: Sync,
    /// The root as the client spelled it.
    pub(crate) root_uri: String,
    /// The encoding that the server declared, if it declared one.
    pub(crate) declared: Option<String>,
    /// The unit it counts in.
    pub(crate) unit: Unit,
}

/// One open document.
struct Open {
    version: i64,
    text: String,
}

/// Files read at `initialize`, at most.
const MAX_FILES: usize = 20_000;

impl Documents {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            open: BTreeMap::new(),
            disk: BTreeMap::new(),
            suffixes: settings.disk.clone(),
            sync: settings.sync,
            root_uri: String::new(),
            declared: None,
            unit: Unit::Utf16,
        }
    }

    /// Chooses the encoding and reads the files below the root.
    pub(crate) fn initialize(&mut self, params: &Value, settings: &Settings) {
        let offered = params["capabilities"]["general"]["positionEncodings"].as_array();
        let offered: Vec<&str> = offered.into_iter().flatten().filter_map(Value::as_str).collect();
        self.declared =
            settings.encodings.iter().find(|name| offered.contains(&name.as_str())).cloned();
        let name = settings.really.as_deref().or(self.declared.as_deref()).unwrap_or("utf-16");
        self.unit = Unit::named(name);

        let root =
            params["rootUri"].as_str().or_else(|| params["workspaceFolders"][0]["uri"].as_str());
        self.root_uri = root.unwrap_or_default().trim_end_matches('/').to_owned();
        if let Some(folder) = path_of(&self.root_uri) {
            self.read_folder(&folder);
        }
    }

    /// Every known text by URI: an open document hides the file.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        let open = self.open.iter().map(|(uri, open)| (uri.as_str(), open.text.as_str()));
        let disk = self.disk.iter().filter(|(uri, _)| !self.open.contains_key(*uri));
        open.chain(disk.map(|(uri, text)| (uri.as_str(), text.as_str())))
    }

    /// One known text.
    pub(crate) fn text(&self, uri: &str) -> Option<&str> {
        self.open.get(uri).map(|open| &open.text).or_else(|| self.disk.get(uri)).map(String::as_str)
    }

    /// The version of an open document.
    pub(crate) fn version(&self, uri: &str) -> Option<i64> {
        self.open.get(uri).map(|open| open.version)
    }

    /// Takes in a notification about documents or files; returns what is wrong with it.
    pub(crate) fn notice(&mut self, method: &str, params: &Value) -> Vec<String> {
        let document = &params["textDocument"];
        let uri = document["uri"].as_str().unwrap_or_default();
        let version = document["version"].as_i64().unwrap_or(i64::MIN);
        match method {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or_default().to_owned();
                let twice = self.open.insert(uri.to_owned(), Open { version, text }).is_some();
                if twice { vec![format!("{uri} opened twice")] } else { Vec::new() }
            }
            "textDocument/didChange" => self.change(uri, version, &params["contentChanges"]),
            "textDocument/didClose" => match self.open.remove(uri) {
                Some(_) => Vec::new(),
                None => vec![format!("{uri} closed, but it is not open")],
            },
            "workspace/didChangeWatchedFiles" => {
                params["changes"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .for_each(|change| self.reread(change));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn change(&mut self, uri: &str, version: i64, changes: &Value) -> Vec<String> {
        let (sync, unit) = (self.sync, self.unit);
        let Some(open) = self.open.get_mut(uri) else {
            return vec![format!("{uri} changed, but it is not open")];
        };
        let mut breaches = Vec::new();
        if version <= open.version {
            breaches.push(format!("{uri}: version {version} after {}", open.version));
        }
        open.version = version;
        for change in changes.as_array().into_iter().flatten() {
            let new = change["text"].as_str().unwrap_or_default();
            let Some(range) = change.get("range") else {
                if sync == Sync::Strict {
                    breaches.push(format!("{uri}: a whole text for a server of increments"));
                }
                new.clone_into(&mut open.text);
                continue;
            };
            if sync == Sync::Full {
                breaches.push(format!("{uri}: an increment for a server of whole texts"));
            }
            let offsets = (
                offset(&open.text, &range["start"], unit),
                offset(&open.text, &range["end"], unit),
            );
            match offsets {
                (Some(start), Some(end)) if start <= end => {
                    open.text.replace_range(start..end, new);
                }
                _ => breaches.push(format!("{uri}: no such range {range}")),
            }
        }
        breaches
    }

    fn reread(&mut self, change: &Value) {
        let Some(uri) = change["uri"].as_str() else { return };
        let text = path_of(uri).and_then(|path| std::fs::read_to_string(path).ok());
        match text {
            Some(text) if change["type"].as_i64() != Some(3) => {
                drop(self.disk.insert(uri.to_owned(), text));
            }
            _ => drop(self.disk.remove(uri)),
        }
    }

    fn read_folder(&mut self, folder: &Path) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && !name.starts_with('.') {
                self.read_folder(&path);
            } else if self.suffixes.iter().any(|suffix| name.ends_with(suffix.as_str()))
                && self.disk.len() < MAX_FILES
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                self.disk.insert(uri_of(&path), text);
            }
        }
    }
}

/// The byte offset of a position; `None` where there is none.
fn offset(text: &str, position: &Value, unit: Unit) -> Option<usize> {
    let line = usize::try_from(position["line"].as_u64()?).ok()?;
    let column = usize::try_from(position["character"].as_u64()?).ok()?;
    let in_line = *lines(text).get(line)?;
    // Both point into one allocation, so the distance is the line's offset.
    let start = in_line.as_ptr() as usize - text.as_ptr() as usize;
    Some(start + unit.byte(in_line, column)?)
}

/// `file:` URI to path.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let escaped = || -> Option<u8> {
            let mut rest = rest.clone();
            let digits = [rest.next()?, rest.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()
        };
        if byte == b'%' {
            bytes.push(escaped()?);
            rest.nth(1);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// Path to `file:` URI, escaped as strictly as clients do.
fn uri_of(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
