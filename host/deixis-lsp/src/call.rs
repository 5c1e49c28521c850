//! The requests that the client sends, typed. No method string stands outside
//! this crate.

use lsp_types::request::{
    CallHierarchyIncomingCalls, CallHierarchyOutgoingCalls, CallHierarchyPrepare,
    DocumentDiagnosticRequest, DocumentSymbolRequest, GotoDeclaration, GotoDefinition,
    GotoImplementation, GotoTypeDefinition, HoverRequest, PrepareRenameRequest, References,
    Rename as RenameRequest, Request, SignatureHelpRequest, WorkspaceSymbolRequest,
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
    /// `textDocument/declaration`.
    Declaration = GotoDeclaration, Declaration, wire::Many<wire::Link>, |many| many.items.is_empty();
    /// `textDocument/typeDefinition`.
    TypeDefinition = GotoTypeDefinition, TypeDefinition, wire::Many<wire::Link>, |many| many.items.is_empty();
    /// `textDocument/implementation`.
    Implementation = GotoImplementation, Implementation, wire::Many<wire::Link>, |many| many.items.is_empty();
    /// `textDocument/signatureHelp`.
    SignatureHelp = SignatureHelpRequest, SignatureHelp, Option<wire::SignatureHelp>,
        |help| help.as_ref().is_none_or(|help| help.signatures.items.is_empty());
    /// `textDocument/prepareCallHierarchy`.
    PrepareCallHierarchy = CallHierarchyPrepare, CallHierarchy, wire::Many<wire::HierarchyItem>, |many| many.items.is_empty();
    /// `callHierarchy/incomingCalls`.
    IncomingCalls = CallHierarchyIncomingCalls, CallHierarchy, wire::Many<wire::IncomingCall>, |many| many.items.is_empty();
    /// `callHierarchy/outgoingCalls`.
    OutgoingCalls = CallHierarchyOutgoingCalls, CallHierarchy, wire::Many<wire::OutgoingCall>, |many| many.items.is_empty();
    /// `textDocument/prepareRename`. `null` is a refusal, which is not believed early either.
    PrepareRename = PrepareRenameRequest, PrepareRename, wire::PrepareRename, |prepared| *prepared == wire::PrepareRename::Refused;
    /// `textDocument/rename`.
    Rename = RenameRequest, Rename, Option<wire::WorkspaceEdit>, |edit| edit.as_ref().is_none_or(wire::WorkspaceEdit::is_empty);
    /// `textDocument/references`.
    FindReferences = References, References, wire::Many<wire::Link>, |many| many.items.is_empty();
    /// `textDocument/documentSymbol`.
    DocumentSymbols = DocumentSymbolRequest, DocumentSymbols, wire::Symbols, |many| many.items.is_empty();
    /// `workspace/symbol`.
    WorkspaceSymbols = WorkspaceSymbolRequest, WorkspaceSymbols, wire::Symbols, |many| many.items.is_empty();
    /// `textDocument/diagnostic`. A report without items is a real answer.
    PullDiagnostics = DocumentDiagnosticRequest, PullDiagnostics, wire::DiagnosticReport, |_| false;
}
