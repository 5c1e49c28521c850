//! What a call at a place may be given.

/// All signatures, with the one that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signatures {
    /// One per overload; never empty.
    pub signatures: Vec<Signature>,
    /// Index of the one that is meant.
    pub active: usize,
}

/// One signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// As people read it.
    pub label: String,
    /// Markdown, uncut; empty if there is none.
    pub documentation: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Index of the parameter that is meant; `None` without parameters.
    pub active_parameter: Option<usize>,
}

/// One parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its part of the signature's label.
    pub label: String,
    /// Markdown, uncut; empty if there is none.
    pub documentation: String,
}
