//! A guest that puts diagnostics where no text is.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Descriptor, Diagnostic, Diagnostics, DiagnosticsPlan, DiagnosticsSource, Facts, Failure, Fate,
    Info, Position, Range,
};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("misplaces")
    }
}

impl Diagnostics for Guest {
    type State = ();

    fn plan(_: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(DiagnosticsSource::Push))
    }

    fn normalise(_: &str, _: &str, diagnostic: &Diagnostic) -> Fate {
        let nowhere = Position { line: u32::MAX, column: u32::MAX };
        let range = Range { start: nowhere, end: nowhere };
        Fate::Change(Diagnostic { range, ..diagnostic.clone() })
    }
}

deixis_plugin::export!(Guest: info, diagnostics);
