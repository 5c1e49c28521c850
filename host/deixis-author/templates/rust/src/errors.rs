//! What a response error means.

use deixis_plugin::{Context, Errors, ResponseError, Verdict};

use crate::Adapter;

/// Said while the server is not ready.
const NOT_YET: [&str; 2] = ["not ready", "still indexing"];

impl Errors for Adapter {
    fn classify(_context: &Context, error: &ResponseError) -> Verdict {
        let message = error.message.to_ascii_lowercase();
        if NOT_YET.iter().any(|phrase| message.contains(phrase)) {
            Verdict::RetryWhenReady
        } else {
            Verdict::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expected: &Verdict) {
        let context = Context {
            method: "textDocument/hover".to_owned(),
            path: None,
            attempt: 1,
        };
        let error = ResponseError {
            code: -32603,
            message: message.to_owned(),
            data: None,
        };
        assert_eq!(&Adapter::classify(&context, &error), expected, "{message}");
    }

    #[test]
    fn not_yet_is_no_error() {
        check("Server is not ready", &Verdict::RetryWhenReady);
        check("Still indexing, try later", &Verdict::RetryWhenReady);
        check("no such symbol", &Verdict::Unknown);
    }
}
