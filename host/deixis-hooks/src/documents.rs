//! `wit/documents.wit`: places that are no file, and whose text the server
//! has.

use crate::{Ask, Facts, Hook, Json};

/// The hook group.
pub trait Documents: Send + Sync {
    /// The request that fetches the text of a URI that is no file; `None` if
    /// the server has no such documents.
    fn fetch(&self, facts: Facts, uri: String) -> Hook<'_, Option<Ask>>;
    /// The text in the answer to that request.
    fn text(&self, uri: String, answer: Json) -> Hook<'_, Option<String>>;
    /// The name that a person would use for it.
    fn title(&self, uri: String) -> Hook<'_, Option<String>>;
}
