//! What gopls' errors mean. Nearly all have code 0 and only differ in words.

use deixis_plugin::{Context, Errors, ResponseError, Verdict};

use crate::Go;

/// Said while a file is in no loaded package.
const NO_PACKAGE: &[&str] =
    &["no package metadata for file", "no packages returned", "no views", "no package for file"];
/// Said where there is nothing at a place.
const NOTHING: &[&str] =
    &["no identifier found", "no object found", "identifier not found", "no object for ident"];
/// Requests for which "nothing here" is an answer.
const LOOKUPS: &[&str] = &[
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/typeDefinition",
    "textDocument/implementation",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareCallHierarchy",
    "textDocument/prepareTypeHierarchy",
];

impl Errors for Go {
    fn classify(context: &Context, error: &ResponseError) -> Verdict {
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| error.message.contains(phrase));
        if error.code != 0 {
            Verdict::Unknown
        } else if says(NO_PACKAGE) {
            no_package(context)
        } else if says(NOTHING) && LOOKUPS.contains(&context.method.as_str()) {
            Verdict::NoResult
        } else {
            Verdict::Unknown
        }
    }
}

fn no_package(context: &Context) -> Verdict {
    match context.attempt {
        0 | 1 => Verdict::RetryWhenReady,
        2 => Verdict::OpenAndRetry(Vec::new()),
        _ => Verdict::Fatal(
            "gopls has no package for this file: build constraints leave it out (see the options build_flags and env), or it is in no module"
                .to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: &str, attempt: u32, code: i64, message: &str, expected: &Verdict) {
        let context =
            Context { method: method.to_owned(), path: Some("a/a.go".to_owned()), attempt };
        let error = ResponseError { code, message: message.to_owned(), data: None };
        assert_eq!(&Go::classify(&context, &error), expected, "{code} {message}");
    }

    #[test]
    fn errors_have_classes() {
        let hover = "textDocument/hover";
        check(hover, 1, 0, "no package metadata for file file:///a.go", &Verdict::RetryWhenReady);
        check(
            hover,
            2,
            0,
            "no package metadata for file file:///a.go",
            &Verdict::OpenAndRetry(Vec::new()),
        );
        check(hover, 1, 0, "no identifier found", &Verdict::NoResult);
        check("textDocument/rename", 1, 0, "no identifier found", &Verdict::Unknown);
        check(
            "textDocument/rename",
            1,
            0,
            "invalid identifier to rename: \"1\"",
            &Verdict::Unknown,
        );
        check(hover, 1, -32800, "JSON RPC cancelled", &Verdict::Unknown);
    }
}
