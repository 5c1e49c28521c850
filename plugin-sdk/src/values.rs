//! Conveniences for the values that more than one group uses.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::bindings::shared::deixis::adapter::types as wire;

pub use wire::{
    Action, Ask, Change, ChangeKind, Deadline, Encoding, Facts, Failure, FilePlace, Notification,
    OtherPlace, Place, Position, Range, ResponseError,
};

impl Failure {
    /// A failure with a sentence for people.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl Facts {
    /// The user's options as a type of the adapter's own.
    ///
    /// # Errors
    /// [`Failure`] that names the field, if they do not fit.
    pub fn options<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_str(&self.options)
            .map_err(|error| Failure::new(format!("options: {error}")))
    }

    /// The `file:` URI of a root-relative path.
    #[must_use]
    pub fn uri(&self, path: &str) -> String {
        file_uri(&self.root_uri, path)
    }
}

/// The `file:` URI of a root-relative path, for hooks that have kept no more
/// than the root's.
#[must_use]
pub fn file_uri(root_uri: &str, path: &str) -> String {
    let mut uri = root_uri.trim_end_matches('/').to_owned();
    uri.push('/');
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

impl Notification {
    /// A notification with parameters.
    #[must_use]
    pub fn new(method: &str, params: &Value) -> Self {
        Self { method: method.to_owned(), params: Some(params.to_string()) }
    }

    /// The parameters, as far as they are JSON of this type.
    #[must_use]
    pub fn params<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(self.params.as_deref()?).ok()
    }
}

impl Ask {
    /// A request with parameters.
    #[must_use]
    pub fn new(id: &str, method: &str, params: &Value) -> Self {
        Self { id: id.to_owned(), method: method.to_owned(), params: Some(params.to_string()) }
    }
}

impl Place {
    /// The root-relative path, or the URI of a place outside.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::File(file) => &file.path,
            Self::Other(other) => &other.uri,
        }
    }

    /// Whether the place is somewhere below a folder of this name:
    /// `node_modules`.
    #[must_use]
    pub fn is_below(&self, folder: &str) -> bool {
        let mut folders = self.name().split('/');
        folders.next_back();
        folders.any(|name| name == folder)
    }
}

impl Deadline {
    /// Adds one to a list, in the place of an earlier one of the same name.
    pub(crate) fn put(list: &mut Vec<Self>, name: &str, after_ms: u32) {
        list.retain(|earlier| earlier.name != name);
        list.push(Self { name: name.to_owned(), after_ms });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_below_their_folders() {
        use crate::testing::{elsewhere, place};
        assert!(place("a/node_modules/b/c.ts").is_below("node_modules"));
        assert!(elsewhere("file:///usr/lib/node_modules/b.ts").is_below("node_modules"));
        assert!(!place("src/node_modules").is_below("node_modules"));
        assert!(!place("my_node_modules/a.ts").is_below("node_modules"));
    }

    #[test]
    fn uris_escape_all_that_is_not_plain() {
        assert_eq!(file_uri("file:///p/", "a b/[é]#.c"), "file:///p/a%20b/%5B%C3%A9%5D%23.c");
        assert_eq!(file_uri("file:///p", "src/x-1_y.c"), "file:///p/src/x-1_y.c");
    }
}
