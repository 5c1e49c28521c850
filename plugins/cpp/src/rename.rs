//! Renames. clangd itself knows the words of the dialect that a file is
//! compiled for; the descriptor's keywords are those of C++. In a C file the
//! ones that C does not have are names like others.

use deixis_plugin::{Facts, Rename, RenameRequest, RenameVerdict};

use crate::Cpp;
use crate::info::KEYWORDS;

/// Languages without the words of C++.
const C: &[&str] = &["c", "objective-c"];
/// Words of C, to C23, that are also words of C++.
const SHARED: &[&str] = &[
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "nullptr",
    "register",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "thread_local",
    "true",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
];

impl Rename for Cpp {
    fn check(_facts: &Facts, request: &RenameRequest) -> RenameVerdict {
        let new = request.new_name.as_str();
        let free = KEYWORDS.contains(&new) && !SHARED.contains(&new);
        if free && C.contains(&request.language.as_str()) {
            RenameVerdict::Accept
        } else {
            RenameVerdict::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn check(language: &str, new_name: &str, expected: &RenameVerdict) {
        let request = testing::rename(language, "thing", new_name);
        let verdict = Cpp::check(&testing::facts("clangd"), &request);
        assert_eq!(&verdict, expected, "{language} {new_name}");
    }

    #[test]
    fn words_of_cpp_are_names_in_c() {
        check("c", "class", &RenameVerdict::Accept);
        check("objective-c", "new", &RenameVerdict::Accept);
        check("cpp", "class", &RenameVerdict::Unknown);
        check("c", "struct", &RenameVerdict::Unknown);
        check("c", "bool", &RenameVerdict::Unknown);
        check("c", "1 bad", &RenameVerdict::Unknown);
    }

    #[test]
    fn shared_words_are_keywords() {
        assert_eq!(SHARED.iter().find(|word| !KEYWORDS.contains(word)), None);
    }
}
