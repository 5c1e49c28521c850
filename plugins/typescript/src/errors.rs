//! What the TypeScript servers' errors mean. tsserver's own have code 1.

use deixis_plugin::{Context, Errors, ResponseError, Verdict};

use crate::TypeScript;
use crate::files::seeds;

const TSSERVER: i64 = 1;
const INTERNAL: i64 = -32603;
const NATIVE_UNKNOWN_METHOD: i64 = -32600;

impl Errors for TypeScript {
    fn classify(context: &Context, error: &ResponseError) -> Verdict {
        let says = |text: &str| error.message.contains(text);
        match error.code {
            TSSERVER if says("No Project") => no_project(context),
            TSSERVER if says("No content available") => Verdict::NoResult,
            INTERNAL
                if says("You cannot rename this element")
                    || says("without providing any details") =>
            {
                Verdict::Fatal("there is nothing here that can be renamed".to_owned())
            }
            NATIVE_UNKNOWN_METHOD if error.message == "InvalidRequest" => Verdict::Unsupported,
            _ => Verdict::Unknown,
        }
    }
}

/// Nothing is open, or it is not loaded yet.
fn no_project(context: &Context) -> Verdict {
    match (context.attempt, &context.path) {
        (0 | 1, Some(_)) => Verdict::OpenAndRetry(Vec::new()),
        (0 | 1, None) => {
            let seeds = seeds();
            if seeds.is_empty() { Verdict::NoResult } else { Verdict::OpenAndRetry(seeds) }
        }
        (2, _) => Verdict::RetryWhenReady,
        _ => Verdict::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn check(path: Option<&str>, attempt: u32, code: i64, message: &str, expected: &Verdict) {
        let method = "workspace/symbol".to_owned();
        let context = Context { method, path: path.map(ToOwned::to_owned), attempt };
        let error = ResponseError { code, message: message.to_owned(), data: None };
        let verdict =
            testing::with_project(&[("src/a.ts", "")], || TypeScript::classify(&context, &error));
        assert_eq!(&verdict, expected, "{code} {message}");
    }

    #[test]
    fn errors_have_classes() {
        let none = "<syntax> TypeScript Server Error (5.9.3)\nNo Project.\nError: No Project.";
        check(None, 1, 1, none, &Verdict::OpenAndRetry(vec!["src/a.ts".to_owned()]));
        check(Some("src/a.ts"), 1, 1, none, &Verdict::OpenAndRetry(Vec::new()));
        check(None, 2, 1, none, &Verdict::RetryWhenReady);
        check(None, 3, 1, none, &Verdict::Unknown);
        check(None, 1, -32600, "InvalidRequest", &Verdict::Unsupported);
        check(None, 1, -32801, "content modified", &Verdict::Unknown);
    }
}
