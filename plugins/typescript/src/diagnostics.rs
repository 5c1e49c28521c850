//! Pushed by the servers on top of tsserver, pulled from native TypeScript.
//!
//! Theory of operation. tsserver finds errors in several passes, and the
//! servers publish after each: the first publication after a change is often
//! empty, and the errors follow a quarter of a second later. So an empty first
//! one is held back for a while; whatever follows, or silence, is for the host
//! to judge.

use deixis_plugin::{
    Deadlines, Diagnostics, DiagnosticsEvent as Event, DiagnosticsPlan,
    DiagnosticsSource as Source, Facts, Failure, Publication, Settled,
};
use serde::{Deserialize, Serialize};

use crate::{TypeScript, recipe};

/// The errors of a project under work come this soon after a false first `[]`.
const FOLLOWS_WITHIN_MS: u32 = 1_500;
const DEADLINE: &str = "first";

/// Publications since the server was told of the text.
#[derive(Debug, Default, Serialize, Deserialize)]
pub enum Seen {
    /// None.
    #[default]
    Nothing,
    /// One, with nothing in it.
    EmptyFirst,
    /// Enough to go by.
    Enough,
}

impl Diagnostics for TypeScript {
    type State = Seen;

    fn plan(facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        let is_native = matches!(facts.recipe.as_str(), recipe::TSC | recipe::TSGO);
        // Native TypeScript pushes about tsconfig.json alone.
        Ok(DiagnosticsPlan::new(if is_native { Source::Pull } else { Source::Push }))
    }

    fn observe(
        _facts: &Facts,
        _path: &str,
        seen: &mut Seen,
        event: Event,
        deadlines: &mut Deadlines,
    ) {
        match (&seen, event) {
            (_, Event::Told(_)) => {
                *seen = Seen::Nothing;
                deadlines.cancel(DEADLINE);
            }
            (Seen::Nothing, Event::Published(Publication { count: 0, .. })) => {
                *seen = Seen::EmptyFirst;
                deadlines.set(DEADLINE, FOLLOWS_WITHIN_MS);
            }
            (_, Event::Published(_)) => {
                *seen = Seen::Enough;
                deadlines.cancel(DEADLINE);
            }
            (Seen::EmptyFirst, Event::Deadline(_)) => *seen = Seen::Enough,
            _ => {}
        }
    }

    fn settled(seen: &Seen) -> Settled {
        match seen {
            Seen::EmptyFirst => Settled::NotYet,
            Seen::Nothing | Seen::Enough => Settled::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{self, Settling};

    fn reducer() -> Settling<TypeScript> {
        let mut reducer = Settling::new(&testing::facts(recipe::TSLS), "src/a.ts");
        assert_eq!(reducer.observe(Event::Told(1)), Settled::Unknown);
        reducer
    }

    fn published(count: u32) -> Event {
        Event::Published(Publication { version: None, count })
    }

    #[test]
    fn an_empty_first_publication_is_held_back() {
        let mut reducer = reducer();
        assert_eq!(reducer.observe(published(0)), Settled::NotYet);
        assert_eq!(reducer.deadlines[DEADLINE], FOLLOWS_WITHIN_MS);
        assert_eq!(reducer.observe(published(1)), Settled::Unknown);
        assert!(reducer.deadlines.is_empty());
        // The next text begins anew.
        assert_eq!(reducer.observe(Event::Told(2)), Settled::Unknown);
        assert_eq!(reducer.observe(published(0)), Settled::NotYet);
        let silence = Event::Deadline(DEADLINE.to_owned());
        assert_eq!(reducer.observe(silence), Settled::Unknown);
    }

    #[test]
    fn a_first_publication_with_errors_is_not() {
        let mut reducer = reducer();
        assert_eq!(reducer.observe(published(2)), Settled::Unknown);
        assert_eq!(reducer.observe(published(0)), Settled::Unknown);
        assert!(reducer.deadlines.is_empty());
    }

    #[test]
    fn native_typescript_is_asked() {
        let source = |recipe| TypeScript::plan(&testing::facts(recipe)).unwrap().source;
        assert_eq!([recipe::TSLS, recipe::VTSLS].map(source), [Source::Push; 2]);
        assert_eq!([recipe::TSC, recipe::TSGO].map(source), [Source::Pull; 2]);
    }
}
