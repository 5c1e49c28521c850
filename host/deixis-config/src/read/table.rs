//! A table of the file, and taking its fields out by type.
//!
//! Every getter returns `None` both for a field that is not there and for one
//! that is wrong and has been reported. An example is the right form of the
//! whole line; it comes from the list of the table's fields.

use super::findings::Findings;
use super::nearest::nearest;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The known fields of a table: name and a right example.
pub(super) type Fields = [(&'static str, &'static str)];

/// A table and where it is.
pub(super) struct Table<'d, 't> {
    path: String,
    /// Its key, or the whole document.
    key_span: Range<usize>,
    content: &'d DeTable<'t>,
}

/// One key and its value.
pub(super) struct Entry<'d, 't> {
    pub(super) key: &'d str,
    pub(super) key_span: Range<usize>,
    /// The dotted path of the field.
    pub(super) path: String,
    pub(super) value: &'d Spanned<DeValue<'t>>,
}

impl<'d, 't> Table<'d, 't> {
    pub(super) fn root(document: &'d Spanned<DeTable<'t>>) -> Self {
        Self { path: String::new(), key_span: document.span(), content: document.get_ref() }
    }

    /// Its own dotted path; empty for the document.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    pub(super) fn key_span(&self) -> &Range<usize> {
        &self.key_span
    }

    /// The path of a field in this table.
    pub(super) fn path_of(&self, key: &str) -> String {
        join(&self.path, key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.content.contains_key(key)
    }

    /// Every entry, in the order of the file.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'d, 't>> + '_ {
        self.content.iter().map(|(key, value)| self.entry(key, value))
    }

    pub(super) fn get(&self, key: &str) -> Option<Entry<'d, 't>> {
        let (key, value) = self.content.get_key_value(key)?;
        Some(self.entry(key, value))
    }

    fn entry(
        &self,
        key: &'d Spanned<toml::de::DeString<'t>>,
        value: &'d Spanned<DeValue<'t>>,
    ) -> Entry<'d, 't> {
        let name: &'d str = key.get_ref();
        Entry { key: name, key_span: key.span(), path: self.path_of(name), value }
    }

    /// Reports every field that is not in `fields`.
    pub(super) fn refuse_unknown(&self, fields: &Fields, findings: &mut Findings<'_>) {
        for entry in self.entries() {
            let known = || fields.iter().map(|(name, _)| *name);
            if known().any(|name| name == entry.key) {
                continue;
            }
            let (problem, example) = match nearest(entry.key, known()) {
                Some(meant) => (format!("there is no such field; did you mean `{meant}`?"), meant),
                None => {
                    let all: Vec<String> = known().map(|name| format!("`{name}`")).collect();
                    (format!("there is no such field; there are {}", all.join(", ")), fields[0].0)
                }
            };
            entry.wrong_key(problem, example_of(fields, example), findings);
        }
    }

    /// A table in this table.
    pub(super) fn table(
        &self,
        key: &str,
        fields: &Fields,
        findings: &mut Findings<'_>,
    ) -> Option<Table<'d, 't>> {
        self.get(key)?.table(example_of(fields, key), findings)
    }

    /// A string that is not blank and holds no NUL.
    pub(super) fn string(
        &self,
        key: &str,
        fields: &Fields,
        findings: &mut Findings<'_>,
    ) -> Option<&'d str> {
        self.get(key)?.filled_string(example_of(fields, key), findings)
    }

    /// `true` or `false`.
    pub(super) fn bool(
        &self,
        key: &str,
        fields: &Fields,
        findings: &mut Findings<'_>,
    ) -> Option<bool> {
        let entry = self.get(key)?;
        let found = entry.value.get_ref().as_bool();
        if found.is_none() {
            entry.wrong_type("true or false", example_of(fields, key), findings);
        }
        found
    }

    /// A list of strings without NUL; with `filled`, of such that are not blank.
    pub(super) fn strings(
        &self,
        key: &str,
        filled: bool,
        fields: &Fields,
        findings: &mut Findings<'_>,
    ) -> Option<Vec<Entry<'d, 't>>> {
        let entry = self.get(key)?;
        let example = example_of(fields, key);
        if entry.value.get_ref().as_array().is_none() {
            entry.wrong_type("a list of strings", example, findings);
            return None;
        }
        let mut good = Vec::new();
        for element in entry.elements() {
            let read = if filled {
                element.filled_string(example, findings)
            } else {
                element.plain_string(example, findings)
            };
            if read.is_some() {
                good.push(element);
            }
        }
        Some(good)
    }

    /// A whole number from 1 to `most`.
    pub(super) fn positive(
        &self,
        key: &str,
        most: u64,
        fields: &Fields,
        findings: &mut Findings<'_>,
    ) -> Option<u64> {
        let entry = self.get(key)?;
        let example = example_of(fields, key);
        let Some(number) = entry.value.get_ref().as_integer() else {
            entry.wrong_type("a whole number", example, findings);
            return None;
        };
        let problem = match i128::from_str_radix(number.as_str(), number.radix()) {
            Ok(number @ ..=0) => format!("{number} is no bound; it must be at least 1"),
            Ok(number) => match u64::try_from(number) {
                Ok(number) if number <= most => return Some(number),
                _ => format!("it may be at most {most}"),
            },
            Err(_) => format!("it may be at most {most}"),
        };
        findings.wrong(&entry.path, &entry.value.span(), problem, example);
        None
    }

    /// One of a few words.
    pub(super) fn choice<T: Copy>(
        &self,
        key: &str,
        words: &[(&str, T)],
        fields: &Fields,
        findings: &mut Findings<'_>,
    ) -> Option<T> {
        let entry = self.get(key)?;
        let example = example_of(fields, key);
        let Some(found) = entry.value.get_ref().as_str() else {
            entry.wrong_type("a string", example, findings);
            return None;
        };
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == found) {
            return Some(*meaning);
        }
        let all: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        let problem = format!("it must be one of {}", all.join(", "));
        let example = nearest(found, words.iter().map(|(word, _)| *word))
            .map_or_else(|| example.to_owned(), |meant| format!("{key} = \"{meant}\""));
        findings.wrong(&entry.path, &entry.value.span(), problem, example);
        None
    }
}

impl<'d, 't> Entry<'d, 't> {
    /// The elements of a list, none of anything else.
    pub(super) fn elements(&self) -> impl Iterator<Item = Entry<'d, 't>> + '_ {
        let list = self.value.get_ref().as_array();
        list.into_iter().flatten().enumerate().map(|(index, value)| Entry {
            key: self.key,
            key_span: value.span(),
            path: format!("{}[{index}]", self.path),
            value,
        })
    }

    /// The value as a table.
    pub(super) fn table(
        &self,
        example: &str,
        findings: &mut Findings<'_>,
    ) -> Option<Table<'d, 't>> {
        match self.value.get_ref().as_table() {
            Some(content) => {
                Some(Table { path: self.path.clone(), key_span: self.key_span.clone(), content })
            }
            None => {
                self.wrong_type("a table", example, findings);
                None
            }
        }
    }

    /// The value as a string without NUL, which no program or path can hold.
    pub(super) fn plain_string(
        &self,
        example: &str,
        findings: &mut Findings<'_>,
    ) -> Option<&'d str> {
        let Some(found) = self.value.get_ref().as_str() else {
            self.wrong_type("a string", example, findings);
            return None;
        };
        if found.contains('\0') {
            findings.wrong(&self.path, &self.value.span(), "it holds a NUL character", example);
            return None;
        }
        Some(found)
    }

    /// The same, and not blank.
    pub(super) fn filled_string(
        &self,
        example: &str,
        findings: &mut Findings<'_>,
    ) -> Option<&'d str> {
        let found = self.plain_string(example, findings)?;
        if found.trim().is_empty() {
            findings.wrong(&self.path, &self.value.span(), "it is empty", example);
            return None;
        }
        Some(found)
    }

    /// The string that a getter has found to be one.
    pub(super) fn as_str(&self) -> &'d str {
        self.value.get_ref().as_str().unwrap_or_default()
    }

    /// Reports a mistake about the value.
    pub(super) fn wrong(
        &self,
        problem: impl Into<String>,
        example: impl Into<String>,
        findings: &mut Findings<'_>,
    ) {
        findings.wrong(&self.path, &self.value.span(), problem, example);
    }

    /// Reports that the value is of another type.
    pub(super) fn wrong_type(&self, wanted: &str, example: &str, findings: &mut Findings<'_>) {
        let found = self.value.get_ref();
        let problem = format!("it must be {wanted}, and is {}", kind(found));
        if found.is_table() {
            self.wrong_key(problem, example, findings);
        } else {
            self.wrong(problem, example, findings);
        }
    }

    /// Reports a mistake about the key.
    pub(super) fn wrong_key(
        &self,
        problem: impl Into<String>,
        example: impl Into<String>,
        findings: &mut Findings<'_>,
    ) {
        // A table under a header of its own has no text that says anything.
        let value = Some(self.value.span()).filter(|_| !self.value.get_ref().is_table());
        findings.wrong_key(&self.path, &self.key_span, value.as_ref(), problem, example);
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// A dotted path, written as TOML would.
pub(super) fn join(path: &str, key: &str) -> String {
    let key = quote(key);
    if path.is_empty() { key } else { format!("{path}.{key}") }
}

/// A key, in quotes where it needs them.
pub(super) fn quote(key: &str) -> String {
    let bare = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-');
    let quoted = key.is_empty() || !key.chars().all(bare);
    if quoted { format!("{key:?}") } else { key.to_owned() }
}

/// The example of a field; empty for one that has none.
pub(super) fn example_of(fields: &Fields, key: &str) -> &'static str {
    fields.iter().find(|(name, _)| *name == key).map_or("", |(_, example)| example)
}
