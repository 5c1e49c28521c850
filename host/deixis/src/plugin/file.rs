//! The configuration file as it is changed: read, edited as text, checked, replaced as a whole.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use deixis_config::edit::EditError;
use deixis_config::{Config, Lookup};

use crate::cli::Common;
use crate::session;

/// The configuration file of this command, and what is in it.
pub(super) struct File {
    path: PathBuf,
    text: String,
    pub(super) config: Config,
}

impl File {
    /// Reads it. One that is not there is empty, and is made when it is changed.
    pub(super) fn read(common: &Common) -> anyhow::Result<Self> {
        if !common.adapter.is_empty() {
            bail!("--adapter is for a session without a configuration; say --config FILE");
        }
        let lookup = Lookup::from_environment(common.config.clone());
        let path = lookup.path().context(
            "the environment names no place for the configuration; say --config FILE, or set \
             XDG_CONFIG_HOME or HOME",
        )?;
        let path = std::path::absolute(&path)?;
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).context(format!("{} cannot be read", path.display())),
        };
        let config = Config::parse(&text, &path, &session::built_in())?;
        // A link is followed, so that it is not replaced by a file.
        let path = path.canonicalize().unwrap_or(path);
        Ok(Self { path, text, config })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a component as it is written: relative where it lies below the file's folder.
    pub(super) fn source_of(&self, component: &Path) -> anyhow::Result<String> {
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        let written = component.strip_prefix(folder).unwrap_or(component);
        let written = written.to_str().with_context(|| {
            format!("{} is no Unicode, so it cannot be written down", component.display())
        })?;
        Ok(written.replace('\\', "/"))
    }

    /// Replaces the file by an edited text, if that is still a right configuration.
    pub(super) fn write(
        &self,
        edit: impl FnOnce(&str) -> Result<String, EditError>,
    ) -> anyhow::Result<()> {
        let text = edit(&self.text)?;
        Config::parse(&text, &self.path, &session::built_in())?;
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        let mut new = tempfile::NamedTempFile::new_in(folder)
            .with_context(|| format!("nothing can be written in {}", folder.display()))?;
        new.write_all(text.as_bytes())?;
        if let Ok(old) = fs::metadata(&self.path) {
            new.as_file().set_permissions(old.permissions())?;
        }
        new.as_file().sync_all()?;
        new.persist(&self.path)
            .with_context(|| format!("{} cannot be replaced", self.path.display()))?;
        Ok(())
    }
}
