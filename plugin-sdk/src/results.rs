//! The group `results`: what is shown of an answer, and in which order.

use crate::bindings::results::exports::deixis::adapter::results as wire;
use crate::{Failure, Place};

pub use wire::{Asked, Refined};

/// The hook group.
///
/// ```
/// use deixis_plugin::{Asked, Place, Refined, Results, testing};
///
/// struct Zig;
///
/// impl Results for Zig {
///     fn refine(_: &str, asked: Asked, places: &[Place]) -> Vec<Refined> {
///         let is_cached = |place: &Place| place.is_below("zig-cache");
///         let all = Refined::marking(places, is_cached);
///         if asked == Asked::Definition { Refined::preferring_writable(all) } else { all }
///     }
///
///     fn hover(_: &str, markdown: &str) -> Option<String> {
///         markdown.strip_suffix("\n\n---\nzls").map(str::to_owned)
///     }
/// }
///
/// let places = [testing::place("zig-cache/a.zig"), testing::place("src/a.zig")];
/// let shown = Zig::refine("zig", Asked::Definition, &places);
/// assert_eq!(shown, [Refined { index: 1, read_only: false }]);
/// assert_eq!(Zig::refine("zig", Asked::References, &places).len(), 2);
/// assert_eq!(Zig::hover("zig", "text\n\n---\nzls").as_deref(), Some("text"));
/// ```
pub trait Results {
    /// The places that are shown, in order, each at most once. Those left out
    /// are counted as hidden.
    #[must_use]
    fn refine(language: &str, asked: Asked, places: &[Place]) -> Vec<Refined> {
        let _ = (language, asked);
        Refined::marking(places, |_| false)
    }

    /// A shorter or cleaner hover text; `None` keeps it.
    #[must_use]
    fn hover(language: &str, markdown: &str) -> Option<String> {
        let _ = (language, markdown);
        None
    }
}

impl<T: Results> wire::Guest for T {
    fn refine(language: String, asked: Asked, places: Vec<Place>) -> Result<Vec<Refined>, Failure> {
        crate::export::enter();
        Ok(T::refine(&language, asked, &places))
    }

    fn hover(language: String, markdown: String) -> Result<Option<String>, Failure> {
        crate::export::enter();
        Ok(T::hover(&language, &markdown))
    }
}

impl Refined {
    /// All places as they come, with those marked that are not to be changed.
    #[must_use]
    pub fn marking(places: &[Place], read_only: impl Fn(&Place) -> bool) -> Vec<Self> {
        let marked = |(index, place)| Self { index, read_only: read_only(place) };
        (0..).zip(places).map(marked).collect()
    }

    /// Without what is read-only, unless nothing else is there.
    #[must_use]
    pub fn preferring_writable(mut all: Vec<Self>) -> Vec<Self> {
        if all.iter().any(|refined| !refined.read_only) {
            all.retain(|refined| !refined.read_only);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::place;

    #[test]
    fn what_is_writable_is_preferred_and_not_demanded() {
        let places = ["lib/a", "src/b", "lib/c"].map(place);
        let all = |places: &[Place]| Refined::marking(places, |place| place.is_below("lib"));
        let kept = |all: Vec<Refined>| all.iter().map(|one| one.index).collect::<Vec<_>>();
        assert_eq!(kept(all(&places)), [0, 1, 2]);
        assert_eq!(kept(Refined::preferring_writable(all(&places))), [1]);
        assert_eq!(kept(Refined::preferring_writable(all(&places[..1]))), [0]);
        assert!(Refined::preferring_writable(Vec::new()).is_empty());
    }
}
