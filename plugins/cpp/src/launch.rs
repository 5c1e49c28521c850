//! How clangd is started, and what it is shown first.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan};
use serde_json::json;

use crate::Cpp;
use crate::files::{Database, Seeds, include_folders};
use crate::options::Options;

/// Results of one workspace-symbol query; more are cut by the server.
pub(crate) const SYMBOL_LIMIT: u32 = 1_000;

impl Launch for Cpp {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let options: Options = facts.options()?;
        let database = Database::find(&options);
        let seeds = Seeds::find();
        let mut initialization = json!({"clangdFileStatus": true});
        let flags = fallback_flags(facts, &options, &database);
        if !flags.is_empty() {
            initialization["fallbackFlags"] = json!(flags);
        }
        let mut plan = LaunchPlan::default()
            .args(arguments(facts, &options, &database))
            .initialization_options(&initialization)
            .open(seeds.paths);
        if !database.lists_files() && !seeds.all {
            plan = plan.incomplete(
                "no compile_commands.json: only open files and what they include are searched (cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson, or bear write one)",
            );
        }
        Ok(plan)
    }
}

fn arguments(facts: &Facts, options: &Options, database: &Database) -> Vec<String> {
    let mut args = vec![
        "--background-index".to_owned(),
        format!("--clang-tidy={}", u8::from(options.clang_tidy)),
        // Cut answers look complete.
        "--limit-references=0".to_owned(),
        format!("--limit-results={SYMBOL_LIMIT}"),
        "--rename-file-limit=0".to_owned(),
    ];
    if let Database::In(folder) = database {
        args.push(format!("--compile-commands-dir={}", absolute(facts, folder)));
    }
    if !options.query_driver.is_empty() {
        args.push(format!("--query-driver={}", options.query_driver.join(",")));
    }
    args.extend(options.args.iter().cloned());
    args
}

/// Without any compile commands, the folders where headers usually are.
fn fallback_flags(facts: &Facts, options: &Options, database: &Database) -> Vec<String> {
    let mut flags = options.fallback_flags.clone();
    if *database == Database::Missing {
        flags.extend(
            include_folders().into_iter().map(|folder| format!("-I{}", absolute(facts, folder))),
        );
        flags.push(format!("-I{}", facts.root_path));
    }
    flags
}

fn absolute(facts: &Facts, folder: &str) -> String {
    let is_absolute = folder.starts_with(['/', '\\']) || folder.get(1..2) == Some(":");
    if is_absolute {
        folder.to_owned()
    } else {
        format!("{}/{folder}", facts.root_path.trim_end_matches(['/', '\\']))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn plan(files: &[(&str, &str)], options: &str) -> LaunchPlan {
        testing::with_project(files, || Cpp::plan(&testing::facts_with("clangd", options)))
            .expect("a plan")
    }

    fn many() -> Vec<(String, &'static str)> {
        (0..40).map(|number| (format!("src/f{number:02}.cpp"), "")).collect()
    }

    #[test]
    fn a_small_project_is_opened_as_a_whole() {
        let plan =
            plan(&[("a.cpp", ""), ("include/a.h", ""), ("build/x.cpp", ""), ("README", "")], "{}");
        assert_eq!(plan.open, ["a.cpp", "include/a.h"]);
        assert_eq!(plan.incomplete, Vec::<String>::new());
    }

    #[test]
    fn a_large_project_opens_one_file_and_says_what_is_missing() {
        let files = many();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let without = plan(&files, "{}");
        assert_eq!(without.open, ["src/f00.cpp"]);
        assert_eq!(without.incomplete.len(), 1);
        let with = plan(&[&files[..], &[("build/compile_commands.json", "[]")]].concat(), "{}");
        assert_eq!(with.incomplete, Vec::<String>::new());
    }

    #[test]
    fn the_database_is_found_where_clangd_does_not_look() {
        let directory = |files: &[(&str, &str)], options: &str| {
            let args = plan(files, options).args.expect("arguments");
            args.into_iter()
                .find_map(|arg| arg.strip_prefix("--compile-commands-dir=").map(ToOwned::to_owned))
        };
        assert_eq!(directory(&[("compile_commands.json", "")], "{}"), None);
        assert_eq!(
            directory(&[("builddir/compile_commands.json", "")], "{}").as_deref(),
            Some("/project/builddir")
        );
        assert_eq!(
            directory(&[], r#"{"compile_commands_dir": "x"}"#).as_deref(),
            Some("/project/x")
        );
        assert_eq!(directory(&[], r#"{"compile_commands_dir": "/x"}"#).as_deref(), Some("/x"));
    }

    #[test]
    fn include_folders_are_guessed_only_without_commands() {
        let flags = |files: &[(&str, &str)]| {
            let text = plan(files, r#"{"fallback_flags": ["-std=c++20"]}"#)
                .initialization_options
                .expect("options");
            let sent: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            sent["fallbackFlags"].clone()
        };
        assert_eq!(
            flags(&[("include/a.h", "")]),
            json!(["-std=c++20", "-I/project/include", "-I/project"])
        );
        assert_eq!(flags(&[("include/a.h", ""), ("compile_flags.txt", "")]), json!(["-std=c++20"]));
    }
}
