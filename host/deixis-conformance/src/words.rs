//! Texts that adapters stumble over, and those that they look for.

use std::collections::BTreeMap;

use deixis_hooks::info::Descriptor;
use serde_json::Value;

use crate::dice::Dice;

/// What inputs are like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// What a server says on a good day.
    Plain,
    /// As little as the types allow.
    Empty,
    /// Long lists of plain things.
    Long,
    /// Huge texts.
    Huge,
    /// Anything.
    Strange,
}

pub(crate) const STYLES: [Style; 5] =
    [Style::Plain, Style::Strange, Style::Empty, Style::Long, Style::Huge];

/// Bytes of a huge text.
const HUGE: usize = 48 << 10;
/// Parts that names are made of, besides the adapter's own separators and keywords.
const PARTS: [&str; 40] = [
    "foo",
    "Bar",
    "x",
    "(int)",
    "()",
    "(",
    ")",
    "<T>",
    "<",
    ">",
    "[]",
    "[",
    "{",
    "}",
    " ",
    "  ",
    ".",
    "..",
    "::",
    "#",
    "/",
    "\\",
    ":",
    "~",
    "*",
    "&",
    "impl Show for Bar",
    "(*T).M",
    "operator()",
    "operator<",
    "é",
    "日本語",
    "𝒳",
    "e\u{301}",
    "\u{202e}",
    "\u{feff}",
    "\0",
    "\n",
    "\"",
    "$x",
];
const TEXTS: [&str; 24] = [
    "",
    " ",
    "\t\r\n",
    "\0",
    "x",
    "é",
    "🦀🦀",
    "e\u{301}\u{301}",
    "\u{202e}abc",
    "\u{feff}x",
    "\u{fffd}",
    "%s%n",
    "{}",
    "null",
    "-1",
    "18446744073709551616",
    "'; drop",
    "<b>x</b>",
    "```\nx\n```",
    "a\nb\r\nc\rd",
    "((((((((",
    "::::::::",
    "........",
    "\\u0000",
];
/// Root-relative paths, as the contract promises them; what the host would never send is
/// [`WAYS_OUT`], which a server may well say.
const PATHS: [&str; 15] = [
    "a",
    "src/main.x",
    "a b/c d.x",
    "é/日本.x",
    "e\u{301}/x",
    "-rf",
    "x.",
    ".x",
    ".git/config",
    "a\\b",
    "C:\\x.x",
    "con",
    "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p",
    "private/secret.env",
    "a\nb",
];
/// Paths that lead out of the project, or are none.
const WAYS_OUT: [&str; 8] = [
    "",
    "outside/secret.txt",
    "outside.txt",
    "../outside/secret.txt",
    "a/../../outside/secret.txt",
    "/etc/passwd",
    "//x",
    "./x",
];
/// Bytes of a path; no system has longer ones.
const PATH_BYTES: usize = 4 << 10;
const URIS: [&str; 14] = [
    "",
    ":",
    "file:///x",
    "file://host/x",
    "file:///%",
    "file:///%zz/%c3",
    "untitled:x",
    "jdt://contents/java.base/java.lang/String.class?=x",
    "deno:/https/x/mod.ts",
    "scripted:x",
    "zip:///a.jar!/b",
    "http://[::1",
    "x:%",
    "é:é",
];
const METHODS: [&str; 10] = [
    "textDocument/hover",
    "textDocument/references",
    "workspace/symbol",
    "window/showMessageRequest",
    "window/logMessage",
    "workspace/configuration",
    "client/registerCapability",
    "$/progress",
    "",
    "x",
];
const NO_JSON: [&str; 12] = [
    "",
    " ",
    "{",
    "{not json",
    "[1,",
    "nul",
    "'x'",
    "{}{}",
    "\"\\ud800\"",
    "1e999",
    "\u{feff}{}",
    "{\"a\":1,\"a\":2}",
];
/// Values of recordings that are kept.
const SAID_AT_MOST: usize = 200;
/// Texts of recordings that are kept for each field, and their bytes.
const HEARD: usize = 50;
const HEARD_BYTES: usize = 200;
/// Shapes of what servers say.
const SAID: &str = r#"[
    {}, [], null, true, 0, "x",
    {"quiescent": true, "health": "ok", "message": null},
    {"quiescent": false, "health": "warning", "message": "x"},
    {"capabilities": {"hoverProvider": true}, "serverInfo": {"name": "x", "version": "1.2.3"}},
    {"type": 3, "message": "Loading", "actions": [{"title": "Import"}, {"title": "No"}]},
    {"uri": "file:///x", "version": 1, "diagnostics": [{"message": "x", "severity": 1}]},
    {"token": "t", "value": {"kind": "begin", "title": "Indexing", "percentage": 3}},
    {"textDocument": {"uri": "file:///x"}, "state": "idle", "activities": []},
    {"items": [{"section": "x", "scopeUri": "file:///x"}]},
    {"contents": {"kind": "markdown", "value": "x"}, "text": "x"},
    {"projectName": "x", "languageServiceEnabled": true, "kind": 1, "progress": 0.5}
]"#;

/// What is known of one adapter and its project.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    pub(crate) languages: Vec<String>,
    pub(crate) recipes: Vec<String>,
    /// Separators and keywords.
    pub(crate) parts: Vec<String>,
    /// Names of the options.
    pub(crate) options: Vec<String>,
    /// Methods that it wants to see.
    pub(crate) methods: Vec<String>,
    /// Files of the project.
    pub(crate) files: Vec<String>,
    /// Names that it gave itself: of deadlines and requests.
    pub(crate) own: Vec<String>,
    /// What servers say, also in recordings.
    pub(crate) said: Vec<Value>,
    /// Texts of recordings, by the field in which they stood.
    pub(crate) heard: BTreeMap<String, Vec<String>>,
}

impl Words {
    pub(crate) fn of(descriptor: &Descriptor) -> Self {
        let parts = descriptor.separators.iter().chain(descriptor.keywords.iter().take(8));
        let schema: Value = serde_json::from_str(&descriptor.options_schema).unwrap_or_default();
        let options = schema["properties"].as_object();
        let said: Vec<Value> = serde_json::from_str(SAID).unwrap_or_default();
        Self {
            languages: descriptor.languages.iter().map(|language| language.id.clone()).collect(),
            recipes: descriptor.recipes.iter().map(|recipe| recipe.id.clone()).collect(),
            parts: parts.cloned().collect(),
            options: options.into_iter().flatten().map(|(name, _)| name.clone()).collect(),
            said,
            ..Self::default()
        }
    }

    /// Remembers what stands in the input of a recorded call.
    pub(crate) fn hear(&mut self, value: &Value) {
        for (name, value) in value.as_object().into_iter().flatten() {
            let is_said =
                matches!(name.as_str(), "params" | "initialized" | "data" | "answer" | "ok");
            if is_said && value.is_object() && self.said.len() < SAID_AT_MOST {
                self.said.push(value.clone());
            }
            if let Value::String(text) = value
                && text.len() < HEARD_BYTES
            {
                let heard = self.heard.entry(name.clone()).or_default();
                if heard.len() < HEARD && !heard.contains(text) {
                    heard.push(text.clone());
                }
            }
            self.hear(value);
        }
        value.as_array().into_iter().flatten().for_each(|item| self.hear(item));
    }

    /// A text for a field of this name.
    pub(crate) fn text(&self, dice: &mut Dice, style: Style, field: &str) -> String {
        let own = |dice: &mut Dice, list: &[String]| {
            (!list.is_empty() && !dice.one_in(4)).then(|| dice.pick(list).clone())
        };
        if is_path(field) {
            return self.path(dice, style);
        }
        if style != Style::Empty
            && dice.one_in(3)
            && let Some(heard) = self.heard.get(field)
        {
            return dice.pick(heard).clone();
        }
        let text = match field {
            "language" => own(dice, &self.languages).unwrap_or_else(|| any(dice)),
            "recipe" => own(dice, &self.recipes).unwrap_or_else(|| any(dice)),
            "method" => {
                own(dice, &self.methods).unwrap_or_else(|| (*dice.pick(&METHODS)).to_owned())
            }
            "uri" => (*dice.pick(&URIS)).to_owned(),
            "deadline" | "id" => own(dice, &self.own).unwrap_or_else(|| any(dice)),
            "kind" => (*dice.pick(&["create", "rename", "delete", ""])).to_owned(),
            _ if style == Style::Plain => self.name(dice, 2),
            _ if dice.one_in(3) => any(dice),
            _ => self.name(dice, 5),
        };
        match style {
            Style::Empty => String::new(),
            Style::Huge => huge(dice, text),
            _ => text,
        }
    }

    /// A clean, root-relative path.
    fn path(&self, dice: &mut Dice, style: Style) -> String {
        if !self.files.is_empty() && !dice.one_in(3) {
            return dice.pick(&self.files).clone();
        }
        let path = (*dice.pick(&PATHS)).to_owned();
        match style {
            Style::Huge => format!("{}{path}", "d/".repeat((PATH_BYTES - path.len()) / 2)),
            _ => path,
        }
    }

    /// Some parts in a row.
    fn name(&self, dice: &mut Dice, parts: usize) -> String {
        let mut name = String::new();
        for _ in 0..=dice.below(parts) {
            let own = !self.parts.is_empty() && dice.one_in(4);
            name += if own { dice.pick::<String>(&self.parts) } else { dice.pick::<&str>(&PARTS) };
        }
        name
    }

    /// A text where JSON is expected.
    pub(crate) fn json(&self, dice: &mut Dice, style: Style, field: &str) -> String {
        if field == "options" {
            return self.options(dice, style);
        }
        match style {
            Style::Plain => dice.pick(&self.said).to_string(),
            Style::Empty => (*dice.pick(&["{}", "null", "[]", "\"\""])).to_owned(),
            Style::Long => {
                Value::from(vec![dice.pick(&self.said).clone(); 1 + dice.below(300)]).to_string()
            }
            Style::Huge if dice.one_in(2) => {
                let depth = 1 + dice.below(HUGE / 2);
                format!("{}{}", "[".repeat(depth), "]".repeat(depth))
            }
            Style::Huge => Value::from(huge(dice, String::new())).to_string(),
            Style::Strange if dice.one_in(3) => (*dice.pick(&NO_JSON)).to_owned(),
            Style::Strange => {
                let mut value = dice.pick(&self.said).clone();
                (0..=dice.below(3)).for_each(|_| self.twist(dice, &mut value));
                value.to_string()
            }
        }
    }

    /// The user's options: always an object, with any values.
    fn options(&self, dice: &mut Dice, style: Style) -> String {
        let mut object = serde_json::Map::new();
        for name in &self.options {
            if style != Style::Empty && dice.one_in(2) {
                object.insert(name.clone(), self.leaf(dice, style));
            }
        }
        Value::Object(object).to_string()
    }

    /// Puts something else in some place of a value.
    fn twist(&self, dice: &mut Dice, value: &mut Value) {
        match value {
            Value::Object(fields) if !fields.is_empty() && !dice.one_in(4) => {
                let at = dice.below(fields.len());
                let key = fields.keys().nth(at).cloned().unwrap_or_default();
                if dice.one_in(5) {
                    fields.remove(&key);
                } else if let Some(field) = fields.get_mut(&key) {
                    self.twist(dice, field);
                }
            }
            Value::Array(items) if !items.is_empty() && !dice.one_in(4) => {
                let at = dice.below(items.len());
                self.twist(dice, &mut items[at]);
            }
            other => *other = self.leaf(dice, Style::Strange),
        }
    }

    fn leaf(&self, dice: &mut Dice, style: Style) -> Value {
        match dice.below(9) {
            0 => Value::Null,
            1 => dice.one_in(2).into(),
            2 => (*dice.pick(&[0, 1, -1, 100, 101, 255, 256, i64::MAX, i64::MIN])).into(),
            3 => u64::MAX.into(),
            4 => (*dice.pick(&[0.5, -0.0, 1e300])).into(),
            5 => Value::Array(Vec::new()),
            6 => dice.pick(&self.said).clone(),
            7 if dice.one_in(2) => (*dice.pick(&WAYS_OUT)).into(),
            7 => self.path(dice, style).into(),
            _ => self.text(dice, style, "").into(),
        }
    }
}

/// Whether a field of this name holds a root-relative path.
pub(crate) fn is_path(field: &str) -> bool {
    matches!(field, "path" | "new_path" | "opened" | "open")
}

fn any(dice: &mut Dice) -> String {
    (*dice.pick(&TEXTS)).to_owned()
}

fn any_part(dice: &mut Dice) -> String {
    (*dice.pick(&PARTS)).to_owned()
}

/// A text, over and over.
fn huge(dice: &mut Dice, text: String) -> String {
    let unit = if text.is_empty() { any_part(dice) } else { text };
    unit.repeat(HUGE / unit.len().max(1))
}
