//! The configuration schema: strict parsing, defaults, and errors that teach.
