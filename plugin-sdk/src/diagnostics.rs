//! The group `diagnostics`: how they are had, when they are final, and what
//! they are worth.
//!
//! Theory of operation. Three questions, of which an adapter answers those that
//! it knows better. The plan is asked for once. Whether the diagnostics of a
//! document are final is a reducer per open document, like that of readiness:
//! [`Diagnostics::observe`] folds one event into the state,
//! [`Diagnostics::settled`] reads it. What they are worth is asked one by one.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::bindings::diagnostics::exports::deixis::adapter::diagnostics as wire;
use crate::{Ask, Deadline, Facts, Failure};

pub use wire::{
    Diagnostic, DiagnosticsPlan, Event as DiagnosticsEvent, Fate, Publication, Settled,
    Source as DiagnosticsSource, Work,
};

/// The hook group.
///
/// ```
/// use deixis_plugin::{
///     Deadlines, Diagnostic, Diagnostics, DiagnosticsEvent as Event, DiagnosticsPlan,
///     DiagnosticsSource as Source, Facts, Failure, Fate, Publication, Settled, testing,
/// };
///
/// struct Zig;
///
/// /// Whether there was a save, and a build after it.
/// #[derive(Default, serde::Serialize, serde::Deserialize)]
/// struct Seen {
///     saved: bool,
///     built: bool,
/// }
///
/// impl Diagnostics for Zig {
///     type State = Seen;
///
///     fn plan(_: &Facts) -> Result<DiagnosticsPlan, Failure> {
///         Ok(DiagnosticsPlan::new(Source::Push).needs_save())
///     }
///
///     fn observe(_: &Facts, _: &str, seen: &mut Seen, event: Event, deadlines: &mut Deadlines) {
///         match event {
///             Event::Saved => {
///                 *seen = Seen { saved: true, built: false };
///                 deadlines.set("build", 5_000);
///             }
///             Event::ProgressEnd(work) if work.title == "Build" => seen.built = true,
///             Event::Deadline(_) => seen.saved = false,
///             _ => {}
///         }
///     }
///
///     fn settled(seen: &Seen) -> Settled {
///         match seen {
///             Seen { built: true, .. } => Settled::Yes,
///             Seen { saved: true, .. } => Settled::NotYet,
///             _ => Settled::Unknown,
///         }
///     }
///
///     fn normalise(_: &str, _: &str, diagnostic: &Diagnostic) -> Fate {
///         if diagnostic.message == "unused" { Fate::Drop } else { Fate::Keep }
///     }
/// }
///
/// let mut main = testing::Settling::<Zig>::new(&testing::facts("zls"), "src/main.zig");
/// assert_eq!(main.observe(Event::Told(1)), Settled::Unknown);
/// assert_eq!(main.observe(Event::Saved), Settled::NotYet);
/// assert_eq!(main.deadlines["build"], 5_000);
/// assert_eq!(main.observe(Event::Deadline("build".to_owned())), Settled::Unknown);
/// let unused = testing::diagnostic(4, "unused");
/// assert_eq!(Zig::normalise("zig", "src/main.zig", &unused), Fate::Drop);
/// ```
pub trait Diagnostics {
    /// What is remembered of a document between events; at most 16 KiB when
    /// encoded. `()` for adapters that leave the settling to the host.
    type State: Default + Serialize + DeserializeOwned;

    /// How this server's diagnostics are had.
    ///
    /// # Errors
    /// [`Failure`] if that cannot be said; the host then goes by the server's
    /// capabilities.
    fn plan(facts: &Facts) -> Result<DiagnosticsPlan, Failure>;

    /// Methods of the notifications to see. `$/progress` and publications come
    /// always.
    #[must_use]
    fn interests() -> Vec<String> {
        Vec::new()
    }

    /// Folds one event into the state of a document. Events come in the order
    /// in which they happened.
    fn observe(
        facts: &Facts,
        path: &str,
        state: &mut Self::State,
        event: DiagnosticsEvent,
        deadlines: &mut Deadlines,
    ) {
        let _ = (facts, path, state, event, deadlines);
    }

    /// Whether what is known of the document is final; [`Settled::Unknown`]
    /// leaves it to the host.
    #[must_use]
    fn settled(state: &Self::State) -> Settled {
        let _ = state;
        Settled::Unknown
    }

    /// The requests that fetch a document's diagnostics, for the source
    /// [`DiagnosticsSource::Fetch`]; at most 8.
    ///
    /// # Errors
    /// [`Failure`] if they cannot be made.
    fn fetch(facts: &Facts, path: &str, uri: &str) -> Result<Vec<Ask>, Failure> {
        let _ = (facts, path, uri);
        Ok(Vec::new())
    }

    /// The diagnostics in the answers to those requests, one answer per request,
    /// in order: LSP `Diagnostic` values with positions in the server's encoding.
    ///
    /// # Errors
    /// [`Failure`] if an answer is not what was asked for: an answer that cannot
    /// be read is not a clean file.
    fn fetched(facts: &Facts, path: &str, answers: &[Value]) -> Result<Vec<Value>, Failure> {
        let _ = (facts, path, answers);
        Ok(Vec::new())
    }

    /// What becomes of a diagnostic.
    #[must_use]
    fn normalise(language: &str, path: &str, diagnostic: &Diagnostic) -> Fate {
        let _ = (language, path, diagnostic);
        Fate::Keep
    }
}

/// When a reducer wants to be called again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deadlines(Vec<Deadline>);

impl Deadlines {
    /// Asks for the event `deadline(name)` after so many milliseconds. A later
    /// one of the same name replaces it.
    pub fn set(&mut self, name: &str, after_ms: u32) {
        Deadline::put(&mut self.0, name, after_ms);
    }

    /// Takes a deadline back.
    pub fn cancel(&mut self, name: &str) {
        self.set(name, 0);
    }
}

impl DiagnosticsPlan {
    /// Diagnostics from this source, with the host's own times.
    #[must_use]
    pub fn new(source: DiagnosticsSource) -> Self {
        Self { source, needs_save: false, quiet_ms: None, react_ms: None, incomplete: Vec::new() }
    }

    /// Has `textDocument/didSave` sent after each change.
    #[must_use]
    pub fn needs_save(mut self) -> Self {
        self.needs_save = true;
        self
    }

    /// Milliseconds of silence after which a publication is final.
    #[must_use]
    pub fn quiet_ms(mut self, ms: u32) -> Self {
        self.quiet_ms = Some(ms);
        self
    }

    /// Milliseconds within which a first publication is sure to come after a
    /// change.
    #[must_use]
    pub fn react_ms(mut self, ms: u32) -> Self {
        self.react_ms = Some(ms);
        self
    }

    /// Adds a sentence about a hole.
    #[must_use]
    pub fn incomplete(mut self, sentence: &str) -> Self {
        self.incomplete.push(sentence.to_owned());
        self
    }
}

impl Diagnostic {
    /// LSP `DiagnosticTag` of code that does nothing.
    pub const UNNECESSARY: u32 = 1;
    /// LSP `DiagnosticTag` of what should be used no more.
    pub const DEPRECATED: u32 = 2;
}

impl<T: Diagnostics> wire::Guest for T {
    fn plan(facts: Facts) -> Result<DiagnosticsPlan, Failure> {
        crate::export::enter();
        T::plan(&facts)
    }

    fn interests() -> Vec<String> {
        crate::export::enter();
        T::interests()
    }

    fn settle(
        facts: Facts,
        path: String,
        state: Vec<u8>,
        events: Vec<DiagnosticsEvent>,
    ) -> Result<wire::Judgement, Failure> {
        crate::export::enter();
        let mut state = if state.is_empty() {
            T::State::default()
        } else {
            serde_json::from_slice(&state)
                .map_err(|error| Failure::new(format!("the state came back broken: {error}")))?
        };
        let mut deadlines = Deadlines::default();
        for event in events {
            T::observe(&facts, &path, &mut state, event, &mut deadlines);
        }
        let bytes = serde_json::to_vec(&state)
            .map_err(|error| Failure::new(format!("the state cannot be encoded: {error}")))?;
        Ok(wire::Judgement { state: bytes, settled: T::settled(&state), deadlines: deadlines.0 })
    }

    fn fetch(facts: Facts, path: String, uri: String) -> Result<Vec<Ask>, Failure> {
        crate::export::enter();
        T::fetch(&facts, &path, &uri)
    }

    fn fetched(facts: Facts, path: String, answers: Vec<String>) -> Result<String, Failure> {
        crate::export::enter();
        let read = |answer: &String| {
            serde_json::from_str(answer)
                .map_err(|error| Failure::new(format!("an answer is not JSON: {error}")))
        };
        let answers: Vec<Value> = answers.iter().map(read).collect::<Result<_, _>>()?;
        T::fetched(&facts, &path, &answers).map(|found| Value::Array(found).to_string())
    }

    fn normalise(
        language: String,
        path: String,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<Vec<Fate>, Failure> {
        crate::export::enter();
        Ok(diagnostics.iter().map(|one| T::normalise(&language, &path, one)).collect())
    }
}
