//! What servers may say, and what they are told.

use serde_json::{Value, json};

use super::{rule, stage};

#[test]
fn capabilities_come_and_go() {
    let register = r#"{ request = { id = "r", method = "client/registerCapability", params = { registrations = [{ id = "x", method = "textDocument/references", registerOptions = { documentSelector = [{ language = "toy" }] } }] } } }, { until = "response:\"r\"" }, "default""#;
    let unregister = r#"{ request = { id = "u", method = "client/unregisterCapability", params = { unregisterations = [{ id = "x", method = "textDocument/references" }] } } }, { until = "response:\"u\"" }, "default""#;
    let mut stage = stage(&format!(
        "[capabilities]\nreferencesProvider = false\n{}{}",
        rule("textDocument/definition", "", register),
        rule("textDocument/typeDefinition", "", unregister)
            + &rule("textDocument/hover", "", unregister),
    ));
    let arguments = json!({"path": "a.toy:1:4", "includeDeclaration": true});
    let before = stage.deixis.call("references", &arguments);
    assert_eq!(before.error_code(), "unsupported_capability", "{}", before.0);
    let place = json!({"path": "a.toy:1:4"});
    assert!(!stage.deixis.call("definition", &place).is_error());
    let with = stage.deixis.call("references", &arguments);
    assert_eq!(with.places("locations"), stage.project.occurrences("greet", &[".toy"]));
    assert!(!stage.deixis.call("hover", &place).is_error());
    let after = stage.deixis.call("references", &arguments);
    assert_eq!(after.error_code(), "unsupported_capability", "{}", after.0);
}

#[test]
fn definitions_of_every_shape_are_read() {
    let range = r#"{"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 5}}"#;
    let place = format!(r#"{{"uri": "$ROOT_URI/b.toy", "range": {range}}}"#);
    let link = format!(
        r#"{{"targetUri": "$ROOT_URI/b.toy", "targetRange": {range}, "targetSelectionRange": {range}}}"#
    );
    let shapes = [
        (place.clone(), 1),
        (format!("[{place}]"), 1),
        (format!("[{link}]"), 1),
        (format!("[{place}, {place}]"), 1),
        (format!("[null, {place}]"), 1),
        ("null".to_owned(), 0),
        ("[]".to_owned(), 0),
    ];
    for (shape, count) in shapes {
        let reply = format!("{{ reply_json = '''{shape}''' }}");
        let mut stage = stage(&rule("textDocument/definition", "", &reply));
        let answer = stage.deixis.call("definition", &json!({"path": "a.toy:1:4"}));
        let expected: &[&str] = if count == 1 { &["b.toy:1:1"] } else { &[] };
        assert_eq!(answer.places("locations"), expected, "{shape}: {}", answer.0);
    }
}

#[test]
fn the_server_is_told_of_our_process() {
    let mut stage = stage("");
    assert!(!stage.deixis.call("hover", &json!({"path": "a.toy:1:4"})).is_error());
    let hello: Value = stage.script.wait_received("initialize");
    assert_eq!(hello["params"]["processId"], stage.deixis.pid(), "{hello}");
}
