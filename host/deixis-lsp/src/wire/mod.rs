//! What servers send, read tolerantly: every field may be missing, `null` or
//! out of range without costing the rest of the answer. URIs are strings.

mod diagnostic;
mod hover;
mod lenient;
mod location;
mod progress;
mod symbol;

pub use diagnostic::{Diagnostic, DiagnosticReport, PublishDiagnostics, Related, RelatedReport};
pub use hover::{Hover, markdown};
pub use lenient::{Lenient, Many};
pub use location::{Link, Location};
pub use progress::{Progress, ProgressParams, ProgressToken};
pub use symbol::{NestedSymbol, Symbols};

#[cfg(test)]
mod tests;
