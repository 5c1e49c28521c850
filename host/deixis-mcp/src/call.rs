//! One tool call, from arguments to outcome, whoever makes it: an MCP client or the command line.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use deixis_engine::{CallContext, OpError, Project};
use futures_util::FutureExt as _;
use rmcp::model::JsonObject;
use serde_json::Value;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::Options;
use crate::arguments::Checked;
use crate::errors::Failure;
use crate::operations::Operations;
use crate::render::Rendered;
use crate::tools::{self, Built, Effect, Run, ToolResult};

/// How long an operation may take to end by itself once its call is cancelled: long enough to tell
/// the language server, short enough that nobody waits for a server that hangs.
const CANCEL_GRACE: Duration = Duration::from_millis(500);

/// What is said of a tool that is there and not offered.
pub(crate) const HELD_BACK: &str = "this tool writes files, and Deixis was started without the \
                                    permission for that";
/// And what helps.
const HELD_BACK_HINT: &str = "start it with --allow-mutation";

/// How often a call is made again because files were being replaced meanwhile.
const MAX_DISTURBED: usize = 8;

/// What a call came to.
#[derive(Debug, Clone, PartialEq)]
pub struct CallOutcome {
    /// The answer or the error for people.
    pub text: String,
    /// The same for programs; an error is `{"error": {code, message, tool, …}}`.
    pub structured: Value,
    /// Whether it is an error.
    pub is_error: bool,
}

impl CallOutcome {
    fn new(result: Result<Rendered, Rendered>) -> Self {
        let is_error = result.is_err();
        let (Ok(rendered) | Err(rendered)) = result;
        Self { text: rendered.text, structured: Value::Object(rendered.structured), is_error }
    }
}

/// Calls a tool without MCP, as the command line does: no progress, no cancellation. Failures of
/// every kind, unknown tools included, are outcomes with `is_error`.
pub async fn call(project: &Project, options: &Options, tool: &str, args: Value) -> CallOutcome {
    let cx = CallContext::new(CancellationToken::new(), None);
    call_in(project, &cx, options, tool, args).await
}

/// [`call`] within a context, which brings cancellation and progress, and with options, which say
/// whether tools that write are there. `null` for `args` means none.
pub async fn call_in(
    project: &Project,
    cx: &CallContext,
    options: &Options,
    tool: &str,
    args: Value,
) -> CallOutcome {
    CallOutcome::new(call_any(project, cx, options, tool, args).await)
}

/// Calls a tool by name on any operations.
pub(crate) async fn call_any(
    operations: &dyn Operations,
    cx: &CallContext,
    options: &Options,
    tool: &str,
    args: Value,
) -> Result<Rendered, Rendered> {
    let Some(built) = tools::find(options, tool) else {
        if tools::is_held_back(options, tool) {
            return Err(Failure::arguments(HELD_BACK, HELD_BACK_HINT).render(tool));
        }
        let message = format!("there is no tool `{tool}`");
        let names: Vec<&str> = tools::offered(options).map(|built| built.spec.name).collect();
        let hint = format!("the tools are {}", names.join(", "));
        return Err(Failure::arguments(message, hint).render(tool));
    };
    match object(built, args) {
        Ok(arguments) => run(operations, cx, built, arguments).await,
        Err(failure) => Err(failure.render(tool)),
    }
}

/// Arguments as an object: `null` is none, and some models write the object as JSON text.
///
/// # Errors
/// `invalid_arguments` for anything else.
pub(crate) fn object(built: &Built, said: Value) -> Result<JsonObject, Failure> {
    match said {
        Value::Null => Ok(JsonObject::new()),
        Value::Object(arguments) => Ok(arguments),
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(Value::Object(arguments)) => Ok(arguments),
            _ => Err(built.form().no_object("a string")),
        },
        Value::Array(_) => Err(built.form().no_object("a list")),
        Value::Bool(_) | Value::Number(_) => Err(built.form().no_object("a bare value")),
    }
}

/// Runs a tool. `Err` is an error that is rendered like an answer; a panic is one too, so that
/// every call has an outcome.
pub(crate) async fn run(
    operations: &dyn Operations,
    cx: &CallContext,
    built: &Built,
    arguments: JsonObject,
) -> Result<Rendered, Rendered> {
    let began = Instant::now();
    let tool = built.spec.name;
    let outcome = match built.form().check(arguments) {
        Ok(said) => answered(operations, cx, built, &said).await,
        Err(failure) => Err(failure),
    };
    let micros = began.elapsed().as_micros();
    match outcome {
        Ok(rendered) => {
            tracing::debug!(tool, micros, "answered");
            Ok(rendered)
        }
        Err(failure) => {
            tracing::debug!(tool, micros, code = failure.code, "failed");
            Err(failure.render(tool))
        }
    }
}

/// Runs the handler until it ends, or, if it writes nothing, until it is overdue.
async fn answered(
    operations: &dyn Operations,
    cx: &CallContext,
    built: &Built,
    said: &Checked<'_>,
) -> ToolResult {
    let (run, tool) = (built.spec.run, built.spec.name);
    if built.spec.effect == Effect::Writes {
        // It ends by itself, and what it has done must be said.
        let call = AssertUnwindSafe(run(operations, cx, said)).catch_unwind();
        return call.await.unwrap_or_else(|_| panicked(tool));
    }
    let call = AssertUnwindSafe(steady(operations, cx, run, said)).catch_unwind();
    tokio::select! {
        biased;
        outcome = call => outcome.unwrap_or_else(|_| panicked(tool)),
        () = overdue(cx) => Err(OpError::Canceled.into()),
    }
}

/// Asks again if files were being replaced meanwhile: the answer may be about a project that never
/// was, half of it old and half new.
async fn steady(
    operations: &dyn Operations,
    cx: &CallContext,
    run: Run,
    said: &Checked<'_>,
) -> ToolResult {
    for _ in 0..MAX_DISTURBED {
        let mark = match operations.mark() {
            Some(mark) => mark,
            None => operations.quiet(cx).await?,
        };
        let outcome = run(operations, cx, said).await;
        if operations.is_undisturbed(mark) || cx.cancel.is_cancelled() {
            return outcome;
        }
        tracing::debug!("files were replaced during the call, which is made again");
    }
    let message = "files of the project were replaced again and again during the call; ask again";
    Err(OpError::Conflict { path: None, message: message.to_owned() }.into())
}

/// Ends when the call was cancelled and its operation had time to end by itself.
async fn overdue(cx: &CallContext) {
    cx.cancel.cancelled().await;
    sleep(CANCEL_GRACE).await;
}

/// The panic's own message is in the log: it may hold what no client should see.
fn panicked(tool: &str) -> ToolResult {
    tracing::error!(tool, "the handler panicked");
    Err(Failure::internal("an internal error; the log of this server has the details"))
}
