//! The adapters' descriptors as the host reads them. Shared by the example
//! that writes the manifest and the test that checks it.

use deixis_hooks::info as host;
use deixis_plugin as guest;
use guest::Info as _;

/// Every built-in adapter with its descriptor, sorted by id.
pub(crate) fn all() -> Vec<(&'static str, host::Descriptor)> {
    vec![
        ("cpp", convert(deixis_plugin_cpp::Cpp::describe())),
        ("go", convert(deixis_plugin_go::Go::describe())),
        ("java", convert(deixis_plugin_java::Java::describe())),
        ("python", convert(deixis_plugin_python::Python::describe())),
        ("rust", convert(deixis_plugin_rust::Rust::describe())),
        ("typescript", convert(deixis_plugin_typescript::TypeScript::describe())),
    ]
}

fn convert(from: guest::Descriptor) -> host::Descriptor {
    host::Descriptor {
        id: from.id,
        version: from.version,
        display_name: from.display_name,
        languages: from.languages.into_iter().map(language).collect(),
        never_send: from.never_send,
        recipes: from.recipes.into_iter().map(recipe).collect(),
        root_markers: from.root_markers,
        separators: from.separators,
        identifier: from.identifier,
        keywords: from.keywords,
        open_policy: match from.open_policy {
            guest::OpenPolicy::None => host::OpenPolicy::None,
            guest::OpenPolicy::Target => host::OpenPolicy::Target,
            guest::OpenPolicy::Seed => host::OpenPolicy::Seed,
        },
        options_schema: from.options_schema,
        extra: from.extra,
    }
}

fn language(from: guest::Language) -> host::Language {
    host::Language {
        id: from.id,
        suffixes: from.suffixes,
        file_names: from.file_names,
        globs: from.globs,
    }
}

fn recipe(from: guest::Recipe) -> host::Recipe {
    let install = |hint: guest::InstallHint| host::InstallHint {
        platform: hint.platform,
        command: hint.command,
    };
    host::Recipe {
        id: from.id,
        commands: from.commands,
        args: from.args,
        operations: from.operations,
        install: from.install.into_iter().map(install).collect(),
        version_args: from.version_args,
        version_pattern: from.version_pattern,
    }
}
