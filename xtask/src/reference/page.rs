//! One interface after the other as Markdown, with a list of what has no comment: a
//! thing that nobody explained is a fault, not a gap.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use wit_parser::{Docs, Function, Interface, Resolve, Type, TypeDef, TypeDefKind};

/// The page so far.
pub(super) struct Page<'a> {
    resolve: &'a Resolve,
    text: String,
    silent: Vec<String>,
}

impl<'a> Page<'a> {
    pub(super) fn new(resolve: &'a Resolve, package: &str) -> Self {
        let text = format!(
            "# Reference of the contract\n\n\
             <!-- Written by `cargo xtask reference` from the comments in wit/: change them there. -->\n\n\
             The package `{package}`. How to write an adapter is told in\n\
             [Writing an adapter](../contract.md); what a plugin can and cannot do in\n\
             [Security](security.md).\n"
        );
        Self { resolve, text, silent: Vec::new() }
    }

    /// A heading and the interfaces below it.
    pub(super) fn part(&mut self, heading: &str, interfaces: &[&Interface]) -> Result<()> {
        let _ = write!(self.text, "\n## {heading}\n");
        for interface in interfaces {
            self.interface(interface);
        }
        match self.silent.as_slice() {
            [] => Ok(()),
            silent => bail!("no comment in wit/ says what these are: {}", silent.join(", ")),
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    fn interface(&mut self, interface: &Interface) {
        let name = interface.name.as_deref().unwrap_or_default();
        let _ = write!(self.text, "\n### `{name}`\n\n");
        let docs = self.docs(&interface.docs, name);
        let _ = writeln!(self.text, "{docs}");
        for function in interface.functions.values() {
            self.function(name, function);
        }
        for (type_name, id) in &interface.types {
            let definition = &self.resolve.types[*id];
            // A name that is taken from another interface is explained there.
            if !is_use(self.resolve, definition) {
                self.definition(name, type_name, definition);
            }
        }
    }

    fn function(&mut self, interface: &str, function: &Function) {
        let params: Vec<String> = function
            .params
            .iter()
            .map(|param| format!("{}: {}", param.name, self.named(&param.ty)))
            .collect();
        let result = function.result.as_ref().map(|ty| format!(" -> {}", self.named(ty)));
        let (name, params) = (&function.name, params.join(", "));
        let docs = self.docs(&function.docs, &format!("{interface}.{name}"));
        let _ = write!(
            self.text,
            "\n#### `{name}({params}){}`\n\n{docs}\n",
            result.unwrap_or_default()
        );
    }

    fn definition(&mut self, interface: &str, name: &str, definition: &TypeDef) {
        let place = format!("{interface}.{name}");
        let of = |docs: &Docs| docs.contents.clone();
        let (kind, rows): (&str, Vec<(String, Option<String>)>) = match &definition.kind {
            TypeDefKind::Record(record) => {
                let row = |field: &wit_parser::Field| {
                    (format!("`{}: {}`", field.name, self.named(&field.ty)), of(&field.docs))
                };
                ("record", record.fields.iter().map(row).collect())
            }
            TypeDefKind::Variant(variant) => {
                let row = |case: &wit_parser::Case| {
                    let payload = case.ty.as_ref().map(|ty| format!("({})", self.named(ty)));
                    (format!("`{}{}`", case.name, payload.unwrap_or_default()), of(&case.docs))
                };
                ("variant", variant.cases.iter().map(row).collect())
            }
            TypeDefKind::Enum(cases) => {
                let row =
                    |case: &wit_parser::EnumCase| (format!("`{}`", case.name), of(&case.docs));
                ("enum", cases.cases.iter().map(row).collect())
            }
            TypeDefKind::Type(ty) => {
                let alias = format!("is `{}`", self.named(ty));
                let docs = self.docs(&definition.docs, &place);
                let _ = write!(self.text, "\n#### `{name}`\n\n{docs}\n\nIt {alias}.\n");
                return;
            }
            other => ("type", vec![(format!("`{}`", other.as_str()), None)]),
        };
        let _ = write!(self.text, "\n#### {kind} `{name}`\n");
        let docs = self.docs(&definition.docs, &place);
        let _ = write!(self.text, "\n{docs}\n\n");
        for (row, docs) in rows {
            let docs = docs.map(|docs| one_line(&docs)).unwrap_or_else(|| {
                self.silent.push(format!("{place}: {row}"));
                String::new()
            });
            let _ = writeln!(self.text, "- {row}: {docs}");
        }
    }

    /// The comment, which must be there.
    fn docs(&mut self, docs: &Docs, place: &str) -> String {
        match docs.contents.as_deref().map(str::trim) {
            Some(docs) if !docs.is_empty() => docs.to_owned(),
            _ => {
                self.silent.push(place.to_owned());
                String::new()
            }
        }
    }

    /// A type as the contract writes it.
    fn named(&self, ty: &Type) -> String {
        let id = match ty {
            Type::Bool => return "bool".to_owned(),
            Type::U8 => return "u8".to_owned(),
            Type::U16 => return "u16".to_owned(),
            Type::U32 => return "u32".to_owned(),
            Type::U64 => return "u64".to_owned(),
            Type::S8 => return "s8".to_owned(),
            Type::S16 => return "s16".to_owned(),
            Type::S32 => return "s32".to_owned(),
            Type::S64 => return "s64".to_owned(),
            Type::F32 => return "f32".to_owned(),
            Type::F64 => return "f64".to_owned(),
            Type::Char => return "char".to_owned(),
            Type::String => return "string".to_owned(),
            Type::ErrorContext => return "error-context".to_owned(),
            Type::Id(id) => *id,
        };
        let definition = &self.resolve.types[id];
        if let Some(name) = &definition.name {
            return name.clone();
        }
        let some = |ty: &Option<Type>| ty.as_ref().map_or("_".to_owned(), |ty| self.named(ty));
        match &definition.kind {
            TypeDefKind::Option(ty) => format!("option<{}>", self.named(ty)),
            TypeDefKind::List(ty) => format!("list<{}>", self.named(ty)),
            TypeDefKind::Result(result) => {
                format!("result<{}, {}>", some(&result.ok), some(&result.err))
            }
            TypeDefKind::Tuple(tuple) => {
                let types: Vec<String> = tuple.types.iter().map(|ty| self.named(ty)).collect();
                format!("tuple<{}>", types.join(", "))
            }
            other => other.as_str().to_owned(),
        }
    }
}

/// Whether a type is another interface's under the same name.
fn is_use(resolve: &Resolve, definition: &TypeDef) -> bool {
    match definition.kind {
        TypeDefKind::Type(Type::Id(id)) => {
            resolve.types[id].owner != definition.owner && resolve.types[id].name.is_some()
        }
        _ => false,
    }
}

/// A comment of several lines as an item of a list.
fn one_line(docs: &str) -> String {
    docs.split_whitespace().collect::<Vec<_>>().join(" ")
}
