//! The table of all hooks: the one place that names each.
//!
//! Of each line the macro makes the value that holds a call's input, the
//! recorder's method, and the way to make the call again.

use deixis_hooks::{
    Adapter, Change, Facts, Hook, HookError, Json, Place, ResponseError, diagnostics, documents,
    errors, launch, readiness, rename, requests, results, symbols, text, watch,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::recorder::Recorder;

/// Why a recorded call cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// The adapter does not have the group.
    #[error("the adapter has no group {0:?}")]
    NoGroup(&'static str),
    /// The contract has no such hook.
    #[error("there is no hook {0:?}")]
    NoHook(String),
    /// The input is not that of the hook.
    #[error("the input is not one of {hook}: {message}")]
    Input {
        /// `group.function`.
        hook: &'static str,
        /// What is wrong with it.
        message: String,
    },
}

macro_rules! hooks {
    ($($(#[$doc:meta])* $group:ident: $Trait:path {
        $($method:ident as $Input:ident($($(#[$meta:meta])* $arg:ident: $Ty:ty),*) -> $Out:ty;)*
    })*) => {
        /// Inputs of the hooks, as they stand in a recording.
        #[expect(missing_docs, reason = "the same as the arguments of the hooks' traits")]
        pub mod inputs {
            use serde::{Deserialize, Serialize};

            use super::*;

            $($(
                #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
                pub struct $Input { $($(#[$meta])* pub $arg: $Ty),* }
            )*)*
        }

        $(impl $Trait for Recorder {
            $(fn $method(&self, $($arg: $Ty),*) -> Hook<'_, $Out> {
                let hook = concat!(stringify!($group), ".", stringify!($method));
                let input = inputs::$Input { $($arg),* };
                let written = self.asked(hook, &input);
                #[expect(clippy::allow_attributes, reason = "some hooks take nothing")]
                #[allow(unused_variables, reason = "some hooks take nothing")]
                let inputs::$Input { $($arg),* } = input;
                Box::pin(async move {
                    let answer = match self.inner().$group() {
                        Some(group) => group.$method($($arg),*).await,
                        None => Err(self.lost(stringify!($group))),
                    };
                    self.answered(hook, written, &answer);
                    answer
                })
            })*
        })*

        /// Makes a recorded call.
        ///
        /// # Errors
        /// [`Unplayable`] if it cannot be made; what the adapter answers to it is no error.
        pub async fn call(
            adapter: &dyn Adapter,
            hook: &str,
            input: Value,
        ) -> Result<Result<Value, HookError>, Unplayable> {
            $($(if hook == concat!(stringify!($group), ".", stringify!($method)) {
                let hook = concat!(stringify!($group), ".", stringify!($method));
                #[expect(clippy::allow_attributes, reason = "some hooks take nothing")]
                #[allow(unused_variables, reason = "some hooks take nothing")]
                let inputs::$Input { $($arg),* } = read(hook, input)?;
                let Some(group) = adapter.$group() else {
                    return Err(Unplayable::NoGroup(stringify!($group)));
                };
                return Ok(group.$method($($arg),*).await.map(|answer| value(&answer)));
            })*)*
            Err(Unplayable::NoHook(hook.to_owned()))
        }

        /// An input as a recording holds it: read, and written again. What the hook does not
        /// know is lost.
        ///
        /// # Errors
        /// [`Unplayable`] if it is not the hook's.
        pub fn rewritten(hook: &str, input: Value) -> Result<Value, Unplayable> {
            $($(if hook == concat!(stringify!($group), ".", stringify!($method)) {
                let hook = concat!(stringify!($group), ".", stringify!($method));
                return Ok(value(&read::<inputs::$Input>(hook, input)?));
            })*)*
            Err(Unplayable::NoHook(hook.to_owned()))
        }
    };
}

hooks! {
    launch: launch::Launch {
        plan as LaunchPlan(facts: Facts) -> launch::Plan;
    }
    readiness: readiness::Readiness {
        interests as ReadinessInterests() -> Vec<String>;
        start as ReadinessStart(facts: Facts) -> readiness::Step;
        step as ReadinessStep(
            #[serde(with = "text::bytes")] state: Vec<u8>,
            events: Vec<readiness::Event>
        ) -> readiness::Step;
    }
    symbols: symbols::Symbols {
        normalise as SymbolsNormalise(
            language: String,
            origin: symbols::Origin,
            symbols: Vec<symbols::Symbol>
        ) -> Vec<symbols::Normalised>;
        rewrite as SymbolsRewrite(name: String) -> symbols::Query;
    }
    errors: errors::Errors {
        classify as ErrorsClassify(
            context: errors::Context,
            error: ResponseError
        ) -> errors::Verdict;
    }
    watch: watch::Watch {
        translate as WatchTranslate(
            facts: Facts,
            changes: Vec<Change>,
            open: Vec<String>
        ) -> watch::Translation;
    }
    rename: rename::Rename {
        check as RenameCheck(facts: Facts, request: rename::Request) -> rename::Verdict;
        review as RenameReview(
            facts: Facts,
            request: rename::Request,
            edits: Vec<rename::Edit>,
            operations: Vec<rename::Operation>
        ) -> rename::Review;
    }
    diagnostics: diagnostics::Diagnostics {
        plan as DiagnosticsPlan(facts: Facts) -> diagnostics::Plan;
        interests as DiagnosticsInterests() -> Vec<String>;
        settle as DiagnosticsSettle(
            facts: Facts,
            path: String,
            #[serde(with = "text::bytes")] state: Vec<u8>,
            events: Vec<diagnostics::Event>
        ) -> diagnostics::Judgement;
        fetch as DiagnosticsFetch(
            facts: Facts,
            path: String,
            uri: String
        ) -> Vec<deixis_hooks::Ask>;
        fetched as DiagnosticsFetched(
            facts: Facts,
            path: String,
            #[serde(with = "text::jsons")] answers: Vec<Json>
        ) -> diagnostics::Fetched;
        normalise as DiagnosticsNormalise(
            language: String,
            path: String,
            diagnostics: Vec<diagnostics::Diagnostic>
        ) -> Vec<diagnostics::Fate>;
    }
    requests: requests::Requests {
        answer as RequestsAnswer(
            facts: Facts,
            method: String,
            #[serde(default, skip_serializing_if = "Option::is_none", with = "text::some_json")]
            params: Option<Json>
        ) -> requests::Reply;
    }
    documents: documents::Documents {
        fetch as DocumentsFetch(facts: Facts, uri: String) -> Option<deixis_hooks::Ask>;
        text as DocumentsText(
            uri: String,
            #[serde(with = "text::json")] answer: Json
        ) -> Option<String>;
        title as DocumentsTitle(uri: String) -> Option<String>;
    }
    results: results::Results {
        refine as ResultsRefine(
            language: String,
            asked: results::Asked,
            places: Vec<Place>
        ) -> Vec<results::Refined>;
        hover as ResultsHover(language: String, markdown: String) -> Option<String>;
    }
}

fn read<T: DeserializeOwned>(hook: &'static str, input: Value) -> Result<T, Unplayable> {
    serde_json::from_value(input)
        .map_err(|error| Unplayable::Input { hook, message: error.to_string() })
}

/// A value of the contract as JSON.
pub(crate) fn value(value: &impl Serialize) -> Value {
    // Contract values have string keys and finite numbers: nothing can fail.
    serde_json::to_value(value).unwrap_or_default()
}
