//! What the tools ask of the engine, as one trait, so that they can be tested on values without
//! a process. [`Project`] is the only implementation outside tests; every method is its method.
//!
//! Futures are boxed: an operation's own future is large, and one allocation per call keeps it
//! off the stacks of the layers above.

use std::time::Duration;

use deixis_engine::answer::{
    Answer, Applied, Call, Diagnostics, Hover, Place, Prepared, Severity, Shown, Signatures,
    Status, Symbol,
};
use deixis_engine::{CallContext, Direction, Goto, Mark, OpError, Project, Target};
use futures_util::future::BoxFuture;

/// The future of an operation.
pub(crate) type Pending<'a, T> = BoxFuture<'a, Result<T, OpError>>;

/// The operations that tools call; see [`Project`] for what each does.
pub(crate) trait Operations: Send + Sync {
    fn server_names(&self) -> Vec<String>;

    fn status<'a>(
        &'a self,
        cx: &'a CallContext,
        server: Option<&'a str>,
        start: bool,
    ) -> Pending<'a, Status>;

    fn hover<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
    ) -> Pending<'a, Answer<Option<Hover>>>;

    fn signature_help<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
    ) -> Pending<'a, Answer<Option<Signatures>>>;

    fn go_to<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        goto: Goto,
    ) -> Pending<'a, Answer<Vec<Place>>>;

    fn calls<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        direction: Direction,
    ) -> Pending<'a, Answer<Vec<Call>>>;

    fn references<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        include_declaration: bool,
    ) -> Pending<'a, Answer<Vec<Place>>>;

    fn document_symbols<'a>(
        &'a self,
        cx: &'a CallContext,
        path: &'a str,
        server: Option<&'a str>,
    ) -> Pending<'a, Answer<Vec<Symbol>>>;

    fn workspace_symbols<'a>(
        &'a self,
        cx: &'a CallContext,
        query: &'a str,
        server: Option<&'a str>,
    ) -> Pending<'a, Answer<Vec<Symbol>>>;

    fn diagnostics<'a>(
        &'a self,
        cx: &'a CallContext,
        path: Option<&'a str>,
        server: Option<&'a str>,
        wait_ms: u64,
        min_severity: Severity,
    ) -> Pending<'a, Answer<Diagnostics>>;

    fn prepare_rename<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
    ) -> Pending<'a, Answer<Prepared>>;

    fn preview_rename<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        new_name: &'a str,
    ) -> Pending<'a, Shown>;

    fn shown_preview(&self, id: &str) -> Result<Shown, OpError>;

    fn apply_rename<'a>(
        &'a self,
        cx: &'a CallContext,
        id: &'a str,
        include: &'a [String],
        diagnostics_wait: Duration,
    ) -> Pending<'a, Answer<Applied>>;

    fn mark(&self) -> Option<Mark>;

    fn quiet<'a>(&'a self, cx: &'a CallContext) -> Pending<'a, Mark>;

    fn is_undisturbed(&self, mark: Mark) -> bool;
}

impl Operations for Project {
    fn server_names(&self) -> Vec<String> {
        Project::server_names(self)
    }

    fn status<'a>(
        &'a self,
        cx: &'a CallContext,
        server: Option<&'a str>,
        start: bool,
    ) -> Pending<'a, Status> {
        Box::pin(Project::status(self, cx, server, start))
    }

    fn hover<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
    ) -> Pending<'a, Answer<Option<Hover>>> {
        Box::pin(Project::hover(self, cx, target))
    }

    fn signature_help<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
    ) -> Pending<'a, Answer<Option<Signatures>>> {
        Box::pin(Project::signature_help(self, cx, target))
    }

    fn go_to<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        goto: Goto,
    ) -> Pending<'a, Answer<Vec<Place>>> {
        Box::pin(Project::go_to(self, cx, target, goto))
    }

    fn calls<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        direction: Direction,
    ) -> Pending<'a, Answer<Vec<Call>>> {
        Box::pin(Project::calls(self, cx, target, direction))
    }

    fn references<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        include_declaration: bool,
    ) -> Pending<'a, Answer<Vec<Place>>> {
        Box::pin(Project::references(self, cx, target, include_declaration))
    }

    fn document_symbols<'a>(
        &'a self,
        cx: &'a CallContext,
        path: &'a str,
        server: Option<&'a str>,
    ) -> Pending<'a, Answer<Vec<Symbol>>> {
        Box::pin(Project::document_symbols(self, cx, path, server))
    }

    fn workspace_symbols<'a>(
        &'a self,
        cx: &'a CallContext,
        query: &'a str,
        server: Option<&'a str>,
    ) -> Pending<'a, Answer<Vec<Symbol>>> {
        Box::pin(Project::workspace_symbols(self, cx, query, server))
    }

    fn diagnostics<'a>(
        &'a self,
        cx: &'a CallContext,
        path: Option<&'a str>,
        server: Option<&'a str>,
        wait_ms: u64,
        min_severity: Severity,
    ) -> Pending<'a, Answer<Diagnostics>> {
        Box::pin(Project::diagnostics(self, cx, path, server, wait_ms, min_severity))
    }

    fn prepare_rename<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
    ) -> Pending<'a, Answer<Prepared>> {
        Box::pin(Project::prepare_rename(self, cx, target))
    }

    fn preview_rename<'a>(
        &'a self,
        cx: &'a CallContext,
        target: &'a Target,
        new_name: &'a str,
    ) -> Pending<'a, Shown> {
        Box::pin(Project::preview_rename(self, cx, target, new_name))
    }

    fn shown_preview(&self, id: &str) -> Result<Shown, OpError> {
        Project::shown_preview(self, id)
    }

    fn apply_rename<'a>(
        &'a self,
        cx: &'a CallContext,
        id: &'a str,
        include: &'a [String],
        diagnostics_wait: Duration,
    ) -> Pending<'a, Answer<Applied>> {
        Box::pin(Project::apply_rename(self, cx, id, include, diagnostics_wait))
    }

    fn mark(&self) -> Option<Mark> {
        Project::mark(self)
    }

    fn quiet<'a>(&'a self, cx: &'a CallContext) -> Pending<'a, Mark> {
        Box::pin(Project::quiet(self, cx))
    }

    fn is_undisturbed(&self, mark: Mark) -> bool {
        Project::is_undisturbed(self, mark)
    }
}
