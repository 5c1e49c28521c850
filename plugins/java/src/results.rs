//! Places in libraries are marked, and hovers lose links that lead nowhere.
//!
//! Theory of operation. The documentation of a class links to others by `jdt:`
//! URIs of several hundred bytes each, which only an editor can follow. The text
//! of the link says all that there is to say.

use deixis_plugin::{Asked, Place, Refined, Results};

use crate::Java;
use crate::documents::SCHEME;

impl Results for Java {
    fn refine(_language: &str, _asked: Asked, places: &[Place]) -> Vec<Refined> {
        Refined::marking(places, |place| place.name().starts_with(SCHEME))
    }

    fn hover(_language: &str, markdown: &str) -> Option<String> {
        const LINK: &str = "](jdt://";
        if !markdown.contains(LINK) {
            return None;
        }
        let mut text = String::with_capacity(markdown.len());
        let mut rest = markdown;
        while let Some(at) = rest.find(LINK) {
            let (before, link) = rest.split_at(at);
            // The handle's own parentheses are escaped.
            let (Some(open), Some(close)) = (before.rfind('['), link.find(')')) else { break };
            text.push_str(&before[..open]);
            text.push_str(&before[open + 1..]);
            rest = &link[close + 1..];
        }
        text.push_str(rest);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{elsewhere, place};

    #[test]
    fn libraries_are_not_to_be_changed() {
        let places = [place("src/A.java"), elsewhere("jdt://contents/a.jar/a/A.class?=x")];
        let shown = Java::refine("java", Asked::Definition, &places);
        let marks: Vec<bool> = shown.iter().map(|one| one.read_only).collect();
        assert_eq!(marks, [false, true]);
    }

    #[test]
    fn links_into_libraries_become_words() {
        let hover = |text| Java::hover("java", text);
        let text = "See [Character](jdt://contents/a/b.java?=x%28C.class#186) and \
                    [Math](jdt://contents/x) or [this](https://a.b).";
        assert_eq!(hover(text).as_deref(), Some("See Character and Math or [this](https://a.b)."));
        assert_eq!(hover("plain"), None);
        assert_eq!(hover("cut [A](jdt://conte").as_deref(), Some("cut [A](jdt://conte"));
    }
}
