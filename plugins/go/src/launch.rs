//! How gopls is configured, and which modules it must be shown.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan, project};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::Go;

/// JSON Schema of [`Options`].
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "build_flags": {"type": "array", "items": {"type": "string"}, "description": "Flags of the go command, such as -tags=integration."},
    "env": {"type": "object", "additionalProperties": {"type": "string"}, "description": "Environment of the go command, such as GOOS or GOFLAGS."},
    "directory_filters": {"type": "array", "items": {"type": "string"}, "description": "Folders to leave out (-generated) or take in (+src), root-relative."},
    "staticcheck": {"type": "boolean", "default": false, "description": "Run the analyses of staticcheck as well."}
  }
}"#;

/// Modules that are shown to gopls by opening one of their files.
const MAX_MODULES: u32 = 16;
/// Files looked at to find one in each module.
const MAX_FILES: u32 = 1_000;
const SKIPPED: &[&str] = &["vendor", "node_modules", "testdata"];

/// What the user may say.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    build_flags: Vec<String>,
    env: Map<String, Value>,
    directory_filters: Vec<String>,
    staticcheck: bool,
}

impl Launch for Go {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let settings = settings(facts.options()?);
        let mut plan =
            LaunchPlan::default().initialization_options(&settings).setting("gopls", &settings);
        if project::exists("go.work") {
            return Ok(plan);
        }
        let (seeds, left_out) = seeds_of_nested_modules();
        plan = plan.open(seeds);
        if left_out > 0 {
            plan = plan.incomplete(&format!(
                "{left_out} modules of this project are not loaded: a go.work file in the root would name them all"
            ));
        }
        Ok(plan)
    }
}

fn settings(options: Options) -> Value {
    let mut settings = json!({
        // Dependencies and the standard library would fill the answers.
        "symbolScope": "workspace",
        // Progress around each round of diagnostics says when they are settled.
        "verboseWorkDoneProgress": true,
        "staticcheck": options.staticcheck,
    });
    if !options.build_flags.is_empty() {
        settings["buildFlags"] = json!(options.build_flags);
    }
    if !options.env.is_empty() {
        settings["env"] = Value::Object(options.env);
    }
    if !options.directory_filters.is_empty() {
        settings["directoryFilters"] = json!(options.directory_filters);
    }
    settings
}

/// One file of each module below the root, and how many modules are left out.
fn seeds_of_nested_modules() -> (Vec<String>, usize) {
    let manifests = project::find(&["go.mod"], SKIPPED, MAX_MODULES + 1);
    let folders: Vec<&str> =
        manifests.iter().filter_map(|path| path.strip_suffix("/go.mod")).collect();
    if folders.is_empty() {
        return (Vec::new(), 0);
    }
    let files = project::find(&[".go"], SKIPPED, MAX_FILES);
    let seeds: Vec<String> = folders
        .iter()
        .take(MAX_MODULES as usize)
        .filter_map(|folder| {
            files.iter().find(|file| innermost(file, &folders) == Some(folder)).cloned()
        })
        .collect();
    let left_out = folders.len() - seeds.len();
    (seeds, left_out)
}

/// The innermost of the folders that a file is in.
fn innermost<'a>(file: &str, folders: &'a [&'a str]) -> Option<&'a &'a str> {
    let holds =
        |folder: &&&str| file.strip_prefix(**folder).is_some_and(|rest| rest.starts_with('/'));
    folders.iter().filter(holds).max_by_key(|folder| folder.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn check(files: &[(&str, &str)], open: &[&str], incomplete: usize) {
        let plan =
            testing::with_project(files, || Go::plan(&testing::facts("gopls"))).expect("a plan");
        assert_eq!(plan.open, open);
        assert_eq!(plan.incomplete.len(), incomplete, "{:?}", plan.incomplete);
    }

    #[test]
    fn nested_modules_are_shown_by_one_file_each() {
        check(&[("go.mod", ""), ("a/a.go", "")], &[], 0);
        check(
            &[("a/go.mod", ""), ("a/a.go", ""), ("b/go.mod", ""), ("b/x/b.go", "")],
            &["a/a.go", "b/x/b.go"],
            0,
        );
        check(&[("a/go.mod", ""), ("a/b/go.mod", ""), ("a/b/b.go", "")], &["a/b/b.go"], 1);
        check(&[("go.work", ""), ("a/go.mod", ""), ("a/a.go", "")], &[], 0);
        check(&[("go.mod", ""), ("vendor/v/go.mod", ""), ("vendor/v/v.go", "")], &[], 0);
    }

    #[test]
    fn options_reach_the_server() {
        let facts = testing::facts_with(
            "gopls",
            r#"{"build_flags": ["-tags=x"], "env": {"GOOS": "windows"}, "staticcheck": true}"#,
        );
        let plan = testing::with_project(&[], || Go::plan(&facts)).expect("a plan");
        let sent: Value = serde_json::from_str(&plan.settings[0].value).expect("JSON");
        assert_eq!(plan.settings[0].section, "gopls");
        assert_eq!(sent["buildFlags"], json!(["-tags=x"]));
        assert_eq!(sent["env"]["GOOS"], json!("windows"));
        assert_eq!(sent["symbolScope"], json!("workspace"));
        assert_eq!(sent["staticcheck"], json!(true));
    }
}
