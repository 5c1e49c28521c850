//! How the servers are configured: no syntactic server, whole renames, no
//! downloads.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan};
use serde_json::{Value, json};

use crate::files::seeds;
use crate::options::Options;
use crate::{TypeScript, recipe};

impl Launch for TypeScript {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let options: Options = facts.options()?;
        let plan = LaunchPlan::default().open(seeds());
        Ok(match facts.recipe.as_str() {
            recipe::TSLS => plan.initialization_options(&tsls(&options)),
            recipe::VTSLS => vtsls(plan, &options),
            _ => native(plan),
        })
    }
}

fn tsls(options: &Options) -> Value {
    let mut settings = json!({
        "hostInfo": "deixis",
        // Would download types from the network.
        "disableAutomaticTypingAcquisition": true,
        "preferences": {
            // A rename at an import would only be `new as old` there.
            "providePrefixAndSuffixTextForRename": false,
            "allowRenameOfImportPath": true,
        },
        "tsserver": {
            "useSyntaxServer": options.syntax_server.as_setting(),
            // Its own watcher sees new files late; ours reports them in order.
            "useClientFileWatcher": true,
        },
    });
    if let Some(folder) = &options.tsserver {
        settings["tsserver"]["path"] = json!(folder);
    }
    if let Some(mib) = options.max_memory_mib {
        settings["maxTsServerMemory"] = json!(mib);
    }
    settings
}

/// vtsls asks for everything at once, by the empty section.
fn vtsls(plan: LaunchPlan, options: &Options) -> LaunchPlan {
    let preferences = json!({"useAliasesForRenames": false});
    let mut tsserver = json!({"useSyntaxServer": options.syntax_server.as_setting()});
    if let Some(mib) = options.max_memory_mib {
        tsserver["maxTsServerMemory"] = json!(mib);
    }
    let mut typescript = json!({
        "preferences": preferences,
        "tsserver": tsserver,
        "disableAutomaticTypeAcquisition": true,
    });
    if let Some(folder) = &options.tsserver {
        typescript["tsdk"] = json!(folder);
    }
    let root = json!({
        "typescript": typescript,
        "javascript": {"preferences": preferences},
        "vtsls": {"autoUseWorkspaceTsdk": options.project_binaries},
    });
    plan.setting("", &root)
}

fn native(plan: LaunchPlan) -> LaunchPlan {
    let preferences = json!({"preferences": {"useAliasesForRenames": false}});
    plan.setting("typescript", &preferences)
        .setting("javascript", &preferences)
        .setting("js/ts", &preferences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn plan(recipe: &str, options: &str) -> LaunchPlan {
        let facts = testing::facts_with(recipe, options);
        testing::with_project(&[("src/a.ts", "")], || TypeScript::plan(&facts)).expect("a plan")
    }

    fn parsed(text: Option<&String>) -> Value {
        serde_json::from_str(text.expect("text")).expect("JSON")
    }

    #[test]
    fn no_recipe_starts_a_syntactic_server() {
        let tsls = plan(recipe::TSLS, "{}");
        assert_eq!(tsls.open, ["src/a.ts"]);
        let sent = parsed(tsls.initialization_options.as_ref());
        assert_eq!(sent["tsserver"]["useSyntaxServer"], "never");
        assert_eq!(sent["preferences"]["providePrefixAndSuffixTextForRename"], false);

        let vtsls = plan(recipe::VTSLS, "{}");
        let root = parsed(vtsls.settings.first().map(|setting| &setting.value));
        assert_eq!(root["typescript"]["tsserver"]["useSyntaxServer"], "never");
        assert_eq!(root["javascript"]["preferences"]["useAliasesForRenames"], false);
        assert_eq!(root["vtsls"]["autoUseWorkspaceTsdk"], false);
    }

    #[test]
    fn options_reach_the_servers() {
        let options = r#"{"tsserver": "/ts/lib", "max_memory_mib": 512, "syntax_server": "auto", "project_binaries": true}"#;
        let sent = parsed(plan(recipe::TSLS, options).initialization_options.as_ref());
        assert_eq!(sent["tsserver"]["path"], "/ts/lib");
        assert_eq!(sent["tsserver"]["useSyntaxServer"], "auto");
        assert_eq!(sent["maxTsServerMemory"], 512);
        let root =
            parsed(plan(recipe::VTSLS, options).settings.first().map(|setting| &setting.value));
        assert_eq!(root["typescript"]["tsdk"], "/ts/lib");
        assert_eq!(root["vtsls"]["autoUseWorkspaceTsdk"], true);
    }

    #[test]
    fn native_typescript_renames_as_a_whole() {
        let sections: Vec<String> =
            plan(recipe::TSC, "{}").settings.into_iter().map(|setting| setting.section).collect();
        assert_eq!(sections, ["typescript", "javascript", "js/ts"]);
    }
}
