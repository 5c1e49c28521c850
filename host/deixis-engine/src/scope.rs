//! What a server is asked for where the caller names none.
//!
//! A file has at most one main server and any number of companions. A companion, such as a linter
//! beside a type checker, is asked for what no main server of the file answers, and for its
//! diagnostics always.

use std::path::Path;

use deixis_config as config;
use deixis_hooks::info::{Descriptor, Recipe};

/// The operation that companions always take part in.
pub(crate) const DIAGNOSTICS: &str = "diagnostics";

/// One server's part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    pub(crate) is_companion: bool,
    /// Names of tools; empty if its capabilities decide.
    operations: Vec<String>,
}

impl Scope {
    /// The recipe says which operations the program answers; one that answers only some is a
    /// companion unless the user says otherwise.
    pub(crate) fn new(server: &config::Server, descriptor: Option<&Descriptor>) -> Self {
        let operations = descriptor.map_or_else(Vec::new, |known| operations(server, known));
        let is_companion = server.companion.unwrap_or(!operations.is_empty());
        Self { is_companion, operations }
    }

    /// Whether it is to be asked for this.
    pub(crate) fn answers(&self, operation: &str) -> bool {
        self.operations.is_empty() || self.operations.iter().any(|known| known == operation)
    }

    /// What it answers, for messages.
    pub(crate) fn describe(&self) -> String {
        self.operations.join(", ")
    }
}

/// The recipes that may be in use: which one it is shows only when the server is started.
fn operations(server: &config::Server, descriptor: &Descriptor) -> Vec<String> {
    let wanted = server.options.as_ref().and_then(|options| options["recipe"].as_str());
    let command = server.command.as_deref().map(Path::new);
    let candidates: Vec<&Recipe> = match (command, wanted) {
        (Some(command), _) => recipe_of(descriptor, command).into_iter().collect(),
        (None, Some(id)) => descriptor.recipes.iter().filter(|recipe| recipe.id == id).collect(),
        (None, None) => main_recipes(descriptor).collect(),
    };
    if candidates.iter().any(|recipe| recipe.operations.is_empty()) {
        return Vec::new();
    }
    candidates.iter().flat_map(|recipe| recipe.operations.iter().cloned()).collect()
}

/// The recipe that an explicit command belongs to, by program name.
pub(crate) fn recipe_of<'a>(descriptor: &'a Descriptor, program: &Path) -> Option<&'a Recipe> {
    let name = program.file_stem()?.to_str()?;
    descriptor.recipes.iter().find(|recipe| recipe.commands.iter().any(|command| command == name))
}

/// The recipes that are tried where none is named: those that answer everything, if there are
/// any. A linter is no substitute for a type checker.
pub(crate) fn main_recipes(descriptor: &Descriptor) -> impl Iterator<Item = &Recipe> {
    let all_limited = descriptor.recipes.iter().all(|recipe| !recipe.operations.is_empty());
    descriptor.recipes.iter().filter(move |recipe| all_limited || recipe.operations.is_empty())
}
