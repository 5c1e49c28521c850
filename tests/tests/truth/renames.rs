//! A rename, the first thing that a process is asked, gets every place.

use serde_json::json;

use crate::{Bench, Checked, asked};

pub(crate) fn rename(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let before = truth.everywhere(&project);
    let mut deixis = bench.start(&project);
    let place = truth.place(&project, &truth.function, &truth.used_in);
    let arguments = json!({"path": place, "newName": truth.new_name, "limit": 500});
    let preview = asked(&mut deixis, "preview_rename", &arguments)?;
    let id = &preview.structured()["previewId"];
    assert!(id.is_string(), "{}", preview.0);
    assert_eq!(truth.everywhere(&project), before, "nothing is written");
    let applied = deixis.call("apply_rename", &json!({"previewId": id}));
    assert!(!applied.is_error(), "{}", applied.0);
    let left = truth.everywhere(&project);
    assert_eq!(left, Vec::<String>::new(), "{}", preview.text());
    let new = truth.places(&project, &truth.new_name);
    assert_eq!(new.len(), before.len(), "{}", preview.text());
    let declared = truth.place(&project, &truth.new_name, &truth.declared_in);
    let arguments = json!({"path": declared, "includeDeclaration": true});
    let found = asked(&mut deixis, "references", &arguments)?;
    assert_eq!(found.places("locations"), new, "{}", found.text());
    Ok(())
}
