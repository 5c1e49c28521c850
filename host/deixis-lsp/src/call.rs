//! The requests that the client sends, typed. No method string stands outside
//! this crate.

use lsp_types::request::{
    DocumentDiagnosticRequest, DocumentSymbolRequest, GotoDefinition, HoverRequest, References,
    Request, WorkspaceSymbolRequest,
};
use serde::de::DeserializeOwned;

use crate::capabilities::Feature;
use crate::wire;

/// A request with the shape of its answer.
pub trait Call: Send + 'static {
    /// LSP method.
    const METHOD: &'static str;
    /// What a server must have for it.
    const FEATURE: Feature;
    /// The answer, read tolerantly.
    type Output: DeserializeOwned + Send;
    /// Whether the answer says "nothing": such an answer is not believed while
    /// the server is busy.
    fn is_empty(output: &Self::Output) -> bool;
}

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident = $request:ty, $feature:ident, $output:ty, $empty:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
        impl Call for $name {
            const METHOD: &'static str = <$request as Request>::METHOD;
            const FEATURE: Feature = Feature::$feature;
            type Output = $output;
            fn is_empty(output: &Self::Output) -> bool {
                let empty: fn(&$output) -> bool = $empty;
                empty(output)
            }
        }
    )*};
}

calls! {
    /// `textDocument/hover`.
    Hover = HoverRequest, Hover, Option<wire::Hover>,
        |hover| hover.as_ref().is_none_or(|hover| wire::markdown(&hover.contents).is_empty());
    /// `textDocument/definition`.
    Definition = GotoDefinition, Definition, wire::Many<wire::Link>, |many| many.items.is_empty();
    /// `textDocument/references`.
    FindReferences = References, References, wire::Many<wire::Link>, |many| many.items.is_empty();
    /// `textDocument/documentSymbol`.
    DocumentSymbols = DocumentSymbolRequest, DocumentSymbols, wire::Symbols, |many| many.items.is_empty();
    /// `workspace/symbol`.
    WorkspaceSymbols = WorkspaceSymbolRequest, WorkspaceSymbols, wire::Symbols, |many| many.items.is_empty();
    /// `textDocument/diagnostic`. A report without items is a real answer.
    PullDiagnostics = DocumentDiagnosticRequest, PullDiagnostics, wire::DiagnosticReport, |_| false;
}
