//! A guest whose answers about diagnostics, requests, documents and results
//! break the rules of the contract.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::bindings::diagnostics::exports::deixis::adapter::diagnostics;
use deixis_plugin::bindings::documents::exports::deixis::adapter::documents;
use deixis_plugin::bindings::requests::exports::deixis::adapter::requests;
use deixis_plugin::{
    Ask, Asked, Descriptor, Diagnostic, DiagnosticsEvent, DiagnosticsPlan, DiagnosticsSource,
    Facts, Failure, Fate, Info, Place, Refined, Reply, Results,
};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("misjudges")
    }
}

/// Beneath the kit, which would not let this happen.
impl diagnostics::Guest for Guest {
    fn plan(_facts: Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(DiagnosticsSource::Push).quiet_ms(u32::MAX))
    }

    fn interests() -> Vec<String> {
        vec![String::new()]
    }

    fn settle(
        _facts: Facts,
        _path: String,
        mut state: Vec<u8>,
        _events: Vec<DiagnosticsEvent>,
    ) -> Result<diagnostics::Judgement, Failure> {
        state.extend([b'x'; 10 * 1024]);
        Ok(diagnostics::Judgement {
            state,
            settled: diagnostics::Settled::Yes,
            deadlines: Vec::new(),
        })
    }

    fn fetch(_facts: Facts, path: String, _uri: String) -> Result<Vec<Ask>, Failure> {
        let one = Ask { id: path.clone(), method: path, params: None };
        Ok(vec![one; 100])
    }

    fn fetched(_facts: Facts, _path: String, _answers: Vec<String>) -> Result<String, Failure> {
        Ok("{}".to_owned())
    }

    fn normalise(
        _language: String,
        _path: String,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<Vec<Fate>, Failure> {
        Ok(diagnostics.iter().skip(1).map(|_| Fate::Keep).collect())
    }
}

/// Beneath the kit as well.
impl requests::Guest for Guest {
    fn answer(_facts: Facts, _method: String, _params: Option<String>) -> Result<Reply, Failure> {
        Ok(Reply::Result("{not json".to_owned()))
    }
}

/// And this.
impl documents::Guest for Guest {
    fn fetch(_facts: Facts, uri: String) -> Result<Option<Ask>, Failure> {
        Ok(Some(Ask { id: "text".to_owned(), method: "m".to_owned(), params: Some(uri) }))
    }

    fn text(_uri: String, answer: String) -> Result<Option<String>, Failure> {
        Ok(Some(answer))
    }

    fn title(_uri: String) -> Result<Option<String>, Failure> {
        Ok(Some("title ".repeat(100)))
    }
}

impl Results for Guest {
    fn refine(_language: &str, _asked: Asked, places: &[Place]) -> Vec<Refined> {
        let all = Refined::marking(places, |_| true);
        all.iter().chain(&all).copied().collect()
    }

    fn hover(_language: &str, markdown: &str) -> Option<String> {
        Some(markdown.repeat(2))
    }
}

deixis_plugin::export!(Guest: info, results);
#[cfg(target_arch = "wasm32")]
deixis_plugin::bindings::documents::export_group!(Guest with_types_in deixis_plugin::bindings::documents);
#[cfg(target_arch = "wasm32")]
deixis_plugin::bindings::diagnostics::export_group!(Guest with_types_in deixis_plugin::bindings::diagnostics);
#[cfg(target_arch = "wasm32")]
deixis_plugin::bindings::requests::export_group!(Guest with_types_in deixis_plugin::bindings::requests);
