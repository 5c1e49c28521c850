//! From the text of a file to a checked [`Config`], collecting every mistake.
//!
//! The document is parsed once, with the parser's own recovery; then each table
//! is walked by a reader that knows its fields (`server`, `plugin`) and takes
//! them out by type (`table`). Whatever is wrong goes into one list (`findings`)
//! and reading goes on, with the default in the place of what was wrong. When
//! the list stays empty, so does the need for any of those defaults.

mod adapters;
mod findings;
mod json;
mod nearest;
mod plugin;
mod routes;
mod server;
mod syntax;
mod table;

use crate::error::Mistakes;
use crate::model::Config;
use findings::Findings;
use std::path::Path;
use table::Table;
use toml::de::DeTable;

/// The fields of the document itself.
const FIELDS: &[(&str, &str)] = &[
    ("servers", "[servers.rust]\nadapter = \"rust\""),
    ("plugins", "[plugins.zig]\nsource = \"adapters/zig.wasm\""),
];

impl Config {
    /// Reads and checks the text of a configuration file.
    ///
    /// `file` is the file's path: mistakes name it, and relative plugin sources
    /// are resolved against its folder. `built_in` are the adapters that need
    /// no `[plugins.NAME]`.
    ///
    /// # Errors
    ///
    /// Every mistake that the text alone shows, in the order of lines. When the
    /// text is no TOML, what is missing elsewhere is not looked for: it may be
    /// there and not have been understood.
    pub fn parse(text: &str, file: &Path, built_in: &[&str]) -> Result<Self, Mistakes> {
        let (document, errors) = DeTable::parse_recoverable(text);
        let mut findings = Findings::new(text);
        syntax::report(&errors, &mut findings);
        let mut config = Self { source: Some(file.to_owned()), ..Self::default() };
        let folder = file.parent().unwrap_or(Path::new(""));
        read(&document, folder, built_in, &mut config, &mut findings);
        match findings.finish() {
            list if list.is_empty() => Ok(config),
            list => Err(Mistakes { file: file.to_owned(), list }),
        }
    }
}

fn read(
    document: &toml::Spanned<DeTable<'_>>,
    folder: &Path,
    built_in: &[&str],
    config: &mut Config,
    findings: &mut Findings<'_>,
) {
    let root = Table::root(document);
    root.refuse_unknown(FIELDS, findings);
    let plugins = root.table("plugins", FIELDS, findings);
    let servers = root.table("servers", FIELDS, findings);
    let plugin_names: Vec<&str> =
        plugins.iter().flat_map(Table::entries).map(|entry| entry.key).collect();
    for entry in plugins.iter().flat_map(Table::entries) {
        let context = plugin::Context { folder, built_in };
        if let Some(table) = entry.table("source = \"adapters/zig.wasm\"", findings)
            && let Some(plugin) = plugin::read(entry.key, &table, &context, findings)
        {
            config.plugins.insert(entry.key.to_owned(), plugin);
        }
    }
    let adapters: Vec<&str> = built_in.iter().copied().chain(plugin_names).collect();
    for entry in servers.iter().flat_map(Table::entries) {
        if let Some(table) = entry.table("command = \"rust-analyzer\"", findings) {
            let server = server::read(entry.key, &table, &adapters, findings);
            config.servers.insert(entry.key.to_owned(), server);
        }
    }
}
