//! A native adapter with every group, recorded and replayed.

use std::path::Path;
use std::sync::Arc;

use deixis_base::{Encoding, Root};
use deixis_hooks::*;
use futures_util::FutureExt as _;

use crate::{Answer, Line, Places, Recorder, Recording, Tape, lay_out, replay, updated};

/// Answers with values that show most shapes; without `groups` it has none.
struct Native {
    groups: bool,
    name: &'static str,
    descriptor: Arc<info::Descriptor>,
}

impl Native {
    fn new(groups: bool, name: &'static str) -> Self {
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

/// One call of each hook.
fn call_all(adapter: &dyn Adapter, root: &Root) -> Option<()> {
    fn done<T>(call: Hook<'_, T>) {
        let _ = call.now_or_never();
    }
    let facts = Facts {
        recipe: "r".to_owned(),
        command: "/opt/servers/ls".to_owned(),
        root_path: root.path().to_string_lossy().into_owned(),
        root_uri: root.uri().to_owned(),
        platform: "linux".to_owned(),
        data_directory: "/var/data/r".to_owned(),
        options: r#"{"token":"hunter2"}"#.to_owned(),
    };
    let facts = || facts.clone();
    let text = || "x".to_owned();
    let error = ResponseError { code: 1, message: text(), data: Some("{}".to_owned()) };
    let change = Change { path: "a".into(), kind: ChangeKind::Deleted };
    let other = Place::Other { uri: text(), range: Span::default(), encoding: Encoding::Utf32 };
    let file = Place::File { path: text(), range: Span { start: (1, 2), end: (3, 4) } };
    done(adapter.launch()?.plan(facts()));
    let readiness = adapter.readiness()?;
    done(readiness.interests());
    done(readiness.start(facts()));
    let initialized = r#"{"serverInfo":{"name":"ls","version":"7"}}"#.to_owned();
    done(readiness.step(vec![255, 0], vec![readiness::Event::Initialized(initialized)]));
    let symbol = symbols::Symbol { name: text(), ..symbols::Symbol::default() };
    done(adapter.symbols()?.normalise(text(), symbols::Origin::Workspace, vec![symbol]));
    done(adapter.symbols()?.rewrite(text()));
    let context = errors::Context { method: text(), path: None, attempt: 1 };
    done(adapter.errors()?.classify(context, error));
    done(adapter.watch()?.translate(facts(), vec![change], vec![text()]));
    done(adapter.rename()?.check(facts(), rename::Request::default()));
    let (edits, operations) = (vec![rename::Edit::default()], vec![rename::Operation::default()]);
    done(adapter.rename()?.review(facts(), rename::Request::default(), edits, operations));
    let diagnostics = adapter.diagnostics()?;
    done(diagnostics.plan(facts()));
    done(diagnostics.interests());
    done(diagnostics.settle(facts(), text(), Vec::new(), vec![diagnostics::Event::Told(1)]));
    done(diagnostics.normalise(text(), text(), vec![diagnostics::Diagnostic::default()]));
    done(adapter.requests()?.answer(facts(), text(), Some("null".to_owned())));
    done(adapter.documents()?.fetch(facts(), text()));
    done(adapter.documents()?.text(text(), " 1".to_owned()));
    done(adapter.documents()?.title(text()));
    done(adapter.results()?.refine(text(), results::Asked::Calls, vec![other, file]));
    done(adapter.results()?.hover(text(), "$ROOT".to_owned()));
    Some(())
}

/// Hooks that `call_all` calls.
const HOOKS: usize = 20;

fn recorded(root: &Root) -> Recording {
    let tape = Arc::new(Tape::new(root, Some(Path::new("/home/me")), "0"));
    tape.files(crate::files(root, &["*.toml".to_owned()]));
    let recorder = Recorder::new(Arc::new(Native::new(true, "")), Arc::clone(&tape));
    assert!(call_all(&recorder, root).is_some(), "it has every group");
    tape.finish().expect("it was attached").0
}

#[test]
fn every_hook_is_recorded_and_replayed_elsewhere() {
    let here = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(here.path().join("src")).expect("a folder");
    std::fs::write(here.path().join("a.toml"), "[a]").expect("a file");
    std::fs::write(here.path().join("src/b.rs"), "//").expect("a file");
    let recording = recorded(&Root::open(here.path()).expect("a root"));
    let text = recording.to_text();
    assert!(!text.contains(&*here.path().to_string_lossy()), "{text}");
    assert!(!text.contains("hunter2"), "{text}");
    for part in [
        r#""server":{"program":"ls","version":"7"}"#,
        r#""command":"$BIN/ls","root_path":"$ROOT","root_uri":"$ROOT_URI""#,
        r#"{"ok":{"environment":[["HOME","$DATA"]],"open":["$ROOT"]}}"#,
        r#""markdown":"$$ROOT"},"out":{"ok":"$$ROOT"}"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let recording = Recording::parse(&text).expect("it is one");
    assert_eq!(recording.to_text(), text);

    let there = tempfile::tempdir().expect("a folder");
    let project = there.path().join("elsewhere");
    lay_out(&recording, &project).expect("files");
    assert_eq!(std::fs::read_to_string(project.join("a.toml")).expect("a file"), "[a]");
    assert_eq!(std::fs::read_to_string(project.join("src/b.rs")).expect("a file"), "");
    let places = Places::below(there.path(), &Root::open(&project).expect("a root"));
    let same = Native::new(true, "");
    let report = replay(&recording, &same, &places).now_or_never().expect("no waiting");
    assert!(report.differences.is_empty(), "{:#?}", report.differences);
    assert_eq!((report.calls, report.agree, report.errors), (HOOKS, HOOKS, 1));

    let other = Native::new(true, "!");
    let report = replay(&recording, &other, &places).now_or_never().expect("no waiting");
    let [difference] = &report.differences[..] else { panic!("{:#?}", report.differences) };
    assert_eq!(difference.what, ["[0].name: \"x\" → \"x!\""]);
    let new = updated(&text, &recording.head, &other, &report);
    let new = Recording::parse(&new).expect("it is one");
    let report = replay(&new, &other, &places).now_or_never().expect("no waiting");
    assert!(report.differences.is_empty(), "{:#?}", report.differences);

    let none = Native::new(false, "");
    let report = replay(&recording, &none, &places).now_or_never().expect("no waiting");
    assert_eq!(report.differences.len(), HOOKS);
    assert!(report.differences[0].what[0].contains("no group \"launch\""));
    // What cannot be asked has no new answer.
    assert_eq!(updated(&text, &recording.head, &none, &report), text);
}

#[test]
fn what_is_no_call_of_the_contract_is_a_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Root::open(folder.path()).expect("a root");
    let mut recording = recorded(&root);
    let line = |hook: &str| Line::Call {
        hook: hook.to_owned(),
        r#in: serde_json::json!({"nam": 1}),
        out: Answer::Ok(serde_json::Value::Null),
    };
    recording.lines = vec![(2, line("symbols.invent")), (3, line("symbols.rewrite"))];
    let places = Places::of(&root, None);
    let native = Native::new(true, "");
    let report = replay(&recording, &native, &places).now_or_never().expect("no waiting");
    let what: Vec<&str> = report.differences.iter().map(|one| &*one.what[0]).collect();
    assert_eq!(what[0], "there is no hook \"symbols.invent\"");
    assert!(what[1].contains("missing field `name`"), "{what:?}");
}
