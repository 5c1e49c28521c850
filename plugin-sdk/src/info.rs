//! The group `info`: who the adapter is and what it serves. The only required
//! group, and a constant one: the host calls it once.

use crate::bindings::info::exports::deixis::adapter::info as wire;

pub use wire::{Descriptor, InstallHint, Language, OpenPolicy, Recipe};

/// The hook group.
pub trait Info {
    /// Everything that the host may know without asking further.
    fn describe() -> Descriptor;
}

impl<T: Info> wire::Guest for T {
    fn describe() -> Descriptor {
        crate::export::enter();
        T::describe()
    }
}

/// The options schema of an adapter that takes no options.
const NO_OPTIONS: &str = r#"{"type":"object","additionalProperties":false}"#;

impl Descriptor {
    /// A descriptor with nothing but names. `id` has lower-case letters,
    /// digits and hyphens; `version` is the adapter's own.
    #[must_use]
    pub fn new(id: &str, version: &str, display_name: &str) -> Self {
        Self {
            id: id.to_owned(),
            version: version.to_owned(),
            display_name: display_name.to_owned(),
            languages: Vec::new(),
            never_send: Vec::new(),
            recipes: Vec::new(),
            root_markers: Vec::new(),
            separators: Vec::new(),
            identifier: None,
            keywords: Vec::new(),
            open_policy: OpenPolicy::Target,
            options_schema: NO_OPTIONS.to_owned(),
            extra: None,
        }
    }

    /// Adds a language.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.languages.push(language);
        self
    }

    /// Adds a server program; the first one that is there is taken.
    #[must_use]
    pub fn recipe(mut self, recipe: Recipe) -> Self {
        self.recipes.push(recipe);
        self
    }

    /// Globs of files that the server must never be sent.
    #[must_use]
    pub fn never_send<const N: usize>(mut self, globs: [&str; N]) -> Self {
        self.never_send = owned(globs);
        self
    }

    /// Files that mark the root of a project.
    #[must_use]
    pub fn root_markers<const N: usize>(mut self, names: [&str; N]) -> Self {
        self.root_markers = owned(names);
        self
    }

    /// Separators of name paths: `::`, `.`, `#`.
    #[must_use]
    pub fn separators<const N: usize>(mut self, separators: [&str; N]) -> Self {
        self.separators = owned(separators);
        self
    }

    /// What an identifier is: a regular expression for the whole of it (RE2
    /// syntax, `\w` and its like with Unicode), and the words that it matches
    /// though they are none.
    #[must_use]
    pub fn identifiers(mut self, pattern: &str, keywords: &[&str]) -> Self {
        self.identifier = Some(pattern.to_owned());
        self.keywords = keywords.iter().map(|word| (*word).to_owned()).collect();
        self
    }

    /// Which documents must be open before the server answers rightly.
    #[must_use]
    pub fn open_policy(mut self, policy: OpenPolicy) -> Self {
        self.open_policy = policy;
        self
    }

    /// Root-relative globs of the project files that the adapter wants to read
    /// or list. It gets them only if its user grants them.
    #[must_use]
    pub fn asks_to_read<const N: usize>(mut self, globs: [&str; N]) -> Self {
        self.extra = Some(serde_json::json!({ "project_read": globs.as_slice() }).to_string());
        self
    }

    /// JSON Schema of the user's `options`. Written as text, so that it is the
    /// same in every build.
    #[must_use]
    pub fn options_schema(mut self, schema: &str) -> Self {
        schema.clone_into(&mut self.options_schema);
        self
    }
}

impl Language {
    /// A language by its LSP `languageId`, which no file has yet.
    #[must_use]
    pub fn new(id: &str) -> Self {
        Self { id: id.to_owned(), suffixes: Vec::new(), file_names: Vec::new(), globs: Vec::new() }
    }

    /// File-name suffixes with their dot; the longest wins.
    #[must_use]
    pub fn suffixes<const N: usize>(mut self, suffixes: [&str; N]) -> Self {
        self.suffixes = owned(suffixes);
        self
    }

    /// Whole file names.
    #[must_use]
    pub fn file_names<const N: usize>(mut self, names: [&str; N]) -> Self {
        self.file_names = owned(names);
        self
    }

    /// Root-relative globs, which beat names and suffixes.
    #[must_use]
    pub fn globs<const N: usize>(mut self, globs: [&str; N]) -> Self {
        self.globs = owned(globs);
        self
    }
}

impl Recipe {
    /// A server program with the names under which it is looked for, in order.
    #[must_use]
    pub fn new<const N: usize>(id: &str, commands: [&str; N]) -> Self {
        Self {
            id: id.to_owned(),
            commands: owned(commands),
            args: Vec::new(),
            operations: Vec::new(),
            install: Vec::new(),
            version_args: Vec::new(),
            version_pattern: None,
        }
    }

    /// Arguments of the server.
    #[must_use]
    pub fn args<const N: usize>(mut self, args: [&str; N]) -> Self {
        self.args = owned(args);
        self
    }

    /// Operations that it answers, by tool name; without, all that its
    /// capabilities say.
    #[must_use]
    pub fn operations<const N: usize>(mut self, operations: [&str; N]) -> Self {
        self.operations = owned(operations);
        self
    }

    /// One command line that installs it on a platform: `any`, `linux`,
    /// `debian`, `macos`, `windows`.
    #[must_use]
    pub fn install(mut self, platform: &str, command: &str) -> Self {
        self.install
            .push(InstallHint { platform: platform.to_owned(), command: command.to_owned() });
        self
    }

    /// Arguments that print a version.
    #[must_use]
    pub fn version_args<const N: usize>(mut self, args: [&str; N]) -> Self {
        self.version_args = owned(args);
        self
    }

    /// Text that the version must hold for this to be the program meant.
    #[must_use]
    pub fn version_pattern(mut self, text: &str) -> Self {
        self.version_pattern = Some(text.to_owned());
        self
    }
}

fn owned<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
