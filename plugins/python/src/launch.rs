//! How the servers are configured: above all, which interpreter is the
//! project's.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan, project};
use serde_json::{Value, json};

use crate::options::Options;
use crate::{Python, recipe};

/// Where virtual environments usually are.
const ENVIRONMENTS: &[&str] = &[".venv", "venv", ".env", "env"];

impl Launch for Python {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let options: Options = facts.options()?;
        let interpreter = interpreter(facts, &options);
        Ok(if facts.recipe == recipe::TY {
            let settings = ty(&options, interpreter);
            LaunchPlan::default().initialization_options(&settings).setting("ty", &settings)
        } else {
            pyright(&options, interpreter)
        })
    }
}

/// pyright asks for `python` and `pyright`, its fork for `basedpyright` too.
fn pyright(options: &Options, interpreter: Option<String>) -> LaunchPlan {
    let mut analysis = json!({
        "autoSearchPaths": true,
        "useLibraryCodeForTypes": true,
        "diagnosticMode": if options.whole_project { "workspace" } else { "openFilesOnly" },
        // The log says when the project is known.
        "logLevel": "Information",
        "extraPaths": options.extra_paths,
    });
    if let Some(level) = &options.type_checking {
        analysis["typeCheckingMode"] = json!(level);
    }
    let mut python = json!({"analysis": analysis});
    if let Some(path) = interpreter {
        python["pythonPath"] = json!(path);
    }
    let checker = json!({"analysis": analysis, "disableLanguageServices": false});
    LaunchPlan::default()
        .setting("python", &python)
        .setting("basedpyright", &checker)
        .setting("pyright", &json!({"disableLanguageServices": false}))
}

fn ty(options: &Options, interpreter: Option<String>) -> Value {
    let mut environment = json!({});
    if let Some(path) = interpreter {
        environment["python"] = json!(path);
    }
    if !options.extra_paths.is_empty() {
        environment["extra-paths"] = json!(options.extra_paths);
    }
    json!({
        "diagnosticMode": if options.whole_project { "workspace" } else { "openFilesOnly" },
        "configuration": {"environment": environment},
    })
}

/// The interpreter that the user names, or that of a virtual environment. Its
/// own file says that a folder is one: the interpreter in it is often a link
/// to a place outside of the root, which is not for us to look at.
fn interpreter(facts: &Facts, options: &Options) -> Option<String> {
    if let Some(path) = &options.interpreter {
        return Some(absolute(facts, path));
    }
    let is_environment = |folder: &&&str| project::exists(&format!("{folder}/pyvenv.cfg"));
    let folder = ENVIRONMENTS.iter().filter(|_| options.venv).find(is_environment)?;
    let program = if facts.platform == "windows" { "Scripts/python.exe" } else { "bin/python" };
    Some(absolute(facts, &format!("{folder}/{program}")))
}

fn absolute(facts: &Facts, path: &str) -> String {
    let is_absolute = path.starts_with(['/', '\\', '~']) || path.get(1..2) == Some(":");
    // A bare name is looked for on the search path.
    let is_name = !path.contains(['/', '\\']);
    if is_absolute || is_name {
        path.to_owned()
    } else {
        format!("{}/{path}", facts.root_path.trim_end_matches(['/', '\\']))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn setting(recipe: &str, files: &[(&str, &str)], options: &str, section: &str) -> Value {
        let facts = testing::facts_with(recipe, options);
        let plan = testing::with_project(files, || Python::plan(&facts)).expect("a plan");
        let found = plan
            .settings
            .into_iter()
            .find(|setting| setting.section == section)
            .expect("the section");
        serde_json::from_str(&found.value).expect("JSON")
    }

    #[test]
    fn the_interpreter_is_that_of_the_environment() {
        let path = |files: &[(&str, &str)], options: &str| {
            setting(recipe::PYRIGHT, files, options, "python")["pythonPath"]
                .as_str()
                .map(ToOwned::to_owned)
        };
        let venv = [("venv/pyvenv.cfg", "")];
        assert_eq!(
            path(&[(".venv/pyvenv.cfg", "")], "{}").as_deref(),
            Some("/project/.venv/bin/python")
        );
        assert_eq!(path(&venv, "{}").as_deref(), Some("/project/venv/bin/python"));
        assert_eq!(path(&[("a.py", "")], "{}"), None);
        assert_eq!(path(&venv, r#"{"venv": false}"#), None);
        assert_eq!(
            path(&venv, r#"{"interpreter": "py/bin/python"}"#).as_deref(),
            Some("/project/py/bin/python")
        );
        assert_eq!(path(&venv, r#"{"interpreter": "python3.12"}"#).as_deref(), Some("python3.12"));
    }

    #[test]
    fn every_server_gets_its_section() {
        let sent =
            setting(recipe::BASEDPYRIGHT, &[], r#"{"whole_project": false}"#, "basedpyright");
        assert_eq!(sent["analysis"]["diagnosticMode"], "openFilesOnly");
        let sent = setting(recipe::PYRIGHT, &[], r#"{"type_checking": "strict"}"#, "python");
        assert_eq!(sent["analysis"]["typeCheckingMode"], "strict");
        let sent = setting(recipe::TY, &[(".venv/pyvenv.cfg", "")], "{}", "ty");
        assert_eq!(sent["configuration"]["environment"]["python"], "/project/.venv/bin/python");
        assert_eq!(sent["diagnosticMode"], "workspace");
    }
}
