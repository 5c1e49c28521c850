//! What is wrong with a configuration, said so that it can be put right.

use std::fmt;
use std::path::PathBuf;

/// Mistakes in one message; a file with more of them is no configuration.
const SHOWN_MISTAKES: usize = 50;

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file named by the user is not there.
    #[error(
        "there is no configuration file at {}; give an existing file, or leave `--config` out",
        path.display()
    )]
    NotFound {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The file is there and cannot be read.
    #[error("the configuration file {} cannot be read: {source}", path.display())]
    Read {
        /// The path as it was given or found.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The file is larger than any sensible configuration.
    #[error("the configuration file {} has more than {limit} bytes", path.display())]
    TooLarge {
        /// The path as it was given or found.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// The file was read and says something that cannot be right.
    #[error(transparent)]
    Invalid(#[from] Mistakes),
}

/// Every mistake in one file, in the order of their lines; never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Mistakes {
    /// The file, as it was given or found.
    pub file: PathBuf,
    /// The mistakes.
    pub list: Vec<Mistake>,
}

impl fmt::Display for Mistakes {
    /// One mistake after another, the first 50 of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.list.iter().take(SHOWN_MISTAKES).enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{}:{mistake}", self.file.display())?;
        }
        match self.list.len().saturating_sub(SHOWN_MISTAKES) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more mistakes"),
        }
    }
}

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The line it is on, from 1.
    pub line: usize,
    /// The field, as a dotted TOML path; empty for the document itself.
    pub field: String,
    /// The value that was found, as written, cut when long.
    pub value: Option<String>,
    /// What is wrong: a sentence without its full stop.
    pub problem: String,
    /// A line (or a few) of TOML that would be right here.
    pub example: String,
}

impl fmt::Display for Mistake {
    /// `LINE: FIELD = VALUE: PROBLEM`, without what there is not, then the example on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.line)?;
        match (&self.field, &self.value) {
            (field, Some(value)) if field.is_empty() => write!(f, "{value}: ")?,
            (field, None) if field.is_empty() => {}
            (field, Some(value)) => write!(f, "{field} = {value}: ")?,
            (field, None) => write!(f, "{field}: ")?,
        }
        write!(f, "{}", self.problem)?;
        if self.example.is_empty() {
            return Ok(());
        }
        write!(f, "\n    right would be: {}", self.example.replace('\n', "\n                    "))
    }
}
