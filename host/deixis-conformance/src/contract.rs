//! The contract's hooks and the types of their inputs, read from `wit/` itself: the text is part
//! of this program, so what is generated cannot be about another contract.

use wit_parser::{FunctionKind, Resolve, SourceMap, Type, TypeDefKind, TypeId, WorldItem};

/// The files of `wit/`.
macro_rules! wit {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../wit/", $name, ".wit")))),*]
    };
}
const WIT: [(&str, &str); 14] = wit![
    "diagnostics",
    "documents",
    "errors",
    "host",
    "info",
    "launch",
    "readiness",
    "rename",
    "requests",
    "results",
    "symbols",
    "types",
    "watch",
    "world",
];

/// The contract.
pub(crate) struct Contract {
    resolve: Resolve,
    hooks: Vec<Hook>,
}

/// One function of an optional group.
#[derive(Debug, Clone)]
pub(crate) struct Hook {
    /// `group.function`, with `_` for `-`.
    pub(crate) name: String,
    /// Names (with `_` for `-`) and types of the parameters.
    pub(crate) params: Vec<(String, Type)>,
}

/// A type, as the generator sees it: aliases are followed, and the name that an alias gave is
/// kept, because some names mean more than their type (`json`).
pub(crate) enum Shape<'c> {
    Json,
    Bytes,
    Text,
    Bool,
    /// The smallest and the largest value.
    Number(i64, i64),
    List(Type),
    Option(Type),
    Result(Type, Type),
    /// Name, fields.
    Record(&'c str, Vec<(String, Type)>),
    /// Name, cases.
    Variant(&'c str, Vec<(String, Option<Type>)>),
}

impl Contract {
    /// Reads it.
    ///
    /// # Errors
    /// A sentence; only for a `wit/` that no host could be built from.
    pub(crate) fn read() -> Result<Self, String> {
        let mut sources = SourceMap::new();
        for (name, text) in WIT {
            sources.push_str(&format!("{name}.wit"), text);
        }
        let mut resolve = Resolve::default();
        let group = sources.parse().map_err(|(_, error)| format!("wit/: {error:?}"))?;
        let package = resolve.push_group(group).map_err(|error| format!("wit/: {error:?}"))?;
        let world = resolve.packages[package].worlds.get("adapter").copied();
        let world = &resolve.worlds[world.ok_or("wit/ has no world `adapter`")?];
        let mut hooks = Vec::new();
        for item in world.exports.values() {
            let WorldItem::Interface { id, .. } = item else { continue };
            let interface = &resolve.interfaces[*id];
            let group = interface.name.as_deref().unwrap_or_default();
            // What an adapter is, it says without input.
            if group == "info" {
                continue;
            }
            for function in interface.functions.values() {
                if function.kind != FunctionKind::Freestanding {
                    continue;
                }
                let params = function.params.iter();
                hooks.push(Hook {
                    name: snake(&format!("{group}.{}", function.name)),
                    params: params.map(|param| (snake(&param.name), param.ty)).collect(),
                });
            }
        }
        Ok(Self { resolve, hooks })
    }

    /// All hooks but `info.describe`, in the order of the world.
    pub(crate) fn hooks(&self) -> &[Hook] {
        &self.hooks
    }

    /// What a type is.
    pub(crate) fn shape(&self, ty: Type) -> Shape<'_> {
        match ty {
            Type::String | Type::Char => Shape::Text,
            Type::Bool => Shape::Bool,
            Type::U8 => Shape::Number(0, u8::MAX.into()),
            Type::U16 => Shape::Number(0, u16::MAX.into()),
            Type::U32 => Shape::Number(0, u32::MAX.into()),
            // Positive numbers beyond this are the same to a guest.
            Type::U64 => Shape::Number(0, i64::MAX),
            Type::S8 => Shape::Number(i8::MIN.into(), i8::MAX.into()),
            Type::S16 => Shape::Number(i16::MIN.into(), i16::MAX.into()),
            Type::S32 => Shape::Number(i32::MIN.into(), i32::MAX.into()),
            Type::S64 => Shape::Number(i64::MIN, i64::MAX),
            Type::Id(id) => self.named(id),
            Type::F32 | Type::F64 | Type::ErrorContext => {
                unreachable!("the test `every_type_is_one_that_can_be_generated` says so")
            }
        }
    }

    fn named(&self, id: TypeId) -> Shape<'_> {
        let def = &self.resolve.types[id];
        let name = def.name.as_deref().unwrap_or_default();
        let field = |name: &str, ty: Type| (snake(name), ty);
        match &def.kind {
            TypeDefKind::Type(Type::String) if name == "json" => Shape::Json,
            TypeDefKind::Type(other) => self.shape(*other),
            TypeDefKind::List(Type::U8) => Shape::Bytes,
            TypeDefKind::List(item) => Shape::List(*item),
            TypeDefKind::Option(item) => Shape::Option(*item),
            TypeDefKind::Result(result) => match (result.ok, result.err) {
                (Some(ok), Some(error)) => Shape::Result(ok, error),
                _ => unreachable!("the test `every_type_is_one_that_can_be_generated` says so"),
            },
            TypeDefKind::Record(record) => {
                let fields = record.fields.iter().map(|f| field(&f.name, f.ty)).collect();
                Shape::Record(name, fields)
            }
            TypeDefKind::Variant(variant) => {
                let cases = variant.cases.iter().map(|case| (snake(&case.name), case.ty)).collect();
                Shape::Variant(name, cases)
            }
            TypeDefKind::Enum(list) => {
                let cases = list.cases.iter().map(|case| (snake(&case.name), None)).collect();
                Shape::Variant(name, cases)
            }
            _ => unreachable!("the test `every_type_is_one_that_can_be_generated` says so"),
        }
    }
}

fn snake(name: &str) -> String {
    name.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_contract_is_read() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit");
        let entries = std::fs::read_dir(folder).expect("wit/");
        let mut found: Vec<String> = entries
            .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        found.sort();
        assert_eq!(found, WIT.map(|(name, _)| format!("{name}.wit")));
    }

    #[test]
    fn hooks_are_those_of_the_world() {
        let contract = Contract::read().expect("the contract");
        let names: Vec<&str> = contract.hooks().iter().map(|hook| hook.name.as_str()).collect();
        assert_eq!(names.len(), 22, "{names:?}");
        assert!(names.contains(&"readiness.step") && names.contains(&"results.hover"));
        assert!(!names.contains(&"info.describe"));
    }
}
