//! What clangd's errors mean.

use deixis_plugin::{Context, Errors, ResponseError, Verdict};

use crate::Cpp;

const INVALID_PARAMS: i64 = -32602;
const SERVER_ERROR: i64 = -32001;

impl Errors for Cpp {
    fn classify(context: &Context, error: &ResponseError) -> Verdict {
        match error.code {
            INVALID_PARAMS
                if error.message.contains("non-added document") && context.attempt <= 2 =>
            {
                Verdict::OpenAndRetry(Vec::new())
            }
            SERVER_ERROR if error.message.contains("invalid AST") => match context.attempt {
                0..=2 => Verdict::RetryNow,
                _ => Verdict::Fatal(
                    "clangd cannot parse this file: its compile command is wrong or missing"
                        .to_owned(),
                ),
            },
            _ => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(attempt: u32, code: i64, message: &str, expected: &Verdict) {
        let context = Context {
            method: "textDocument/hover".to_owned(),
            path: Some("a.cpp".to_owned()),
            attempt,
        };
        let error = ResponseError { code, message: message.to_owned(), data: None };
        assert_eq!(&Cpp::classify(&context, &error), expected, "{code} {message}");
    }

    #[test]
    fn errors_have_classes() {
        let closed = "trying to get AST for non-added document";
        check(1, -32602, closed, &Verdict::OpenAndRetry(Vec::new()));
        check(3, -32602, closed, &Verdict::Unknown);
        check(1, -32001, "invalid AST", &Verdict::RetryNow);
        check(1, -32001, "invalid name: the chosen name \"int\" is a keyword", &Verdict::Unknown);
    }
}
