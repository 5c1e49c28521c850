//! Definitions: sources before what is generated from them.
//!
//! Theory of operation. A name can be declared twice: in a source of the
//! project, and in a declaration file or a package that describes the same
//! thing. Who asks for the definition wants the source. Packages are marked as
//! not to be changed, whatever is asked.

use deixis_plugin::{Asked, Place, Refined, Results};

use crate::TypeScript;

/// Endings of declaration files.
const DECLARATIONS: &[&str] = &[".d.ts", ".d.mts", ".d.cts"];

impl Results for TypeScript {
    fn refine(_language: &str, asked: Asked, places: &[Place]) -> Vec<Refined> {
        let mut all = Refined::marking(places, is_package);
        let has_source = places.iter().any(is_source);
        if asked == Asked::Definition && has_source {
            let sources = |one: &Refined| places.get(one.index as usize).is_some_and(is_source);
            all.retain(sources);
        }
        all
    }
}

fn is_package(place: &Place) -> bool {
    place.is_below("node_modules")
}

fn is_source(place: &Place) -> bool {
    !is_package(place) && !DECLARATIONS.iter().any(|ending| place.name().ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{elsewhere, place};

    /// Indices that are shown, those of packages with a sign.
    fn check(asked: Asked, names: &[&str], expected: &[i64]) {
        let places: Vec<Place> = names
            .iter()
            .map(|name| if name.contains(':') { elsewhere(name) } else { place(name) })
            .collect();
        let shown: Vec<i64> = TypeScript::refine("typescript", asked, &places)
            .iter()
            .map(|one| if one.read_only { -i64::from(one.index) } else { one.index.into() })
            .collect();
        assert_eq!(shown, expected, "{names:?}");
    }

    #[test]
    fn sources_are_preferred_where_there_are_any() {
        let both = ["types/a.d.ts", "node_modules/a/index.d.ts", "src/a.ts"];
        check(Asked::Definition, &both, &[2]);
        check(Asked::Definition, &both[..2], &[0, -1]);
        check(Asked::Definition, &["src/a.ts", "src/b.ts"], &[0, 1]);
        check(Asked::Definition, &["src/a.ts", "file:///usr/lib/node_modules/a/a.js"], &[0]);
        check(Asked::Definition, &[], &[]);
        check(Asked::References, &both, &[0, -1, 2]);
    }
}
