//! An adapter with every group, in plain Rust.

use std::sync::Arc;

use deixis_hooks::*;

/// Answers with values that show most shapes; without `groups` it has none.
pub(super) struct Native {
    groups: bool,
    name: &'static str,
    descriptor: Arc<info::Descriptor>,
}

impl Native {
    pub(super) fn new(groups: bool, name: &'static str) -> Self {
        let descriptor = info::Descriptor {
            id: "native".to_owned(),
            version: "1".to_owned(),
            display_name: String::new(),
            languages: Vec::new(),
            never_send: Vec::new(),
            recipes: Vec::new(),
            root_markers: Vec::new(),
            separators: Vec::new(),
            identifier: None,
            keywords: Vec::new(),
            open_policy: info::OpenPolicy::None,
            options_schema: "{}".to_owned(),
            extra: None,
        };
        Self { groups, name, descriptor: Arc::new(descriptor) }
    }
}

fn ready<'a, T: Send + 'a>(value: T) -> Hook<'a, T> {
    Box::pin(std::future::ready(Ok(value)))
}

impl launch::Launch for Native {
    fn plan(&self, facts: Facts) -> Hook<'_, launch::Plan> {
        let environment = vec![("HOME".to_owned(), facts.data_directory)];
        let open = vec![facts.root_path];
        ready(launch::Plan { environment, open, ..launch::Plan::default() })
    }
}

impl readiness::Readiness for Native {
    fn interests(&self) -> Hook<'_, Vec<String>> {
        ready(vec!["a/b".to_owned()])
    }
    fn start(&self, _: Facts) -> Hook<'_, readiness::Step> {
        ready(readiness::Step { state: vec![255], ..readiness::Step::default() })
    }
    fn step(&self, state: Vec<u8>, _: Vec<readiness::Event>) -> Hook<'_, readiness::Step> {
        ready(readiness::Step { state, ..readiness::Step::default() })
    }
}

impl symbols::Symbols for Native {
    fn normalise(
        &self,
        _: String,
        _: symbols::Origin,
        symbols: Vec<symbols::Symbol>,
    ) -> Hook<'_, Vec<symbols::Normalised>> {
        let name = |symbol: symbols::Symbol| symbols::Normalised {
            name: symbol.name + self.name,
            ..symbols::Normalised::default()
        };
        ready(symbols.into_iter().map(name).collect())
    }
    fn rewrite(&self, _: String) -> Hook<'_, symbols::Query> {
        let (adapter, message) = ("native".to_owned(), "no queries".to_owned());
        let error = HookError::Guest { adapter, hook: "symbols.rewrite", message };
        Box::pin(std::future::ready(Err(error)))
    }
}

impl errors::Errors for Native {
    fn classify(&self, _: errors::Context, _: ResponseError) -> Hook<'_, errors::Verdict> {
        ready(errors::Verdict::OpenAndRetry(Vec::new()))
    }
}

impl watch::Watch for Native {
    fn translate(
        &self,
        _: Facts,
        report: Vec<Change>,
        _: Vec<String>,
    ) -> Hook<'_, watch::Translation> {
        ready(watch::Translation { report, ..watch::Translation::default() })
    }
}

impl rename::Rename for Native {
    fn check(&self, _: Facts, _: rename::Request) -> Hook<'_, rename::Verdict> {
        ready(rename::Verdict::Rewrite("r".to_owned()))
    }
    fn review(
        &self,
        _: Facts,
        _: rename::Request,
        _: Vec<rename::Edit>,
        _: Vec<rename::Operation>,
    ) -> Hook<'_, rename::Review> {
        ready(rename::Review::default())
    }
}

impl diagnostics::Diagnostics for Native {
    fn plan(&self, _: Facts) -> Hook<'_, diagnostics::Plan> {
        ready(diagnostics::Plan::default())
    }
    fn interests(&self) -> Hook<'_, Vec<String>> {
        ready(Vec::new())
    }
    fn settle(
        &self,
        _: Facts,
        _: String,
        state: Vec<u8>,
        _: Vec<diagnostics::Event>,
    ) -> Hook<'_, diagnostics::Judgement> {
        ready(diagnostics::Judgement { state, ..diagnostics::Judgement::default() })
    }
    fn fetch(&self, _: Facts, path: String, uri: String) -> Hook<'_, Vec<Ask>> {
        ready(vec![Ask { id: path, method: uri, params: None }])
    }
    fn fetched(&self, _: Facts, _: String, answers: Vec<Json>) -> Hook<'_, diagnostics::Fetched> {
        ready(diagnostics::Fetched(answers.concat()))
    }
    fn normalise(
        &self,
        _: String,
        _: String,
        diagnostics: Vec<diagnostics::Diagnostic>,
    ) -> Hook<'_, Vec<diagnostics::Fate>> {
        ready(diagnostics.into_iter().map(diagnostics::Fate::Change).collect())
    }
}

impl requests::Requests for Native {
    fn answer(&self, _: Facts, _: String, params: Option<Json>) -> Hook<'_, requests::Reply> {
        ready(params.map_or(requests::Reply::Unknown, requests::Reply::Result))
    }
}

impl documents::Documents for Native {
    fn fetch(&self, _: Facts, uri: String) -> Hook<'_, Option<Ask>> {
        ready(Some(Ask { id: "1".to_owned(), method: uri, params: Some("[1]".to_owned()) }))
    }
    fn text(&self, _: String, answer: Json) -> Hook<'_, Option<String>> {
        ready(Some(answer))
    }
    fn title(&self, _: String) -> Hook<'_, Option<String>> {
        ready(None)
    }
}

impl results::Results for Native {
    fn refine(
        &self,
        _: String,
        _: results::Asked,
        _: Vec<Place>,
    ) -> Hook<'_, Vec<results::Refined>> {
        ready(vec![results::Refined::default()])
    }
    fn hover(&self, _: String, markdown: String) -> Hook<'_, Option<String>> {
        ready(Some(markdown))
    }
}

macro_rules! adapter {
    ($($group:ident: $Trait:path),* $(,)?) => {
        impl Adapter for Native {
            fn descriptor(&self) -> &Arc<info::Descriptor> {
                &self.descriptor
            }
            fn hash(&self) -> &str {
                "00"
            }
            fn health(&self) -> Health {
                Health::default()
            }
            $(fn $group(&self) -> Option<&dyn $Trait> {
                self.groups.then_some(self)
            })*
        }
    };
}

adapter! {
    launch: launch::Launch, readiness: readiness::Readiness, symbols: symbols::Symbols,
    errors: errors::Errors, watch: watch::Watch, rename: rename::Rename,
    diagnostics: diagnostics::Diagnostics, requests: requests::Requests,
    documents: documents::Documents, results: results::Results,
}
