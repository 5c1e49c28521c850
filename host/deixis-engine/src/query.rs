//! What is asked for: a place said in one of the ways that `answers.md` of the
//! project's documentation lists, not yet resolved.

/// A place as the caller said it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Target {
    /// Root-relative, absolute inside the root, `file:` URI, or
    /// `path:line:column` as answers print it.
    pub path: Option<String>,
    /// Server, where the route alone does not settle it.
    pub server: Option<String>,
    /// Where in the file.
    pub aim: Aim,
}

/// Where in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Aim {
    /// Only the path was given (it may end in `:line:column`).
    #[default]
    Unsaid,
    /// Zero-based line, zero-based UTF-8 byte.
    Position {
        /// Line.
        line: u32,
        /// Byte.
        character: u32,
    },
    /// One-based line and the text on it that is meant.
    LineSymbol {
        /// Line.
        line: u32,
        /// Text.
        symbol: String,
    },
    /// A name or a name path.
    Symbol(String),
}

/// Where to go from a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goto {
    /// `textDocument/definition`.
    Definition,
    /// `textDocument/declaration`.
    Declaration,
    /// `textDocument/typeDefinition`.
    TypeDefinition,
    /// `textDocument/implementation`.
    Implementation,
}

/// Which calls of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Those of which it is the callee.
    Incoming,
    /// Those of which it is the caller.
    Outgoing,
}
