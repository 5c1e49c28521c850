//! The calls, and what is thought of each.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use deixis_adapter::{Component, Library, Options, Seen, Why, Witness};
use deixis_hooks::info::Descriptor;
use deixis_hooks::{Adapter, AdapterSource as _, Attach};
use deixis_recording::{Answer, Failure, Head, Line, Places, Recording, call, diff};
use serde_json::{Value, json};

use crate::contract::{Contract, Hook};
use crate::dice::Dice;
use crate::project::{DRESSED, PROJECTS, Projects};
use crate::report::{Breach, Rule};
use crate::twice::{change, shown_again};
use crate::values::Generator;
use crate::words::{STYLES, Words};
use crate::{CheckError, Settings};

/// Inputs of a hook.
const INPUTS: usize = 60;
/// Bytes of one input, and which part of the memory it is at most: a guest makes copies.
const INPUT_BYTES: usize = 256 << 10;
const OF_MEMORY: usize = 64;
/// Log lines of one call, and their bytes: what the host keeps of a second.
const LOG_LINES: u64 = 256;
const LOG_BYTES: u64 = 1 << 20;

/// One check in the making.
pub(crate) struct Run<'r> {
    pub(crate) contract: &'r Contract,
    pub(crate) words: Words,
    pub(crate) inputs: usize,
    pub(crate) breaches: Vec<Breach>,
    component: &'r Component,
    settings: &'r Settings,
    version: &'r str,
    projects: Projects,
    library: Library,
    witness: Witness,
    /// One instance for each project, asked everything.
    old: Vec<Arc<dyn Adapter>>,
    /// Hooks that gave no answer.
    lost: BTreeSet<String>,
}

/// One input, in one of the projects.
#[derive(Clone, Copy)]
pub(crate) struct Input<'i> {
    pub(crate) hook: &'i str,
    pub(crate) value: &'i Value,
    pub(crate) project: usize,
}

impl<'r> Run<'r> {
    pub(crate) fn new(
        contract: &'r Contract,
        descriptor: &'r Descriptor,
        component: &'r Component,
        settings: &'r Settings,
    ) -> Result<Self, CheckError> {
        let Settings { seed, cache_dir, recordings, .. } = settings;
        let projects = Projects::new(descriptor, &component.grant, recordings, *seed)?;
        let witness = Witness::new();
        let components = vec![component.clone()];
        // Cases are kept by whoever reads the report: they hold the project, too.
        let options = Options { cache_dir: cache_dir.clone(), cases: None, components };
        let mut run = Self {
            contract,
            words: Words::of(descriptor),
            inputs: 0,
            breaches: Vec::new(),
            component,
            settings,
            version: &descriptor.version,
            library: Library::new(options).watched(witness.clone()),
            witness,
            old: Vec::new(),
            lost: BTreeSet::new(),
            projects,
        };
        run.words.files.clone_from(&run.projects.files);
        for project in 0..PROJECTS {
            run.old.push(run.attach(project)?);
        }
        Ok(run)
    }

    /// Makes all calls.
    pub(crate) async fn all(&mut self) -> Result<(), CheckError> {
        let hooks: Vec<Hook> = self.contract.hooks().to_vec();
        // What an adapter wants to see is what it looks at.
        for hook in hooks.iter().filter(|hook| hook.params.is_empty()) {
            let (value, project) = (json!({}), DRESSED);
            let answer = self.ask(Input { hook: &hook.name, value: &value, project }).await?;
            if let Some(Answer::Ok(Value::Array(methods))) = answer {
                let methods = methods.iter().filter_map(Value::as_str).map(str::to_owned);
                self.words.methods.extend(methods);
            }
        }
        self.recorded().await?;
        for hook in hooks.iter().filter(|hook| !hook.params.is_empty()) {
            let mut dice = Dice::new(self.settings.seed, &hook.name);
            if hook.params.iter().any(|(name, _)| name == "state") {
                self.sequences(hook, &mut dice).await?;
                continue;
            }
            for round in 0..INPUTS {
                let project = dice.below(PROJECTS);
                let value = self.generate(hook, round, project, &mut dice);
                self.ask(Input { hook: &hook.name, value: &value, project }).await?;
            }
        }
        Ok(())
    }

    /// An input: the styles take turns.
    pub(crate) fn generate(
        &self,
        hook: &Hook,
        round: usize,
        project: usize,
        dice: &mut Dice,
    ) -> Value {
        let memory = usize::try_from(self.component.grant.memory_mib).unwrap_or(1) << 20;
        let facts = self.facts(project);
        let mut generator = Generator {
            contract: self.contract,
            words: &self.words,
            facts: &facts,
            dice,
            style: STYLES[round % STYLES.len()],
            left: INPUT_BYTES.min(memory / OF_MEMORY),
        };
        generator.input(hook)
    }

    /// Recorded calls are inputs like others; what servers said in them is said again.
    async fn recorded(&mut self) -> Result<(), CheckError> {
        let settings = self.settings;
        let places = self.places(DRESSED);
        let calls = settings.recordings.iter().flat_map(|recording| &recording.lines);
        for (_, line) in calls {
            let Line::Call { hook, r#in, .. } = line else { continue };
            let value = places.reveal(r#in.clone());
            self.words.hear(&value);
            self.ask(Input { hook, value: &value, project: DRESSED }).await?;
        }
        Ok(())
    }

    /// Asks three instances, and judges. The answer of the first one, if the hook is there and
    /// has not failed before.
    pub(crate) async fn ask(&mut self, input: Input<'_>) -> Result<Option<Answer>, CheckError> {
        if self.lost.contains(input.hook) {
            return Ok(None);
        }
        let _ = self.witness.take();
        let fresh = self.attach(input.project)?;
        let Some(first) = answer(&*fresh, &input).await? else { return Ok(None) };
        self.inputs += 1;
        let seen = self.witness.take();
        self.judge_conduct(&input, &first, &seen);
        if let Answer::Error(failure) = &first
            && failure.kind != "refused"
        {
            let rule = match failure.kind.as_str() {
                "deadline" | "memory" => Rule::Budget,
                "load" => Rule::Component,
                _ => Rule::Answers,
            };
            let Failure { kind, message } = failure;
            self.breach(rule, &input, &first, format!("{kind}: {message}"));
            self.lost.insert(input.hook.to_owned());
            return Ok(Some(first));
        }
        self.compare(&input, &first).await?;
        self.twice(&input, &first).await?;
        Ok(Some(first))
    }

    /// What is normalised already stays as it is.
    async fn twice(&mut self, input: &Input<'_>, first: &Answer) -> Result<(), CheckError> {
        let Answer::Ok(answered) = first else { return Ok(()) };
        let Some(again) = shown_again(input.hook, input.value, answered) else { return Ok(()) };
        let fresh = self.attach(input.project)?;
        let again = Input { value: &again, ..*input };
        let what = match answer(&*fresh, &again).await? {
            Some(Answer::Ok(second)) => change(again.value, answered, &second),
            Some(Answer::Error(failure)) => Some(format!("{}: {}", failure.kind, failure.message)),
            None => None,
        };
        if let Some(what) = what {
            self.breach(Rule::Twice, input, first, what);
        }
        Ok(())
    }

    /// The same answer from everyone, whatever they were asked before.
    async fn compare(&mut self, input: &Input<'_>, first: &Answer) -> Result<(), CheckError> {
        let fresh = self.attach(input.project)?;
        let old = Arc::clone(&self.old[input.project]);
        for (who, adapter) in [("another fresh instance", &fresh), ("one that was used", &old)] {
            let Some(second) = answer(&**adapter, input).await? else { continue };
            if second != *first {
                let what = format!("{who} answers otherwise: {}", difference(first, &second));
                self.breach(Rule::Memory, input, first, what);
            }
        }
        if self.old[input.project].health().failures > 0 {
            // What it would say from now on is about its quarantine.
            self.old[input.project] = self.attach(input.project)?;
        }
        Ok(())
    }

    fn judge_conduct(&mut self, input: &Input<'_>, first: &Answer, seen: &Seen) {
        let Seen { trespasses, log_lines, log_bytes } = seen;
        if *log_lines > LOG_LINES || *log_bytes > LOG_BYTES {
            let what = format!(
                "{log_lines} lines of {log_bytes} bytes in one call; at most {LOG_LINES} lines \
                 and {LOG_BYTES} bytes"
            );
            self.breach(Rule::Log, input, first, what);
        }
        let told: Vec<String> = trespasses
            .iter()
            .map(|trespass| {
                let why = match trespass.why {
                    Why::NotGranted => "its grant does not name it",
                    Why::Outside => "it leads out of the project",
                };
                format!("{} of {:?}: {why}", trespass.import, trespass.what)
            })
            .collect();
        if !told.is_empty() {
            self.breach(Rule::Grant, input, first, told.join("; "));
        }
    }

    /// Takes note, if it is the first one of this hook and rule.
    fn breach(&mut self, rule: Rule, input: &Input<'_>, answer: &Answer, what: String) {
        let is_known =
            self.breaches.iter().any(|known| known.rule == rule && known.hook == input.hook);
        if !is_known {
            let case = Some(self.case(input, answer));
            self.breaches.push(Breach { rule, hook: input.hook.to_owned(), what, case });
        }
    }

    /// The call and the project, as a recording.
    fn case(&self, input: &Input<'_>, answer: &Answer) -> Recording {
        let places = self.places(input.project);
        let root = &self.projects.roots[input.project];
        let recipe = input.value["facts"]["recipe"].as_str().unwrap_or_default();
        let head = Head {
            deixis_recording: deixis_recording::FORMAT,
            contract: deixis_hooks::CONTRACT.to_owned(),
            adapter: self.component.name.clone(),
            version: self.version.to_owned(),
            sha256: self.component.sha256.clone(),
            recipe: recipe.to_owned(),
            server: None,
            host: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let out = match answer {
            Answer::Ok(value) => Answer::Ok(places.hide(value.clone())),
            Answer::Error(Failure { kind, message }) => {
                Answer::Error(Failure { kind: kind.clone(), message: places.hide_text(message) })
            }
        };
        let r#in = places.hide(input.value.clone());
        let mut lines = deixis_recording::files(root, &self.component.grant.project_read);
        lines.push(Line::Call { hook: input.hook.to_owned(), r#in, out });
        let lines = lines.into_iter().enumerate().map(|(at, line)| (at + 2, line)).collect();
        Recording { head, lines }
    }

    fn places(&self, project: usize) -> Places {
        Places::below(&self.projects.top(), &self.projects.roots[project])
    }

    /// The facts of a server of this project, as the host would tell them.
    fn facts(&self, project: usize) -> Value {
        let root = &self.projects.roots[project];
        let top = self.projects.top();
        let command = self.component.grant.commands.first();
        let text = |path: &Path| path.to_string_lossy().into_owned();
        json!({
            "recipe": self.words.recipes.first().cloned().unwrap_or_default(),
            "command": command.map_or(String::new(), |name| text(&top.join("bin").join(name))),
            "root_path": text(root.path()),
            "root_uri": root.uri(),
            "platform": "linux",
            "data_directory": text(&top.join("data")),
            "options": {},
        })
    }

    /// A fresh one.
    fn attach(&self, project: usize) -> Result<Arc<dyn Adapter>, CheckError> {
        let attached = self.library.attach(Attach {
            adapters: vec![self.component.name.clone()],
            server: format!("{} (check)", self.component.name),
            root: self.projects.roots[project].clone(),
            search_path: self.projects.search_path(),
        });
        attached.map_err(|error| CheckError::Contract(error.to_string()))
    }
}

/// `None` if there is no such hook.
async fn answer(adapter: &dyn Adapter, input: &Input<'_>) -> Result<Option<Answer>, CheckError> {
    use deixis_recording::Unplayable;
    match call(adapter, input.hook, input.value.clone()).await {
        Ok(Ok(value)) => Ok(Some(Answer::Ok(value))),
        Ok(Err(error)) => Ok(Some(Answer::Error(Failure::from(&error)))),
        Err(Unplayable::NoGroup(_)) => Ok(None),
        Err(error) => Err(CheckError::Contract(error.to_string())),
    }
}

/// The first things that differ.
fn difference(first: &Answer, second: &Answer) -> String {
    let value = |answer: &Answer| serde_json::to_value(answer).unwrap_or_default();
    let mut lines = diff(&value(first), &value(second));
    lines.truncate(3);
    lines.join("; ")
}
