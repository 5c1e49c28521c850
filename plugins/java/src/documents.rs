//! `jdt:` documents: sources of libraries, or what is decompiled of them.
//!
//! Theory of operation. `jdt://contents/JAR/PACKAGE/FILE?HANDLE` is a class,
//! `jdt://jarentry/PATH?HANDLE` any other entry of a jar. The handle is the
//! server's own and holds escaped paths of the machine; the part before it is
//! what a person would say.

use deixis_plugin::{Ask, Documents, Facts};
use serde_json::json;

use crate::Java;

/// What all of them begin with.
pub(crate) const SCHEME: &str = "jdt://";

impl Documents for Java {
    fn fetch(_facts: &Facts, uri: &str) -> Option<Ask> {
        let bare = uri.split('#').next().unwrap_or(uri);
        uri.starts_with(SCHEME)
            .then(|| Ask::new("text", "java/classFileContents", &json!({ "uri": bare })))
    }

    fn title(uri: &str) -> Option<String> {
        let rest = uri.strip_prefix(SCHEME)?;
        let path = rest.split(['?', '#']).next().unwrap_or(rest);
        let (kind, path) = path.split_once('/')?;
        if kind != "contents" {
            return (!path.is_empty()).then(|| path.to_owned());
        }
        let mut parts = path.rsplit('/');
        let (file, package) = (parts.next()?, parts.next().unwrap_or_default());
        let class = file.strip_suffix(".class").or_else(|| file.strip_suffix(".java"));
        let class = class.unwrap_or(file).replace('$', ".");
        match (class.is_empty(), package.is_empty() || parts.next().is_none()) {
            (true, _) => None,
            // The default package leaves its part out or empty.
            (false, true) => Some(class),
            (false, false) => Some(format!("{package}.{class}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    const STRING: &str = "jdt://contents/java.base/java.lang/String.java?=a/%5C/usr%5C/lib%60java.base=/%3Cjava.lang%28String.class";

    #[test]
    fn the_text_is_asked_for() {
        let facts = testing::facts("jdtls");
        let ask = Java::fetch(&facts, &format!("{STRING}#186")).expect("a request");
        assert_eq!(ask.method, "java/classFileContents");
        assert_eq!(ask.params, Some(json!({ "uri": STRING }).to_string()));
        assert_eq!(Java::fetch(&facts, "file:///a/A.java"), None);
        assert_eq!(
            Java::text(STRING, &json!("class String {}")).as_deref(),
            Some("class String {}")
        );
        assert_eq!(Java::text(STRING, &json!(null)), None);
    }

    #[test]
    fn titles_are_qualified_names() {
        let title = |uri: &str| Java::title(uri);
        assert_eq!(title(STRING).as_deref(), Some("java.lang.String"));
        assert_eq!(
            title("jdt://contents/a-1.0.jar/org.a/Outer$Inner.class?=x").as_deref(),
            Some("org.a.Outer.Inner")
        );
        assert_eq!(title("jdt://contents/a.jar/Main.class?=x").as_deref(), Some("Main"));
        assert_eq!(title("jdt://contents/a.jar//Main.class?=x").as_deref(), Some("Main"));
        assert_eq!(
            title("jdt://jarentry/META-INF/MANIFEST.MF?=x").as_deref(),
            Some("META-INF/MANIFEST.MF")
        );
        assert_eq!(title("jdt://contents/?x"), None);
        assert_eq!(title("deno:/a.ts"), None);
    }
}
