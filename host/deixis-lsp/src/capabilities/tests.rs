//! The table is live: registrations come, are replaced, and go.

use serde_json::json;

use super::*;

fn had(table: &Capabilities) -> Vec<Feature> {
    Feature::ALL.into_iter().filter(|feature| table.has(*feature)).collect()
}

#[test]
fn fixed_and_registered_features() {
    let mut table = Capabilities::new(
        json!({"hoverProvider": true, "definitionProvider": {}, "referencesProvider": false}),
    );
    assert_eq!(had(&table), [Feature::Hover, Feature::Definition]);
    let entry = |id: &str| json!({"registrations": [{"id": id, "method": "textDocument/references"}, {"method": "no id"}]});
    assert!(table.register(&entry("1")));
    // The same id again replaces; the new one may come before the old one goes.
    table.register(&entry("1"));
    table.register(&entry("2"));
    table.unregister(
        &json!({"unregisterations": [{"id": "1", "method": "textDocument/references"}]}),
    );
    assert!(table.has(Feature::References));
    table.unregister(&json!({"unregistrations": [{"id": "2"}]}));
    assert!(!table.has(Feature::References));
}

#[test]
fn every_feature_is_had_statically_and_dynamically() {
    for feature in Feature::ALL {
        let (field, method) = feature.names();
        let options = json!({"prepareProvider": true});
        assert!(Capabilities::new(json!({field: options})).has(feature), "{field}");
        let mut table = Capabilities::default();
        table.register(&json!({"registrations": [
            {"id": "1", "method": method, "registerOptions": options},
        ]}));
        assert!(table.has(feature), "{method}");
        table.unregister(&json!({"unregisterations": [{"id": "1", "method": method}]}));
        assert_eq!(had(&table), []);
    }
}

#[test]
fn a_rename_is_checked_beforehand_only_where_the_server_says_so() {
    let check = |capabilities: Value, expected: &[Feature]| {
        assert_eq!(had(&Capabilities::new(capabilities.clone())), expected, "{capabilities}");
    };
    check(json!({"renameProvider": true}), &[Feature::Rename]);
    check(json!({"renameProvider": {"prepareProvider": false}}), &[Feature::Rename]);
    check(
        json!({"renameProvider": {"prepareProvider": true}}),
        &[Feature::PrepareRename, Feature::Rename],
    );
    check(json!({"renameProvider": false}), &[]);
}

#[test]
fn encodings_and_synchronisation() {
    let check = |capabilities: Value, encoding: Encoding, sync: ChangeSync, save: Option<bool>| {
        let table = Capabilities::new(capabilities.clone());
        assert_eq!(
            (table.encoding(), table.change_sync(), table.save()),
            (encoding, sync, save),
            "{capabilities}"
        );
    };
    check(json!({}), Encoding::Utf16, ChangeSync::None, None);
    check(
        json!({"positionEncoding": "utf-8", "textDocumentSync": 2}),
        Encoding::Utf8,
        ChangeSync::Incremental,
        None,
    );
    check(
        json!({"positionEncoding": "utf-32", "textDocumentSync": {"change": 1, "save": true}}),
        Encoding::Utf32,
        ChangeSync::Full,
        Some(false),
    );
    check(
        json!({"positionEncoding": "ebcdic", "textDocumentSync": {"save": {"includeText": true}}}),
        Encoding::Utf16,
        ChangeSync::None,
        Some(true),
    );
}

#[test]
fn every_pull_provider_has_its_identifier() {
    let mut table = Capabilities::new(json!({"diagnosticProvider": {"identifier": "a"}}));
    table.register(&json!({"registrations": [
        {"id": "1", "method": "textDocument/diagnostic", "registerOptions": {"identifier": "b"}},
        {"id": "2", "method": "textDocument/diagnostic", "registerOptions": {"identifier": "b"}},
        {"id": "3", "method": "textDocument/diagnostic"},
    ]}));
    assert_eq!(table.pull_identifiers(), [None, Some("a".to_owned()), Some("b".to_owned())]);
}
