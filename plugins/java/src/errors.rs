//! What jdtls' errors mean. A refused rename is a sentence of its own, which
//! the host shows as it is.

use deixis_plugin::{Context, Errors, ResponseError, Verdict};

use crate::Java;

const INVALID_REQUEST: i64 = -32600;
const UNKNOWN_METHOD: i64 = -32601;

impl Errors for Java {
    fn classify(context: &Context, error: &ResponseError) -> Verdict {
        match error.code {
            // Capabilities come one by one, and a request can overtake them.
            UNKNOWN_METHOD if context.attempt <= 1 => Verdict::RetryWhenReady,
            INVALID_REQUEST
                if context.method == "textDocument/prepareRename"
                    || context.method == "textDocument/rename" =>
            {
                Verdict::Fatal(error.message.clone())
            }
            _ => Verdict::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: &str, attempt: u32, code: i64, message: &str, expected: &Verdict) {
        let context =
            Context { method: method.to_owned(), path: Some("A.java".to_owned()), attempt };
        let error = ResponseError { code, message: message.to_owned(), data: None };
        assert_eq!(&Java::classify(&context, &error), expected, "{code} {message}");
    }

    #[test]
    fn errors_have_classes() {
        let hover = "textDocument/hover";
        check(hover, 1, UNKNOWN_METHOD, "Unsupported request method", &Verdict::RetryWhenReady);
        check(hover, 2, UNKNOWN_METHOD, "Unsupported request method", &Verdict::Unknown);
        let sentence = "Renaming this element is not supported.";
        let fatal = Verdict::Fatal(sentence.to_owned());
        check("textDocument/prepareRename", 1, INVALID_REQUEST, sentence, &fatal);
        check("textDocument/rename", 1, INVALID_REQUEST, sentence, &fatal);
        check(hover, 1, INVALID_REQUEST, sentence, &Verdict::Unknown);
        check(hover, 1, -32801, "content modified", &Verdict::Unknown);
    }
}
