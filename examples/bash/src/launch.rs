//! How the server is configured.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan, project};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Adapter;
use crate::files::SUFFIXES;

/// JSON Schema of [`Options`].
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "shellcheck_path": {"type": "string", "default": "shellcheck", "description": "The program that makes diagnostics; the empty text switches them off."},
    "max_files": {"type": "integer", "minimum": 0, "default": 2000, "description": "Scripts that are read in the background."},
    "sourced_only": {"type": "boolean", "default": false, "description": "Look for a name only in scripts that source each other, not in the whole project."}
  }
}"#;

/// What the user may say.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    shellcheck_path: String,
    max_files: u32,
    sourced_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { shellcheck_path: "shellcheck".to_owned(), max_files: 2_000, sourced_only: false }
    }
}

impl Launch for Adapter {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let options: Options = facts.options()?;
        let mut plan = LaunchPlan::default().setting("bashIde", &settings(&options));
        let found = project::find(&SUFFIXES, &["node_modules"], options.max_files + 1);
        if found.len() > options.max_files as usize {
            plan = plan.incomplete(&format!(
                "only the first {} scripts of this project are read: say more in options.max_files",
                options.max_files
            ));
        }
        Ok(plan)
    }
}

fn settings(options: &Options) -> Value {
    json!({
        "backgroundAnalysisMaxFiles": options.max_files,
        "includeAllWorkspaceSymbols": !options.sourced_only,
        // Readiness is a line of the log at this level.
        "logLevel": "info",
        "shellcheckPath": options.shellcheck_path,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn plan(files: &[(&str, &str)], options: &str) -> LaunchPlan {
        let facts = testing::facts_with("bash-language-server", options);
        testing::with_project(files, || Adapter::plan(&facts)).expect("a plan")
    }

    #[test]
    fn options_reach_the_server() {
        let plan = plan(&[], r#"{"shellcheck_path": "/opt/sc", "sourced_only": true}"#);
        assert_eq!(plan.settings[0].section, "bashIde");
        let sent: Value = serde_json::from_str(&plan.settings[0].value).expect("JSON");
        assert_eq!(sent["shellcheckPath"], "/opt/sc");
        assert_eq!(sent["includeAllWorkspaceSymbols"], false);
        assert_eq!(sent["logLevel"], "info");
    }

    #[test]
    fn scripts_beyond_the_limit_are_a_hole() {
        let files = [("a.sh", ""), ("b/c.bash", ""), ("node_modules/d.sh", "")];
        assert_eq!(plan(&files, r#"{"max_files": 2}"#).incomplete, Vec::<String>::new());
        assert_eq!(plan(&files, r#"{"max_files": 1}"#).incomplete.len(), 1);
    }
}
