//! The very first answer of a process is the whole answer.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{Bench, Checked};

/// Every place, asked at the declaration and, in another process, at a use.
pub(crate) fn references(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    for path in [&truth.declared_in, &truth.used_in] {
        let project = truth.project();
        let place = truth.place(&project, &truth.function, path);
        let arguments = json!({"path": place, "includeDeclaration": true});
        let answer = bench.first(&project, "references", &arguments)?;
        assert_eq!(answer.places("locations"), truth.everywhere(&project), "{}", answer.text());
    }
    Ok(())
}

pub(crate) fn workspace_symbols(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let arguments = json!({"query": truth.function, "server": bench.server.adapter});
    let answer = bench.first(&project, "workspace_symbols", &arguments)?;
    let declared = truth.place(&project, &truth.function, &truth.declared_in);
    let places = answer.places("symbols");
    assert!(places.contains(&declared), "{declared} in {places:?}\n{}", answer.text());
    Ok(())
}

pub(crate) fn definition(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let place = truth.place(&project, &truth.function, &truth.used_in);
    let answer = bench.first(&project, "definition", &json!({"path": place}))?;
    let declared = truth.place(&project, &truth.function, &truth.declared_in);
    assert_eq!(answer.places("locations"), [declared], "{}", answer.text());
    Ok(())
}

pub(crate) fn hover(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let place = truth.place(&project, &truth.function, &truth.used_in);
    let answer = bench.first(&project, "hover", &json!({"path": place}))?;
    assert!(!answer.is_error(), "{}", answer.text());
    let contents = answer.structured()["contents"].as_str().unwrap_or_default();
    assert!(contents.contains(&truth.hover), "{} in {contents:?}", truth.hover);
    Ok(())
}

pub(crate) fn outline(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    for (path, expected) in &truth.outline {
        let project = truth.project();
        let answer = bench.first(&project, "document_symbols", &json!({"path": path}))?;
        assert!(!answer.is_error(), "{}", answer.text());
        let symbols = answer.structured()["symbols"].as_array().cloned().unwrap_or_default();
        let found: BTreeSet<String> = paths(&symbols);
        for name in expected {
            assert!(found.contains(name), "{name} in {found:?}");
        }
    }
    Ok(())
}

/// The name paths of symbols and of all below them.
fn paths(symbols: &[Value]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left: Vec<&Value> = symbols.iter().collect();
    while let Some(symbol) = left.pop() {
        found.insert(symbol["namePath"].as_str().unwrap_or_default().to_owned());
        left.extend(symbol["children"].as_array().into_iter().flatten());
    }
    found
}

/// Callers and callees; some servers also count those who only mention a function.
pub(crate) fn calls(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let declared = truth.place(&project, &truth.function, &truth.declared_in);
    let answer = bench.first(&project, "incoming_calls", &json!({"path": declared}))?;
    assert!(!answer.is_error(), "{}", answer.text());
    let calls = answer.structured()["calls"].as_array().cloned().unwrap_or_default();
    let found = ends(&calls, "from");
    for caller in &truth.callers {
        assert!(found.contains(caller), "{caller} in {found:?}: {}", answer.text());
    }
    let everywhere = truth.everywhere(&project);
    for call in &calls {
        assert_eq!(call["to"]["at"], declared, "{call}");
        let at = call["from"]["at"].as_str().unwrap_or_default();
        let file = at.rsplitn(3, ':').last().unwrap_or_default();
        for range in call["fromRanges"].as_array().into_iter().flatten() {
            let number = |index: usize| range[index].as_u64().map_or(0, |number| number + 1);
            let site = format!("{file}:{}:{}", number(0), number(1));
            assert!(everywhere.contains(&site), "{site} of {call}");
        }
    }

    let callees = &truth.callees;
    let arguments = json!({"path": callees.path, "symbol": callees.symbol});
    let answer = bench.first(&project, "outgoing_calls", &arguments)?;
    assert!(!answer.is_error(), "{}", answer.text());
    let calls = answer.structured()["calls"].as_array().cloned().unwrap_or_default();
    let found = ends(&calls, "to");
    for callee in &callees.names {
        assert!(found.contains(callee), "{callee} in {found:?}: {}", answer.text());
    }
    Ok(())
}

fn ends(calls: &[Value], end: &str) -> BTreeSet<String> {
    calls.iter().map(|call| call[end]["name"].as_str().unwrap_or_default().to_owned()).collect()
}
