//! The operations, one file each. An operation resolves its target, asks
//! through [`crate::ask`], and converts the answer.

mod calls;
mod diagnostics;
mod document_symbols;
mod hover;
mod locations;
mod refine;
mod rename;
mod signature_help;
mod state;
mod status;
mod symbols;
mod virtual_documents;
mod workspace_symbols;
