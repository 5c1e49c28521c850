//! The rules, and what came of them.

use std::fmt;

use deixis_recording::Recording;

/// What an adapter has to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// It is a component of this contract.
    Component,
    /// It describes itself well.
    Descriptor,
    /// Every hook answers whatever it is asked.
    Answers,
    /// It keeps to its time and memory.
    Budget,
    /// It writes little to the log.
    Log,
    /// It keeps nothing between calls.
    Memory,
    /// What is normalised already stays as it is.
    Twice,
    /// It asks for what is its own.
    Grant,
}

impl Rule {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 8] = [
        Self::Component,
        Self::Descriptor,
        Self::Answers,
        Self::Budget,
        Self::Log,
        Self::Memory,
        Self::Twice,
        Self::Grant,
    ];

    /// One word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Component => "component",
            Self::Descriptor => "descriptor",
            Self::Answers => "answers",
            Self::Budget => "budget",
            Self::Log => "log",
            Self::Memory => "memory",
            Self::Twice => "twice",
            Self::Grant => "grant",
        }
    }

    /// A sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Component => "it is a component of this contract, and imports nothing else",
            Self::Descriptor => "what it says of itself is well formed, and always the same",
            Self::Answers => "every hook gives a valid answer to whatever it is asked, or refuses",
            Self::Budget => "every call keeps to the time and the memory of the grant",
            Self::Log => "no call writes more to the log than the host keeps",
            Self::Memory => "an answer depends on the input alone, not on calls made before",
            Self::Twice => "symbols and diagnostics that are normalised twice stay as they are",
            Self::Grant => "it reads and locates only what its grant names, inside the project",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One thing that breaks a rule.
#[derive(Debug, Clone)]
pub struct Breach {
    /// The rule.
    pub rule: Rule,
    /// `group.function`; empty for what no hook did.
    pub hook: String,
    /// What is wrong.
    pub what: String,
    /// The call, so that it can be made again.
    pub case: Option<Recording>,
}

/// What came of a check.
#[derive(Debug, Clone)]
pub struct Report {
    /// Id of the adapter; the given name if that is not known.
    pub adapter: String,
    /// Its version; empty if that is not known.
    pub version: String,
    /// SHA-256 of the component; empty if that is not known.
    pub sha256: String,
    /// Where the inputs came from.
    pub seed: u64,
    /// Different inputs that were tried.
    pub inputs: usize,
    /// What breaks rules: of each hook and rule the first thing.
    pub breaches: Vec<Breach>,
}

impl Report {
    /// Of something that cannot be used at all.
    #[must_use]
    pub fn unusable(name: &str, seed: u64, what: String) -> Self {
        let rule = Rule::Component;
        let breach = Breach { rule, hook: String::new(), what, case: None };
        Self {
            adapter: name.to_owned(),
            version: String::new(),
            sha256: String::new(),
            seed,
            inputs: 0,
            breaches: vec![breach],
        }
    }

    /// What breaks this rule.
    pub fn of(&self, rule: Rule) -> impl Iterator<Item = &Breach> {
        self.breaches.iter().filter(move |breach| breach.rule == rule)
    }

    /// Whether this rule was looked at: what cannot be used was asked nothing.
    #[must_use]
    pub fn is_checked(&self, rule: Rule) -> bool {
        rule == Rule::Component || self.of(Rule::Component).next().is_none()
    }
}
