//! The group `documents`: places that are no file, and whose text the server
//! has.

use serde_json::Value;

use crate::bindings::documents::exports::deixis::adapter::documents as wire;
use crate::{Ask, Facts, Failure};

/// The hook group.
///
/// ```
/// use deixis_plugin::{Ask, Documents, Facts, testing};
/// use serde_json::json;
///
/// struct Java;
///
/// impl Documents for Java {
///     fn fetch(_: &Facts, uri: &str) -> Option<Ask> {
///         uri.starts_with("jdt://")
///             .then(|| Ask::new("class", "java/classFileContents", &json!({"uri": uri})))
///     }
///
///     fn title(uri: &str) -> Option<String> {
///         let (path, _) = uri.strip_prefix("jdt://contents/")?.split_once('?')?;
///         let mut parts = path.trim_end_matches(".class").rsplitn(3, '/');
///         let (class, package) = (parts.next()?, parts.next()?);
///         Some(format!("{package}.{class}"))
///     }
/// }
///
/// let uri = "jdt://contents/java.base/java.lang/String.class?x";
/// let facts = testing::facts("jdtls");
/// assert_eq!(Java::fetch(&facts, uri).unwrap().method, "java/classFileContents");
/// assert_eq!(Java::fetch(&facts, "untitled:1"), None);
/// assert_eq!(Java::text(uri, &json!("class String {}")).as_deref(), Some("class String {}"));
/// assert_eq!(Java::title(uri).as_deref(), Some("java.lang.String"));
/// ```
pub trait Documents {
    /// The request that fetches the text of a URI; `None` if the server has no
    /// such documents. The id of the request is the adapter's own.
    #[must_use]
    fn fetch(facts: &Facts, uri: &str) -> Option<Ask>;

    /// The text in the answer to that request. By default the answer is the
    /// text, or an object with a `text`, as `workspace/textDocumentContent`
    /// has it.
    #[must_use]
    fn text(uri: &str, answer: &Value) -> Option<String> {
        let _ = uri;
        answer.as_str().or_else(|| answer["text"].as_str()).map(str::to_owned)
    }

    /// The name that a person would use for the document; `None` shows the
    /// URI.
    #[must_use]
    fn title(uri: &str) -> Option<String> {
        let _ = uri;
        None
    }
}

impl<T: Documents> wire::Guest for T {
    fn fetch(facts: Facts, uri: String) -> Result<Option<Ask>, Failure> {
        crate::export::enter();
        Ok(T::fetch(&facts, &uri))
    }

    fn text(uri: String, answer: String) -> Result<Option<String>, Failure> {
        crate::export::enter();
        let answer = serde_json::from_str(&answer)
            .map_err(|error| Failure::new(format!("the answer is not JSON: {error}")))?;
        Ok(T::text(&uri, &answer))
    }

    fn title(uri: String) -> Result<Option<String>, Failure> {
        crate::export::enter();
        // It is mostly a part of the URI, which may be of any length.
        Ok(T::title(&uri).map(|title| crate::words::name(&title)))
    }
}
