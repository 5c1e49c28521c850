//! Letters and paths beyond ASCII, and ends of lines of two characters.

use serde_json::json;

use crate::{Bench, Checked, asked};

/// Names of more than ASCII, after characters that are wide, in files with CRLF.
pub(crate) fn letters(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let letters = &truth.letters;
    let project = truth.project();
    truth.lay(&project, "letters");
    assert!(project.read(&letters.used_in).contains("\r\n"), "{} has CRLF", letters.used_in);
    let mut deixis = bench.start(&project);
    let expected = truth.places(&project, &letters.function);
    let declared = truth.place(&project, &letters.function, &letters.declared_in);
    let used = truth.place(&project, &letters.function, &letters.used_in);
    for place in [&used, &declared] {
        let arguments = json!({"path": place, "includeDeclaration": true});
        let answer = asked(&mut deixis, "references", &arguments)?;
        assert_eq!(answer.places("locations"), expected, "{place}: {}", answer.text());
    }
    let answer = asked(&mut deixis, "definition", &json!({"path": used}))?;
    assert_eq!(answer.places("locations"), [declared], "{}", answer.text());
    Ok(())
}

/// Spaces, `#`, `%`, brackets and an emoji, in the root's name and in files' names.
pub(crate) fn paths(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.odd_project();
    truth.lay(&project, "odd");
    let expected = truth.everywhere(&project);
    let odd = format!("{}:", truth.odd.used_in);
    assert!(expected.iter().any(|place| place.starts_with(&odd)), "{odd} in {expected:?}");
    let mut deixis = bench.start(&project);
    let used = truth.place(&project, &truth.function, &truth.odd.used_in);
    let arguments = json!({"path": used, "includeDeclaration": true});
    let answer = asked(&mut deixis, "references", &arguments)?;
    assert_eq!(answer.places("locations"), expected, "{}", answer.text());
    let declared = truth.place(&project, &truth.function, &truth.declared_in);
    let answer = asked(&mut deixis, "definition", &json!({"path": used}))?;
    assert_eq!(answer.places("locations"), [declared], "{}", answer.text());
    Ok(())
}
