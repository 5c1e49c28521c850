//! What rust-analyzer's errors mean. `content modified` and its like are the
//! same for all servers and are left to the host.

use deixis_plugin::{Context, Errors, ResponseError, Verdict};

use crate::Rust;

const INVALID_PARAMS: i64 = -32602;
const INTERNAL: i64 = -32603;

impl Errors for Rust {
    fn classify(context: &Context, error: &ResponseError) -> Verdict {
        match error.code {
            INTERNAL if error.message.contains("file not found") => unknown_file(context),
            INVALID_PARAMS
                if context.method == "textDocument/references"
                    && error.message.starts_with("No references found at position") =>
            {
                Verdict::NoResult
            }
            _ => Verdict::Unknown,
        }
    }
}

/// Before the workspace is loaded every file is unknown; later, only those
/// that the watcher has not brought yet, and those outside of all crates.
fn unknown_file(context: &Context) -> Verdict {
    match context.attempt {
        0 | 1 => Verdict::RetryWhenReady,
        2 => Verdict::OpenAndRetry(Vec::new()),
        _ => Verdict::Fatal(
            "rust-analyzer does not know this file: no `mod` line and no Cargo target leads to it"
                .to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: &str, attempt: u32, code: i64, message: &str, expected: &Verdict) {
        let context =
            Context { method: method.to_owned(), path: Some("src/lib.rs".to_owned()), attempt };
        let error = ResponseError { code, message: message.to_owned(), data: None };
        assert_eq!(&Rust::classify(&context, &error), expected, "{code} {message}");
    }

    #[test]
    fn errors_have_classes() {
        let hover = "textDocument/hover";
        check(hover, 1, -32603, "file not found: /project/src/lib.rs", &Verdict::RetryWhenReady);
        check(
            hover,
            2,
            -32603,
            "file not found: /project/src/lib.rs",
            &Verdict::OpenAndRetry(Vec::new()),
        );
        check(
            "textDocument/references",
            1,
            -32602,
            "No references found at position",
            &Verdict::NoResult,
        );
        check(
            "textDocument/rename",
            1,
            -32602,
            "No references found at position",
            &Verdict::Unknown,
        );
        check(hover, 1, -32801, "content modified", &Verdict::Unknown);
    }
}
