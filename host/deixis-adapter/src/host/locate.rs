//! `locate`: where a granted program is, on the server's own search path.

use std::path::PathBuf;
use std::sync::Arc;

use crate::os;

/// Finds programs. Cloning shares it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Locator {
    commands: Arc<[String]>,
    search_path: Arc<[PathBuf]>,
}

impl Locator {
    /// Finds these programs in these folders, in order.
    pub(crate) fn new(commands: &[String], search_path: Vec<PathBuf>) -> Self {
        Self { commands: commands.into(), search_path: search_path.into() }
    }

    /// The absolute path of a granted program. Relative folders of the search
    /// path are skipped: what they mean depends on where the host was started.
    pub(crate) fn program(&self, name: &str) -> Option<String> {
        let plain = !name.is_empty() && !name.contains(['/', '\\', ':', '\0']) && name != "..";
        if !plain || !self.grants(name) {
            return None;
        }
        let absolute = self.search_path.iter().filter(|folder| folder.is_absolute());
        let found = absolute.filter_map(|folder| os::executable(folder, name)).next()?;
        found.into_os_string().into_string().ok()
    }

    /// Whether the grant names this program.
    pub(crate) fn grants(&self, name: &str) -> bool {
        self.commands.iter().any(|granted| granted == name)
    }
}
