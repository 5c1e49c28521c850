//! How rust-analyzer is started: everything through `initializationOptions`.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan, project};
use serde_json::{Value, json};

use crate::Rust;
use crate::options::{Features, Options};

/// Results of one workspace-symbol query; more are cut by the server.
pub(crate) const SYMBOL_LIMIT: u32 = 512;

impl Launch for Rust {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let options: Options = facts.options()?;
        let settings = settings(&options)?;
        let mut plan = LaunchPlan::default()
            .initialization_options(&settings)
            .setting("rust-analyzer", &settings)
            .capabilities(&json!({
                "experimental": {"serverStatusNotification": true},
                // A rename that moves a file leaves its text edits out for
                // clients that announce `willRename`.
                "workspace": {"fileOperations": null},
            }));
        if !has_project(&options) {
            plan = plan.incomplete(
                "no Cargo.toml or rust-project.json in the root: rust-analyzer looks one folder deep for one and otherwise knows single files only",
            );
        }
        Ok(plan)
    }
}

fn has_project(options: &Options) -> bool {
    !options.linked_projects.is_empty()
        || project::exists("Cargo.toml")
        || project::exists("rust-project.json")
}

fn settings(options: &Options) -> Result<Value, Failure> {
    let mut cargo = json!({
        "targetDir": options.own_target_dir,
        "buildScripts": {"enable": options.build_scripts},
    });
    match &options.features {
        None => {}
        Some(Features::Names(names)) => cargo["features"] = json!(names),
        Some(Features::Word(word)) if word == "all" => cargo["features"] = json!("all"),
        Some(Features::Word(word)) => {
            return Err(Failure::new(format!(
                "options: features is {word:?}, but should be \"all\" or a list such as [\"serde\"]"
            )));
        }
    }
    if let Some(target) = &options.target {
        cargo["target"] = json!(target);
    }
    let mut settings = json!({
        "cargo": cargo,
        "procMacro": {"enable": options.proc_macros},
        "checkOnSave": options.check,
        "check": {"command": options.check_command},
        // Warming caches makes no answer better, but holds back "ready" for
        // many seconds.
        "cachePriming": {"enable": false},
        "workspace": {"symbol": {"search": {"kind": "all_symbols", "limit": SYMBOL_LIMIT}}},
    });
    if !options.linked_projects.is_empty() {
        settings["linkedProjects"] = json!(options.linked_projects);
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    /// The initialization options at a JSON pointer.
    fn check(options: &str, pointer: &str, expected: &Value) {
        let facts = testing::facts_with("rust-analyzer", options);
        let plan =
            testing::with_project(&[("Cargo.toml", "")], || Rust::plan(&facts)).expect("a plan");
        let sent: Value =
            serde_json::from_str(&plan.initialization_options.expect("options")).expect("JSON");
        assert_eq!(sent.pointer(pointer), Some(expected), "{options} {pointer}");
        assert_eq!(plan.incomplete, Vec::<String>::new());
    }

    #[test]
    fn options_reach_the_server() {
        check("{}", "/cargo/targetDir", &json!(true));
        check("{}", "/cachePriming/enable", &json!(false));
        check(r#"{"own_target_dir": false}"#, "/cargo/targetDir", &json!(false));
        check(r#"{"features": "all"}"#, "/cargo/features", &json!("all"));
        check(r#"{"features": ["a"]}"#, "/cargo/features", &json!(["a"]));
        check(r#"{"proc_macros": false}"#, "/procMacro/enable", &json!(false));
        check(r#"{"build_scripts": false}"#, "/cargo/buildScripts/enable", &json!(false));
        check(r#"{"check_command": "clippy"}"#, "/check/command", &json!("clippy"));
        check(
            r#"{"linked_projects": ["a/Cargo.toml"]}"#,
            "/linkedProjects",
            &json!(["a/Cargo.toml"]),
        );
    }

    #[test]
    fn the_status_notification_is_asked_for() {
        let plan = testing::with_project(&[], || Rust::plan(&testing::facts("rust-analyzer")))
            .expect("a plan");
        let patch: Value =
            serde_json::from_str(&plan.capabilities.expect("a patch")).expect("JSON");
        assert_eq!(patch["experimental"]["serverStatusNotification"], json!(true));
        assert_eq!(plan.incomplete.len(), 1, "a root without a manifest is said");
    }

    #[test]
    fn wrong_options_name_the_field() {
        let facts = testing::facts_with("rust-analyzer", r#"{"own_target_dri": false}"#);
        let failure = Rust::plan(&facts).expect_err("refused");
        assert!(failure.message.contains("own_target_dri"), "{}", failure.message);
        let facts = testing::facts_with("rust-analyzer", r#"{"features": "al"}"#);
        assert!(Rust::plan(&facts).expect_err("refused").message.contains("features"));
    }
}
