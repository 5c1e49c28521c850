//! How the server is started and configured.

use deixis_plugin::{Facts, Failure, Launch, LaunchPlan};
use serde_json::{Value, json};

use crate::Adapter;

impl Launch for Adapter {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let options: Value = facts.options()?;
        Ok(LaunchPlan::default()
            // Some servers look at who asks; the others do not mind.
            .initialization_options(&json!({ "hostInfo": "deixis" }))
            // The answer when the server asks for its settings.
            .setting("{{server}}", &options))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    #[test]
    fn options_reach_the_server() {
        let facts = testing::facts_with("{{server}}", r#"{"trace":true}"#);
        let plan = Adapter::plan(&facts).expect("a plan");
        assert_eq!(plan.settings[0].section, "{{server}}");
        assert_eq!(plan.settings[0].value, r#"{"trace":true}"#);
    }
}
