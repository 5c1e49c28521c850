//! What an adapter says of itself.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use deixis_adapter::{Component, Library, Options, inspect};
use deixis_hooks::AdapterSource as _;
use deixis_hooks::info::Descriptor;
use globset::Glob;

use crate::report::{Breach, Rule};

/// A component of at most so many bytes is asked twice what it is: each time it is compiled.
const SMALL: u64 = 1 << 20;

/// Looks at a component.
///
/// # Errors
/// Why it cannot be used.
pub(crate) fn look(
    component: &Component,
    cache_dir: Option<PathBuf>,
) -> Result<Arc<Descriptor>, String> {
    let name = component.name.as_str();
    let inspection =
        inspect(name, &component.bytes, cache_dir.clone()).map_err(|error| error.to_string())?;
    let options = Options { cache_dir, cases: None, components: vec![component.clone()] };
    // Whether its hash and its grant are in order.
    Library::new(options).describe(&[name.to_owned()]).map_err(|error| error.to_string())?;
    let described = inspection.descriptor;
    if component.descriptor.as_ref().is_some_and(|known| *known != *described) {
        return Err("its descriptor is another one than the manifest's".to_owned());
    }
    if inspection.size <= SMALL {
        let again = inspect(name, &component.bytes, None).map_err(|error| error.to_string())?;
        if again.descriptor != described {
            return Err("two fresh instances describe themselves differently".to_owned());
        }
    }
    Ok(described)
}

/// What is wrong with a descriptor that the host takes.
pub(crate) fn check(descriptor: &Descriptor, component: &Component) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut breach = |rule, what| {
        breaches.push(Breach { rule, hook: "info.describe".to_owned(), what, case: None });
    };
    if !is_version(&descriptor.version) {
        let version = &descriptor.version;
        breach(Rule::Descriptor, format!("version {version:?} is not semantic, like \"0.1.0\""));
    }
    if let Some(identifier) = &descriptor.identifier
        && let Err(error) = regex::Regex::new(identifier)
    {
        breach(Rule::Descriptor, format!("identifier is no regular expression: {error}"));
    }
    let languages = descriptor.languages.iter().map(|language| language.id.as_str());
    if let Some(twice) = twice(languages) {
        breach(Rule::Descriptor, format!("language {twice:?} is there twice"));
    }
    if let Some(twice) = twice(descriptor.recipes.iter().map(|recipe| recipe.id.as_str())) {
        breach(Rule::Descriptor, format!("recipe {twice:?} is there twice"));
    }
    if let Err(what) = reads(descriptor) {
        breach(Rule::Descriptor, what);
    }
    for recipe in &descriptor.recipes {
        let granted = |command: &&String| !component.grant.commands.contains(command);
        if let Some(command) = recipe.commands.iter().find(granted) {
            let id = &recipe.id;
            breach(
                Rule::Grant,
                format!("recipe {id:?} names the program {command:?}, which the grant does not"),
            );
        }
    }
    breaches
}

/// `project_read`: globs inside the project.
fn reads(descriptor: &Descriptor) -> Result<(), String> {
    let extra: serde_json::Value = match &descriptor.extra {
        Some(extra) => serde_json::from_str(extra).unwrap_or_default(),
        None => return Ok(()),
    };
    let Some(globs) = extra.get("project_read") else { return Ok(()) };
    let globs = globs.as_array().ok_or("project_read is no list")?;
    for glob in globs {
        let glob = glob.as_str().ok_or("project_read holds something else than globs")?;
        Glob::new(glob).map_err(|error| format!("project_read: {error}"))?;
        if glob.starts_with('/') || glob.split('/').any(|part| part == "..") {
            return Err(format!("project_read: {glob:?} leads out of the project"));
        }
    }
    Ok(())
}

/// Three numbers, and perhaps more behind a hyphen or a plus.
fn is_version(version: &str) -> bool {
    let numbers = version.split(['-', '+']).next().unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.split('.').count() == 3 && numbers.split('.').all(is_number)
}

fn twice<'n>(names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut seen = BTreeSet::new();
    let mut names = names;
    names.find(|name| !seen.insert(*name))
}

#[cfg(test)]
mod tests {
    use deixis_adapter::Bytes;
    use deixis_hooks::Grant;
    use deixis_hooks::info::Recipe;

    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let grant =
            Grant { commands: Vec::new(), project_read: Vec::new(), memory_mib: 1, call_ms: 1 };
        let component = Component {
            name: "x".to_owned(),
            bytes: Bytes::Static(b""),
            sha256: String::new(),
            descriptor: None,
            grant,
        };
        let check = |change: fn(&mut Descriptor), expected: &[&str]| {
            let mut descriptor = Descriptor { version: "1.2.3-x".to_owned(), ..<_>::default() };
            change(&mut descriptor);
            let found = super::check(&descriptor, &component);
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (breach, part) in found.iter().zip(expected) {
                assert!(breach.what.contains(part), "{breach:?}");
            }
        };
        let recipe = || Recipe {
            id: "r".to_owned(),
            commands: vec!["sh".to_owned()],
            args: Vec::new(),
            operations: Vec::new(),
            install: Vec::new(),
            version_args: Vec::new(),
            version_pattern: None,
        };
        check(|_| {}, &[]);
        check(|d| d.version = "1.2".to_owned(), &["semantic"]);
        check(|d| d.identifier = Some("(".to_owned()), &["regular expression"]);
        check(|d| d.extra = Some(r#"{"project_read": ["../x"]}"#.to_owned()), &["leads out"]);
        check(|d| d.extra = Some(r#"{"project_read": "x"}"#.to_owned()), &["no list"]);
        let mut descriptor = Descriptor { version: "1.0.0".to_owned(), ..<_>::default() };
        descriptor.recipes = vec![recipe(), recipe()];
        let rules: Vec<Rule> =
            super::check(&descriptor, &component).iter().map(|breach| breach.rule).collect();
        assert_eq!(rules, [Rule::Descriptor, Rule::Grant, Rule::Grant]);
    }
}
