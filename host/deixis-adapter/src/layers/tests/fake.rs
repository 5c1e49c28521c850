//! An adapter made of closures.

use std::sync::Arc;

use deixis_hooks::{
    Adapter, Ask, Change, Facts, Health, Hook, HookError, Json, Place, ResponseError, diagnostics,
    documents, errors, info, launch, readiness, rename, requests, results, symbols, watch,
};

type Call<I, O> = Option<Box<dyn Fn(I) -> Result<O, HookError> + Send + Sync>>;

/// A group is there if its closure is.
#[derive(Default)]
pub(super) struct Fake {
    pub(super) descriptor: Arc<info::Descriptor>,
    pub(super) health: Health,
    pub(super) plan: Call<Facts, launch::Plan>,
    pub(super) step: Call<Vec<u8>, readiness::Step>,
    pub(super) normalise: Call<Vec<symbols::Symbol>, Vec<symbols::Normalised>>,
    pub(super) rewrite: Call<String, symbols::Query>,
    pub(super) classify: Call<ResponseError, errors::Verdict>,
    pub(super) translate: Call<Vec<Change>, watch::Translation>,
    pub(super) check: Call<Facts, rename::Verdict>,
    pub(super) review: Call<Vec<rename::Edit>, rename::Review>,
    pub(super) fates: Call<Vec<diagnostics::Diagnostic>, Vec<diagnostics::Fate>>,
    pub(super) settling: Call<Vec<u8>, diagnostics::Judgement>,
    pub(super) reply: Call<String, requests::Reply>,
    pub(super) title: Call<String, Option<String>>,
    pub(super) refined: Call<Vec<Place>, Vec<results::Refined>>,
    pub(super) hover: Call<String, Option<String>>,
}

impl Fake {
    pub(super) fn new(id: &str) -> Self {
        let descriptor = info::Descriptor { id: id.to_owned(), ..info::Descriptor::default() };
        Self { descriptor: Arc::new(descriptor), ..Self::default() }
    }
}

/// A closure as a group has it.
#[expect(clippy::unnecessary_wraps, reason = "fields of a fake are optional")]
pub(super) fn does<I, O>(
    call: impl Fn(I) -> Result<O, HookError> + Send + Sync + 'static,
) -> Call<I, O> {
    Some(Box::new(call))
}

fn answer<I: Send + 'static, O: Send + 'static>(call: &Call<I, O>, input: I) -> Hook<'_, O> {
    Box::pin(async move {
        // Other calls go on meanwhile, as they do with real ones.
        tokio::task::yield_now().await;
        call.as_ref().expect("only groups that are there are called")(input)
    })
}

impl Adapter for Fake {
    fn descriptor(&self) -> &Arc<info::Descriptor> {
        &self.descriptor
    }

    fn hash(&self) -> &str {
        &self.descriptor.id
    }

    fn health(&self) -> Health {
        self.health.clone()
    }

    fn launch(&self) -> Option<&dyn launch::Launch> {
        self.plan.is_some().then_some(self)
    }

    fn readiness(&self) -> Option<&dyn readiness::Readiness> {
        self.step.is_some().then_some(self)
    }

    fn symbols(&self) -> Option<&dyn symbols::Symbols> {
        (self.normalise.is_some() || self.rewrite.is_some()).then_some(self)
    }

    fn errors(&self) -> Option<&dyn errors::Errors> {
        self.classify.is_some().then_some(self)
    }

    fn watch(&self) -> Option<&dyn watch::Watch> {
        self.translate.is_some().then_some(self)
    }

    fn rename(&self) -> Option<&dyn rename::Rename> {
        (self.check.is_some() || self.review.is_some()).then_some(self)
    }

    fn diagnostics(&self) -> Option<&dyn diagnostics::Diagnostics> {
        (self.fates.is_some() || self.settling.is_some()).then_some(self)
    }

    fn requests(&self) -> Option<&dyn requests::Requests> {
        self.reply.is_some().then_some(self)
    }

    fn documents(&self) -> Option<&dyn documents::Documents> {
        self.title.is_some().then_some(self)
    }

    fn results(&self) -> Option<&dyn results::Results> {
        (self.refined.is_some() || self.hover.is_some()).then_some(self)
    }
}

impl diagnostics::Diagnostics for Fake {
    fn plan(&self, _: Facts) -> Hook<'_, diagnostics::Plan> {
        Box::pin(async {
            let incomplete = vec![self.descriptor.id.clone()];
            Ok(diagnostics::Plan { incomplete, ..diagnostics::Plan::default() })
        })
    }

    fn interests(&self) -> Hook<'_, Vec<String>> {
        Box::pin(async { Ok(vec![self.descriptor.id.clone()]) })
    }

    fn settle(
        &self,
        _: Facts,
        _: String,
        state: Vec<u8>,
        _: Vec<diagnostics::Event>,
    ) -> Hook<'_, diagnostics::Judgement> {
        answer(&self.settling, state)
    }

    fn fetch(&self, _: Facts, path: String, uri: String) -> Hook<'_, Vec<Ask>> {
        let id = self.descriptor.id.clone();
        Box::pin(async move { Ok(vec![Ask { id, method: path, params: Some(uri) }]) })
    }

    fn fetched(&self, _: Facts, _: String, _: Vec<Json>) -> Hook<'_, diagnostics::Fetched> {
        Box::pin(async { Ok(diagnostics::Fetched(format!("[{:?}]", self.descriptor.id))) })
    }

    fn normalise(
        &self,
        _: String,
        _: String,
        list: Vec<diagnostics::Diagnostic>,
    ) -> Hook<'_, Vec<diagnostics::Fate>> {
        answer(&self.fates, list)
    }
}

impl requests::Requests for Fake {
    fn answer(&self, _: Facts, method: String, _: Option<Json>) -> Hook<'_, requests::Reply> {
        answer(&self.reply, method)
    }
}

impl documents::Documents for Fake {
    fn fetch(&self, _: Facts, uri: String) -> Hook<'_, Option<Ask>> {
        Box::pin(async move {
            let title = answer(&self.title, uri).await?;
            Ok(title.map(|method| Ask { id: self.descriptor.id.clone(), method, params: None }))
        })
    }

    fn text(&self, _: String, reply: Json) -> Hook<'_, Option<String>> {
        answer(&self.title, reply)
    }

    fn title(&self, uri: String) -> Hook<'_, Option<String>> {
        answer(&self.title, uri)
    }
}

impl results::Results for Fake {
    fn refine(
        &self,
        _: String,
        _: results::Asked,
        places: Vec<Place>,
    ) -> Hook<'_, Vec<results::Refined>> {
        answer(&self.refined, places)
    }

    fn hover(&self, _: String, markdown: String) -> Hook<'_, Option<String>> {
        answer(&self.hover, markdown)
    }
}

impl launch::Launch for Fake {
    fn plan(&self, facts: Facts) -> Hook<'_, launch::Plan> {
        answer(&self.plan, facts)
    }
}

impl readiness::Readiness for Fake {
    fn interests(&self) -> Hook<'_, Vec<String>> {
        Box::pin(async { Ok(vec![self.descriptor.id.clone()]) })
    }

    fn start(&self, facts: Facts) -> Hook<'_, readiness::Step> {
        answer(&self.step, facts.options.into_bytes())
    }

    fn step(&self, state: Vec<u8>, _: Vec<readiness::Event>) -> Hook<'_, readiness::Step> {
        answer(&self.step, state)
    }
}

impl symbols::Symbols for Fake {
    fn normalise(
        &self,
        _: String,
        _: symbols::Origin,
        symbols: Vec<symbols::Symbol>,
    ) -> Hook<'_, Vec<symbols::Normalised>> {
        answer(&self.normalise, symbols)
    }

    fn rewrite(&self, name: String) -> Hook<'_, symbols::Query> {
        answer(&self.rewrite, name)
    }
}

impl errors::Errors for Fake {
    fn classify(&self, _: errors::Context, error: ResponseError) -> Hook<'_, errors::Verdict> {
        answer(&self.classify, error)
    }
}

impl watch::Watch for Fake {
    fn translate(
        &self,
        _: Facts,
        changes: Vec<Change>,
        _: Vec<String>,
    ) -> Hook<'_, watch::Translation> {
        answer(&self.translate, changes)
    }
}

impl rename::Rename for Fake {
    fn check(&self, facts: Facts, _: rename::Request) -> Hook<'_, rename::Verdict> {
        answer(&self.check, facts)
    }

    fn review(
        &self,
        _: Facts,
        _: rename::Request,
        edits: Vec<rename::Edit>,
        _: Vec<rename::Operation>,
    ) -> Hook<'_, rename::Review> {
        answer(&self.review, edits)
    }
}
