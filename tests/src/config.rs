//! Configurations for tests.

use std::path::{Path, PathBuf};

use crate::binary;
use crate::scripted::Scripted;

/// A configuration file in the making.
#[derive(Debug, Default)]
pub struct Config {
    table: toml::Table,
    raw: Option<String>,
}

impl Config {
    /// An empty configuration: no servers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A configuration of exactly this text, right or wrong.
    #[must_use]
    pub fn raw(text: &str) -> Self {
        Self { table: toml::Table::new(), raw: Some(text.to_owned()) }
    }

    /// A server of which only the adapter is named.
    #[must_use]
    pub fn adapter(self, name: &str) -> Self {
        self.set(&format!("servers.{name}.adapter"), name)
    }

    /// A scripted server for `.toy` files, everything said by hand.
    #[must_use]
    pub fn scripted(self, name: &str, script: &Scripted) -> Self {
        let command = binary::scripted_ls().to_string_lossy().into_owned();
        self.set(&format!("servers.{name}.command"), command)
            .set(&format!("servers.{name}.args"), script.arguments())
            .set(&format!("servers.{name}.file_extensions"), routes(&[(".toy", "toy")]))
    }

    /// Sets one field by its dotted path, creating tables on the way.
    ///
    /// # Panics
    ///
    /// When the path leads through something that is no table: a mistake of the test.
    #[must_use]
    pub fn set(mut self, path: &str, value: impl Into<toml::Value>) -> Self {
        let mut parts: Vec<&str> = path.split('.').collect();
        let last = parts.pop().expect("a path has a last part");
        let mut table = &mut self.table;
        for part in parts {
            let entry = table.entry(part).or_insert_with(|| toml::Table::new().into());
            table = entry.as_table_mut().expect("a table on the way");
        }
        table.insert(last.to_owned(), value.into());
        self
    }

    /// Writes the file into a folder and returns its path.
    ///
    /// # Panics
    ///
    /// When the folder cannot be written.
    #[must_use]
    pub fn write(&self, folder: &Path) -> PathBuf {
        let path = folder.join("deixis.toml");
        let text = self.raw.clone().unwrap_or_else(|| self.table.to_string());
        std::fs::write(&path, text).expect("the configuration can be written");
        path
    }
}

/// A table of routes: file-name suffix and language id.
#[must_use]
pub fn routes(pairs: &[(&str, &str)]) -> toml::Table {
    pairs.iter().map(|(suffix, id)| ((*suffix).to_owned(), (*id).into())).collect()
}
