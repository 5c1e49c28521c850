//! Every shape that servers give, read to the same value.

use serde_json::{Value, json};

use super::*;

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_str(&value.to_string()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

#[test]
fn hover_contents_in_all_shapes() {
    let check = |contents: Value, expected: &str| {
        let hover: Hover = read(&json!({ "contents": contents }));
        assert_eq!(markdown(&hover.contents), expected, "{contents}");
    };
    check(json!("text"), "text");
    check(json!({"language": "rust", "value": "fn a()"}), "```rust\nfn a()\n```");
    check(json!({"kind": "markdown", "value": "**a**"}), "**a**");
    check(json!(["a", null, {"language": "c", "value": "b"}, ""]), "a\n\n```c\nb\n```");
    check(json!([null, null]), "");
    check(json!(null), "");
    check(json!(7), "");
}

#[test]
fn locations_in_all_shapes() {
    let range = json!({"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 5}});
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}});
    let location = json!({"uri": "file:///a/[slug] x.ts", "range": range});
    let link = json!({"targetUri": "jdt://x", "targetRange": whole, "targetSelectionRange": range});
    let check = |value: Value, expected: &[&str], unreadable: usize| {
        let many: Many<Link> = read(&value);
        let uris: Vec<String> = many
            .items
            .into_iter()
            .filter_map(Link::location)
            .map(|location| location.uri)
            .collect();
        assert_eq!(
            (uris.as_slice(), many.unreadable),
            (expected.iter().map(ToString::to_string).collect::<Vec<_>>().as_slice(), unreadable),
            "{value}"
        );
    };
    check(json!(null), &[], 0);
    check(location.clone(), &["file:///a/[slug] x.ts"], 0);
    check(json!([location, link]), &["file:///a/[slug] x.ts", "jdt://x"], 0);
    check(json!([link, 7, null, {"uri": 3}]), &["jdt://x"], 2);
    let many: Many<Link> = read(&link);
    let location = many.items.into_iter().next().and_then(Link::location).expect("a place");
    assert_eq!((location.range.start.line, location.full.map(|full| full.end.line)), (1, Some(3)));
}

#[test]
fn symbols_survive_what_is_out_of_range() {
    let symbols: Symbols = read(&json!([
        {"name": "a", "kind": 255, "range": null, "children": null},
        {"name": null, "kind": "x"},
        {"name": "b", "kind": 5, "location": {"uri": "file:///b"}, "containerName": ""},
    ]));
    let names: Vec<_> =
        symbols.items.iter().map(|symbol| (symbol.name.0.as_deref(), symbol.kind.0)).collect();
    assert_eq!(names, [(Some("a"), Some(255)), (None, None), (Some("b"), Some(5))]);
}

/// Depth of the first branch, and elements that could not be read on it.
fn depth(symbols: &Symbols) -> (usize, usize) {
    let (mut depth, mut unreadable, mut level) = (0, symbols.unreadable, symbols);
    while let Some(symbol) = level.items.first() {
        level = &symbol.children;
        unreadable += level.unreadable;
        depth += 1;
    }
    (depth, unreadable)
}

#[test]
fn children_are_read_to_a_depth() {
    let check = |open: &str, close: &str, times: usize, expected: (usize, usize)| {
        let text = format!("{}{}", open.repeat(times), close.repeat(times));
        let symbols: Symbols = serde_json::from_str(&text).expect("symbols");
        assert_eq!(depth(&symbols), expected, "{times} of {open}{close}");
    };
    check(r#"{"children":["#, "]}", 3, (3, 0));
    check(r#"{"children":["#, "]}", 33, (33, 0));
    // One level too many, and far too many for any stack.
    check(r#"{"children":["#, "]}", 34, (33, 1));
    check(r#"{"children":["#, "]}", 100_000, (33, 1));
    // A bad element beside the good one on each level must not double the work.
    let nest = format!("{}7{}", r#"{"children":["#.repeat(32), ",7]}".repeat(32));
    let symbols: Symbols = serde_json::from_str(&nest).expect("symbols");
    assert_eq!(depth(&symbols), (32, 33));
}

#[test]
fn related_reports_relate_to_no_more() {
    let nest = format!(
        "{}{{}}{}",
        r#"{"relatedDocuments":{"file:///a":"#.repeat(100_000),
        "}}".repeat(100_000)
    );
    let report: DiagnosticReport = serde_json::from_str(&nest).expect("a report");
    assert_eq!(report.related_documents.0.map(|related| related.len()), Some(1));
    let report: DiagnosticReport = read(&json!({"relatedDocuments": {
        "file:///b": {"kind": "full", "items": [{"message": "m"}]},
        "file:///c": {"kind": "unchanged", "resultId": "2"},
    }}));
    let related = report.related_documents.0.expect("reports");
    assert_eq!(related["file:///b"].items.items.len(), 1);
    assert_eq!(related["file:///c"].result_id.0.as_deref(), Some("2"));
}

#[test]
fn diagnostics_with_odd_codes_and_messages() {
    let check = |code: Value, expected: Option<&str>| {
        let diagnostic: Diagnostic = read(
            &json!({"message": {"kind": "markdown", "value": "m"}, "code": code, "severity": null}),
        );
        assert_eq!(diagnostic.code_text().as_deref(), expected, "{code}");
        assert_eq!((diagnostic.message_text().as_str(), diagnostic.severity.0), ("m", None));
    };
    check(json!("E1"), Some("E1"));
    check(json!(2304), Some("2304"));
    check(json!({"value": "x", "target": "https://example.org"}), Some("x"));
    check(json!(null), None);
    check(json!([1]), None);
}

#[test]
fn progress_with_odd_percentages() {
    for (percentage, expected) in [
        (json!(45), Some(45)),
        (json!(99.9), Some(99)),
        (json!(-3), Some(0)),
        (json!(1e9), Some(100)),
        (json!(null), None),
        (json!("9"), None),
    ] {
        let params: ProgressParams =
            read(&json!({"token": 7, "value": {"kind": "report", "percentage": percentage}}));
        assert_eq!(params.value.0.and_then(|value| value.percent()), expected, "{percentage}");
    }
}

/// Labels of the parameters, the active signature, and the active parameter of that one.
fn check_signatures(value: &Value, labels: &[&str], active: (usize, Option<usize>)) {
    let help: SignatureHelp = read(value);
    let signature = &help.signatures.items[help.active()];
    let read: Vec<&str> =
        signature.parameters.items.iter().map(|p| signature.parameter_label(p)).collect();
    assert_eq!(read, labels, "{value}");
    assert_eq!((help.active(), help.active_parameter(signature)), active, "{value}");
}

#[test]
fn parameter_labels_are_text_or_utf16_offsets() {
    let of = |label: &str, parameters: Value| json!({"signatures": [{"label": label, "parameters": parameters}]});
    let label = "f(🦀: a, é: b)";
    check_signatures(
        &of(label, json!([{"label": [2, 7]}, {"label": [9, 13]}, {"label": "c"}])),
        &["🦀: a", "é: b", "c"],
        (0, Some(0)),
    );
    // Inside the crab, beyond the end, backwards, negative, and of no shape at all.
    check_signatures(
        &of(
            label,
            json!([{"label": [3, 99]}, {"label": [9, 2]}, {"label": [-1, 1.0]}, {"label": 7}, {"label": [1]}, {}]),
        ),
        &["🦀: a, é: b)", "", "f", "", "", ""],
        (0, Some(0)),
    );
}

#[test]
fn active_parameters_follow_the_specification() {
    let one = |own: Value| json!({"label": "f(a, b)", "parameters": [{"label": "a"}, {"label": "b"}], "activeParameter": own});
    let check = |own: Value, top: Value, signature: Value, expected| {
        let help = json!({"signatures": [one(json!(0)), one(own)], "activeSignature": signature, "activeParameter": top});
        check_signatures(&help, &["a", "b"], expected);
    };
    check(json!(1), json!(0), json!(1), (1, Some(1)));
    check(json!(null), json!(1), json!(1), (1, Some(1)));
    check(json!(null), json!(null), json!(1), (1, Some(0)));
    check(json!(9), json!(1), json!(1), (1, Some(0)));
    check(json!(-1), json!(1), json!(1), (1, Some(0)));
    check(json!("x"), json!(9), json!(1), (1, Some(0)));
    check(json!(1), json!(1), json!(7), (0, Some(0)));
    check(json!(1), json!(1), json!(null), (0, Some(0)));
    check_signatures(
        &json!({"signatures": [{"label": "f()"}], "activeParameter": 0}),
        &[],
        (0, None),
    );
}

#[test]
fn hierarchy_items_go_back_as_they_came() {
    let text = r#"{"z": 1e2, "uri":"file:///a", "data": {"b":123456789012345678901234567890,"a":0.10000000000000000001, "n":null}, "kind": 999}"#;
    let item: HierarchyItem = serde_json::from_str(text).expect("an item");
    assert_eq!(item.params().expect("parameters").get(), format!("{{\"item\":{text}}}"));
    let data = r#"{"b":123456789012345678901234567890,"a":0.10000000000000000001, "n":null}"#;
    assert_eq!(item.data.as_deref(), Some(data));
    assert_eq!((item.name.as_str(), item.kind, item.detail), ("", 999, None));
    let many: Many<IncomingCall> = read(&json!([
        {"from": {"uri": "file:///a", "name": "f", "data": null}, "fromRanges": null},
        {"from": {"name": "no uri"}}, {"to": {"uri": "file:///a"}}, null,
    ]));
    assert_eq!((many.items.len(), many.unreadable), (1, 2));
    assert_eq!(many.items[0].from.data, None);
}

#[test]
fn rename_preparations_in_all_shapes() {
    let range = json!({"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 5}});
    let at = |placeholder: Option<&str>| PrepareRename::At {
        range: read(&range),
        placeholder: placeholder.map(ToOwned::to_owned),
    };
    let check = |value: Value, expected: PrepareRename| {
        assert_eq!(read::<PrepareRename>(&value), expected, "{value}");
    };
    check(json!(null), PrepareRename::Refused);
    check(range.clone(), at(None));
    check(json!({"range": range, "placeholder": "x"}), at(Some("x")));
    check(json!({"range": range, "placeholder": null}), at(None));
    check(json!({"defaultBehavior": true}), PrepareRename::Default);
    check(json!({"defaultBehavior": false}), PrepareRename::Refused);
    assert!(serde_json::from_str::<PrepareRename>("{}").is_err());
}

#[test]
fn workspace_edits_in_all_shapes() {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
    let edit = json!({"range": range, "newText": "x"});
    let check = |value: Value, empty: bool, unreadable: usize| {
        let read: WorkspaceEdit = read(&value);
        let changes =
            read.changes.iter().flat_map(|Entries(list)| list.iter().map(|(_, e)| e.unreadable));
        let documents = read.document_changes.iter().flat_map(|changes| {
            changes.items.iter().map(|c| c.edits.unreadable).chain([changes.unreadable])
        });
        let counted: usize = changes.chain(documents).sum();
        assert_eq!((read.is_empty(), counted), (empty, unreadable), "{value}");
    };
    check(json!({}), true, 0);
    check(json!({"changes": null, "documentChanges": []}), true, 0);
    check(json!({"changes": {"file:///a": []}}), true, 0);
    check(json!({"changes": {"file:///a": [edit]}}), false, 0);
    check(json!({"changes": {"file:///a": [{"range": range}, 7]}}), false, 2);
    check(
        json!({"documentChanges": [{"textDocument": {"uri": "file:///a", "version": null}, "edits": [edit]}]}),
        false,
        0,
    );
    check(
        json!({"documentChanges": [{"textDocument": {"uri": "file:///a"}, "edits": []}]}),
        true,
        0,
    );
    check(json!({"documentChanges": [{"kind": "create", "uri": "file:///a"}]}), false, 0);
    check(json!({"documentChanges": [{"kind": 7}]}), false, 1);
    let ordered: WorkspaceEdit = read(&json!({"changes": {"z": [], "a": [], "m": []}}));
    let order: Vec<String> =
        ordered.changes.into_iter().flat_map(|Entries(list)| list).map(|(uri, _)| uri).collect();
    assert_eq!(order, ["z", "a", "m"]);
}
