//! How jdtls is started: its own folders, its virtual machine, its settings.
//!
//! Theory of operation. Two folders are private to this project and server:
//! the workspace, which two processes must never share, and the configuration,
//! which is otherwise written beside the program. The program may be a script,
//! a launcher that knows nothing of `JAVA_HOME`, or start the machine within
//! itself; what all of them hand on is `JAVA_TOOL_OPTIONS`. Without a build
//! file, jdtls guesses a project around the files that it is told of.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan};
use serde_json::{Map, Value, json};

use crate::Java;
use crate::files;
use crate::options::Options;

/// Always given to the virtual machine.
///
/// A request and the indexing that it waits for run in the same pool, which by
/// default has a thread for each core but one: with two cores, the first
/// question while it indexes stops both for good. And without the second
/// property, jdtls writes `.project`, `.classpath` and `.settings` into the
/// user's project.
const MACHINE: [&str; 2] = [
    "-Djava.util.concurrent.ForkJoinPool.common.parallelism=32",
    "-Djava.import.generatesMetadataFilesAtProjectRoot=false",
];

impl Launch for Java {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let options: Options = facts.options()?;
        let seeds = if files::has_build_file() { Vec::new() } else { files::seeds() };
        let settings = json!({ "java": settings(&options, &seeds) });
        let triggers: Vec<String> = seeds.iter().map(|path| facts.uri(path)).collect();
        let machine: Vec<&str> =
            MACHINE.into_iter().chain(options.jvm_args.iter().map(String::as_str)).collect();
        let mut plan = LaunchPlan::default()
            .args(arguments(facts, &options)?)
            .variable("JAVA_TOOL_OPTIONS", &machine.join(" "))
            .initialization_options(&json!({
                "bundles": [],
                "workspaceFolders": [facts.root_uri],
                "triggerFiles": triggers,
                "settings": settings,
                "extendedClientCapabilities": {
                    // Places in libraries are `jdt:` documents with a text.
                    "classFileContentsSupport": true,
                    "skipProjectConfiguration": false,
                    "resolveAdditionalTextEditsSupport": false,
                },
            }))
            .setting("", &settings);
        if let Some(home) = &options.java_home {
            plan = plan.variable("JAVA_HOME", home);
        }
        if folders_of(&seeds).len() > 1 && options.source_paths.is_empty() {
            plan = plan.incomplete(
                "no pom.xml, build.gradle or .classpath: which folders hold sources is a guess; the option source_paths says it",
            );
        }
        Ok(plan)
    }
}

/// Both kinds of launchers take `-vm`: one starts it, the other ignores it.
fn arguments(facts: &Facts, options: &Options) -> Result<Vec<String>, Failure> {
    let mut arguments = Vec::new();
    if let Some(home) = &options.java_home {
        if !(home.starts_with('/') || home.as_bytes().get(1) == Some(&b':')) {
            return Err(Failure::new(format!(
                "options: java_home is {home:?}, but should be the absolute path of a JDK, such as \"/usr/lib/jvm/java-21-openjdk\""
            )));
        }
        let program = if facts.platform == "windows" { "java.exe" } else { "java" };
        arguments
            .extend(["-vm".to_owned(), format!("{}/bin/{program}", home.trim_end_matches('/'))]);
    }
    for (flag, folder) in [("-configuration", "configuration"), ("-data", "workspace")] {
        arguments.extend([flag.to_owned(), format!("{}/{folder}", facts.data_directory)]);
    }
    Ok(arguments)
}

fn settings(options: &Options, seeds: &[String]) -> Value {
    let mut settings = json!({
        // Otherwise only types are found by name.
        "symbols": {"includeSourceMethodDeclarations": true},
        // Off unless it is asked for, and then not even a capability.
        "signatureHelp": {"enabled": true, "description": {"enabled": true}},
        // References of a field are not those of its getter.
        "references": {"includeAccessors": false},
        // A changed build file is taken in without a question to anybody.
        "configuration": {"updateBuildConfiguration": "automatic"},
        "import": {
            "maven": {"enabled": options.maven},
            "gradle": {"enabled": options.gradle},
        },
        // Filters are written into the project's own files.
        "project": {"resourceFilters": []},
        "autobuild": {"enabled": true},
        "telemetry": {"enabled": false},
    });
    // Of one folder, the package clause of a file says where it begins.
    let guessed = folders_of(seeds).into_iter().map(ToOwned::to_owned);
    let paths = match options.source_paths.as_slice() {
        [] => guessed.collect(),
        written => written.to_vec(),
    };
    if paths.len() > 1 || !options.source_paths.is_empty() {
        settings["project"]["sourcePaths"] = json!(paths);
    }
    merge(&mut settings, &options.settings);
    settings
}

/// The folders of sources that the seeds lie in, as far as their names say it.
fn folders_of(seeds: &[String]) -> Vec<&str> {
    seeds.iter().filter_map(|path| files::source_folder(path)).collect()
}

/// What the user wrote, on top.
fn merge(into: &mut Value, from: &Map<String, Value>) {
    for (name, value) in from {
        match value {
            Value::Object(fields) if into[name].is_object() => merge(&mut into[name], fields),
            _ => into[name] = value.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn planned(options: &str, files: &[(&str, &str)]) -> (LaunchPlan, Value) {
        let facts = testing::facts_with("jdtls", options);
        let plan = testing::with_project(files, || Java::plan(&facts)).expect("a plan");
        let sent = plan.initialization_options.as_deref().expect("options");
        let sent = serde_json::from_str(sent).expect("JSON");
        (plan, sent)
    }

    #[test]
    fn folders_are_private_and_the_machine_is_told() {
        let (plan, _) = planned("{}", &[]);
        let arguments = plan.args.expect("arguments");
        assert_eq!(
            arguments,
            ["-configuration", "/data/configuration", "-data", "/data/workspace"]
        );
        let (name, value) = &plan.environment[0];
        assert_eq!(name, "JAVA_TOOL_OPTIONS");
        assert!(value.contains("common.parallelism") && value.contains("AtProjectRoot=false"));

        let (plan, _) = planned(r#"{"java_home": "/jdk/", "jvm_args": ["-Xmx2G"]}"#, &[]);
        assert_eq!(plan.args.expect("arguments")[..2], ["-vm", "/jdk/bin/java"]);
        assert!(plan.environment[0].1.ends_with(" -Xmx2G"));
        assert_eq!(plan.environment[1], ("JAVA_HOME".to_owned(), "/jdk/".to_owned()));
    }

    #[test]
    fn without_a_build_file_a_project_is_guessed() {
        let (plan, sent) = planned("{}", &[("src/a/A.java", "")]);
        assert_eq!(sent["triggerFiles"], json!(["file:///project/src/a/A.java"]));
        let paths = "/settings/java/project/sourcePaths";
        assert_eq!(sent.pointer(paths), None);
        assert_eq!(plan.incomplete, Vec::<String>::new());

        let two = [("src/main/java/A.java", ""), ("src/test/java/ATest.java", "")];
        let (plan, sent) = planned("{}", &two);
        assert_eq!(sent.pointer(paths), Some(&json!(["src/main/java", "src/test/java"])));
        assert_eq!(plan.incomplete.len(), 1);
        let (plan, sent) = planned(r#"{"source_paths": ["src"]}"#, &two);
        assert_eq!((sent.pointer(paths), plan.incomplete.len()), (Some(&json!(["src"])), 0));

        let (_, sent) = planned("{}", &[("pom.xml", ""), ("src/main/java/A.java", "")]);
        assert_eq!((&sent["triggerFiles"], sent.pointer(paths)), (&json!([]), None));
    }

    #[test]
    fn options_reach_the_server_and_mistakes_are_named() {
        let options =
            r#"{"gradle": false, "settings": {"import": {"exclusions": ["x"]}, "eclipse": 1}}"#;
        let (_, sent) = planned(options, &[]);
        let java = &sent["settings"]["java"];
        assert_eq!(java["import"]["gradle"]["enabled"], false);
        assert_eq!(java["import"]["maven"]["enabled"], true);
        assert_eq!((&java["import"]["exclusions"], &java["eclipse"]), (&json!(["x"]), &json!(1)));
        for (options, word) in
            [(r#"{"java_hom": "/x"}"#, "java_hom"), (r#"{"java_home": "jdk"}"#, "absolute")]
        {
            let facts = testing::facts_with("jdtls", options);
            let failure = testing::with_project(&[], || Java::plan(&facts)).expect_err("refused");
            assert!(failure.message.contains(word), "{}", failure.message);
        }
    }
}
