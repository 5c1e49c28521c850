//! Symbols by their names, as a person would say them.

use serde_json::{Value, json};

use crate::{Bench, Checked, asked};

pub(crate) fn names(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let mut deixis = bench.start(&project);
    for name in &truth.names {
        let path = file_of(&name.at);
        // The definition of what is declared there is the declaration itself.
        let arguments = json!({"path": path, "symbol": name.name});
        let answer = asked(&mut deixis, "definition", &arguments)?;
        assert_eq!(answer.places("locations"), [name.at.as_str()], "{}", name.name);
    }
    for name in &truth.ambiguous {
        let path = file_of(name.at.first().map_or("", String::as_str));
        let arguments = json!({"path": path, "symbol": name.name});
        let answer = asked(&mut deixis, "hover", &arguments)?;
        assert_eq!(answer.error_code(), "ambiguous_symbol", "{}: {}", name.name, answer.text());
        let candidates = answer.error()["candidates"].as_array().cloned().unwrap_or_default();
        let at = |one: &Value| one["at"].as_str().unwrap_or_default().to_owned();
        let mut found: Vec<String> = candidates.iter().map(at).collect();
        found.sort();
        assert_eq!(found, name.at, "{}", name.name);
    }
    Ok(())
}

fn file_of(at: &str) -> &str {
    at.rsplitn(3, ':').last().unwrap_or_default()
}
