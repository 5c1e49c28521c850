//! Whether a word is a name, by what the adapter's descriptor says of its language. An adapter
//! that knows better is asked before.

use deixis_hooks::info::Descriptor;
use regex::Regex;

/// Checks a new name against the language's rule and its reserved words.
///
/// # Errors
/// A sentence that says why it is none.
pub(crate) fn check(descriptor: Option<&Descriptor>, name: &str) -> Result<(), String> {
    let Some(descriptor) = descriptor else { return Ok(()) };
    if descriptor.keywords.iter().any(|keyword| keyword == name) {
        return Err(format!("`{name}` is a reserved word there, so nothing can be called so"));
    }
    let Some(rule) = &descriptor.identifier else { return Ok(()) };
    match Regex::new(&format!(r"\A(?:{rule})\z")) {
        Ok(rule) if !rule.is_match(name) => {
            let language = &descriptor.display_name;
            Err(format!("`{name}` is no identifier in {language}"))
        }
        Ok(_) => Ok(()),
        Err(error) => {
            // The server has the last word anyway.
            tracing::warn!(target: "deixis::engine", adapter = descriptor.id, %error, "the adapter's rule for identifiers cannot be read");
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn descriptor(rule: Option<&str>) -> Descriptor {
        let json = serde_json::json!({
            "id": "toy", "version": "0.1.0", "display_name": "Toy", "languages": [], "recipes": [],
            "identifier": rule, "keywords": ["fn"], "options_schema": "{}",
        });
        serde_json::from_value(json).expect("a descriptor")
    }

    #[test]
    fn a_name_matches_the_rule_as_a_whole_and_is_no_keyword() {
        let check = |rule: Option<&str>, name: &str, wrong: Option<&str>| {
            let said = check(Some(&descriptor(rule)), name).err();
            assert_eq!(said.is_some(), wrong.is_some(), "{rule:?} {name} {said:?}");
            if let (Some(said), Some(wrong)) = (said, wrong) {
                assert!(said.contains(wrong), "{said}");
            }
        };
        let rule = Some("[a-z]+|X");
        check(rule, "run", None);
        check(rule, "X", None);
        check(rule, "Xrun", Some("no identifier"));
        check(rule, "run\n", Some("no identifier"));
        check(rule, "fn", Some("reserved"));
        check(None, "fn", Some("reserved"));
        check(None, "1 2", None);
        check(Some("("), "anything", None);
        assert_eq!(super::check(None, "fn"), Ok(()));
    }
}
