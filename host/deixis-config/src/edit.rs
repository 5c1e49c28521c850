//! Changes to the configuration file's text, which leave everything else in it as it is:
//! comments, order, spaces.
//!
//! Pure: who calls reads and writes the file. A text that cannot be parsed is not changed.

use toml_edit::{Array, DocumentMut, Item, Table, value};

/// What `[plugins.NAME]` says of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Path of the component, as it is to be written: relative to the configuration file's
    /// folder, or absolute.
    pub source: String,
    /// Its SHA-256, lower-case hex.
    pub sha256: String,
    /// Programs that its recipes may start.
    pub commands: Vec<String>,
    /// Root-relative globs that it may read.
    pub project_read: Vec<String>,
}

/// Why a text is not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// It is no TOML.
    #[error("the configuration is no TOML: {0}")]
    Syntax(String),
    /// `plugins` or the plugin is there and is no table.
    #[error("`{0}` is no table in the configuration; make it one, for example [{0}]")]
    NoTable(String),
}

/// The text with this plugin in it: new, or with these four fields replaced. Other fields of it
/// (`memory_mib`, `call_ms`) stay.
///
/// # Errors
/// [`EditError`].
pub fn put_plugin(text: &str, name: &str, pin: &Pin) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let plugins = table(document.as_table_mut(), "plugins", "plugins")?;
    plugins.set_implicit(true);
    let plugin = table(plugins, name, &format!("plugins.{name}"))?;
    set(plugin, "source", value(&pin.source));
    set(plugin, "sha256", value(&pin.sha256));
    set_list(plugin, "commands", &pin.commands);
    set_list(plugin, "project_read", &pin.project_read);
    Ok(document.to_string())
}

/// The text without this plugin; as it was if there is none.
///
/// # Errors
/// [`EditError`].
pub fn remove_plugin(text: &str, name: &str) -> Result<String, EditError> {
    let mut document = parse(text)?;
    if let Some(plugins) = document.get_mut("plugins").and_then(Item::as_table_like_mut) {
        plugins.remove(name);
        if plugins.is_empty() {
            document.remove("plugins");
        }
    }
    Ok(document.to_string())
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse().map_err(|error: toml_edit::TomlError| EditError::Syntax(error.to_string()))
}

fn table<'t>(parent: &'t mut Table, key: &str, path: &str) -> Result<&'t mut Table, EditError> {
    let item = parent.entry(key).or_insert_with(|| Item::Table(Table::new()));
    // `plugins = { … }`, written on one line.
    if let Item::Value(toml_edit::Value::InlineTable(inline)) = item {
        *item = Item::Table(std::mem::take(inline).into_table());
    }
    item.as_table_mut().ok_or_else(|| EditError::NoTable(path.to_owned()))
}

/// Sets a field; a comment behind its old value stays.
fn set(table: &mut Table, key: &str, mut new: Item) {
    let old = table.get(key).and_then(Item::as_value).map(|old| old.decor().clone());
    if let (Some(decor), Some(new)) = (old, new.as_value_mut()) {
        *new.decor_mut() = decor;
    }
    table.insert(key, new);
}

fn set_list(table: &mut Table, key: &str, items: &[String]) {
    if items.is_empty() {
        table.remove(key);
    } else {
        set(table, key, value(items.iter().collect::<Array>()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pin(commands: &[&str]) -> Pin {
        Pin {
            source: "adapters/zig.wasm".to_owned(),
            sha256: "ab".repeat(32),
            commands: commands.iter().map(|name| (*name).to_owned()).collect(),
            project_read: Vec::new(),
        }
    }

    fn check(before: &str, pin: &Pin, after: &str) {
        let text = put_plugin(before, "zig", pin).expect("an edit");
        assert_eq!(text, after.replace("HASH", &pin.sha256));
        // Once more changes nothing.
        assert_eq!(put_plugin(&text, "zig", pin).as_deref(), Ok(text.as_str()));
    }

    #[test]
    fn a_plugin_is_appended_and_the_rest_stays() {
        let new = "[plugins.zig]\nsource = \"adapters/zig.wasm\"\nsha256 = \"HASH\"\n";
        check("", &pin(&[]), new);
        let with_commands = format!(
            "# mine\n[servers.rust] # why\nadapter = \"rust\"\n\n{new}commands = [\"zls\"]\n"
        );
        check("# mine\n[servers.rust] # why\nadapter = \"rust\"\n", &pin(&["zls"]), &with_commands);
    }

    #[test]
    fn a_plugin_is_replaced_in_its_place() {
        let before = "[plugins.zig]\ncall_ms = 50\nsource = \"old.wasm\" # here\nsha256 = \"00\"\ncommands = [\"a\", \"b\"]\nproject_read = [\"x\"]\n\n[servers.z]\nadapter = \"zig\"\n";
        let after = "[plugins.zig]\ncall_ms = 50\nsource = \"adapters/zig.wasm\" # here\nsha256 = \"HASH\"\ncommands = [\"zls\"]\n\n[servers.z]\nadapter = \"zig\"\n";
        check(before, &pin(&["zls"]), after);
    }

    #[test]
    fn a_plugin_is_removed_alone() {
        let check = |before: &str, after: &str| {
            assert_eq!(remove_plugin(before, "zig").as_deref(), Ok(after), "{before}");
        };
        check("a = 1\n", "a = 1\n");
        check("[plugins.zig]\nsource = \"x\"\n\n[servers.z]\n", "\n[servers.z]\n");
        check("[plugins.zig]\nx = 1\n[plugins.lua]\nx = 2\n", "[plugins.lua]\nx = 2\n");
    }

    #[test]
    fn what_is_no_table_or_no_toml_is_left_alone() {
        let check = |text: &str, wrong: &str| {
            let error = put_plugin(text, "zig", &pin(&[])).expect_err("no edit");
            assert!(error.to_string().contains(wrong), "{error}");
        };
        check("plugins = 1\n", "`plugins` is no table");
        check("[plugins]\nzig = 1\n", "`plugins.zig` is no table");
        check("[plugins", "no TOML");
        assert!(put_plugin("plugins = {}\n", "zig", &pin(&[])).is_ok());
    }
}
