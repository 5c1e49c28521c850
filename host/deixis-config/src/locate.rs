//! Where the configuration file lies, and reading it.
//!
//! The order: the file named on the command line; `$XDG_CONFIG_HOME/deixis/config.toml`
//! on every platform where that variable is set; the platform's own place. A
//! named file must exist; the others may be absent, which is an empty
//! configuration and no error. The project tree is never looked at.

use crate::error::ConfigError;
use crate::model::Config;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

/// The largest configuration file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// Which platform's habits decide the last place that is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux and every other Unix: `~/.config`.
    Unix,
    /// macOS: `~/Library/Application Support`.
    MacOs,
    /// Windows: `%APPDATA%`.
    Windows,
}

impl Platform {
    /// The platform this was compiled for.
    pub const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Unix
    };
}

/// Everything that finding the file depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookup {
    /// The file named on the command line.
    pub explicit: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`. Like the other two, ignored unless absolute.
    pub xdg_config_home: Option<OsString>,
    /// `HOME`.
    pub home: Option<OsString>,
    /// `APPDATA`.
    pub app_data: Option<OsString>,
    /// Whose habits hold.
    pub platform: Platform,
}

impl Lookup {
    /// From this process's environment and platform.
    #[must_use]
    pub fn from_environment(explicit: Option<PathBuf>) -> Self {
        Self {
            explicit,
            xdg_config_home: std::env::var_os("XDG_CONFIG_HOME"),
            home: std::env::var_os("HOME"),
            app_data: std::env::var_os("APPDATA"),
            platform: Platform::HERE,
        }
    }

    /// The one file that would be read, whether it exists or not; `None` when
    /// the environment names no place at all. Pure.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        if let Some(explicit) = &self.explicit {
            return Some(explicit.clone());
        }
        let absolute = |value: &Option<OsString>| {
            value.as_ref().map(PathBuf::from).filter(|path| is_absolute(path, self.platform))
        };
        let base = absolute(&self.xdg_config_home).or_else(|| match self.platform {
            Platform::Unix => Some(absolute(&self.home)?.join(".config")),
            Platform::MacOs => {
                Some(absolute(&self.home)?.join("Library").join("Application Support"))
            }
            Platform::Windows => absolute(&self.app_data),
        })?;
        Some(base.join("deixis").join("config.toml"))
    }

    /// Finds, reads and checks the configuration.
    ///
    /// `built_in` are the names of the adapters that need no `[plugins.NAME]`.
    ///
    /// # Errors
    ///
    /// A named file that is not there, a file that cannot be read or is too
    /// large, or everything that is wrong in it. No file at all is the empty
    /// configuration.
    pub fn load(&self, built_in: &[&str]) -> Result<Config, ConfigError> {
        let Some(path) = self.path() else { return Ok(Config::default()) };
        match read_bounded(&path) {
            Ok(text) => {
                let canonical = path
                    .canonicalize()
                    .map_err(|source| ConfigError::Read { path: path.clone(), source })?;
                Config::parse(&text, &canonical, built_in).map_err(ConfigError::Invalid)
            }
            Err(ConfigError::NotFound { .. }) if self.explicit.is_none() => Ok(Config::default()),
            Err(error) => Err(error),
        }
    }
}

/// `Path::is_absolute` asks the platform compiled for; a lookup may be asked
/// about another one, where a drive letter makes a path absolute.
fn is_absolute(path: &Path, platform: Platform) -> bool {
    if platform == Platform::HERE {
        return path.is_absolute();
    }
    let bytes = path.as_os_str().as_encoded_bytes();
    match platform {
        Platform::Unix | Platform::MacOs => bytes.starts_with(b"/"),
        Platform::Windows => matches!(bytes, [_, b':', b'/' | b'\\', ..]),
    }
}

fn read_bounded(path: &Path) -> Result<String, ConfigError> {
    let read_error = |source: std::io::Error| match source.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            ConfigError::NotFound { path: path.to_owned() }
        }
        _ => ConfigError::Read { path: path.to_owned(), source },
    };
    let mut text = String::new();
    let file = File::open(path).map_err(read_error)?;
    let read = file.take(MAX_FILE_BYTES + 1).read_to_string(&mut text).map_err(read_error)?;
    if read as u64 > MAX_FILE_BYTES {
        return Err(ConfigError::TooLarge { path: path.to_owned(), limit: MAX_FILE_BYTES });
    }
    Ok(text)
}
