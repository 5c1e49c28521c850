//! Published in two waves: at once for the package that was edited, and a
//! second later (`diagnosticsDelay`) for those that depend on it.

use deixis_plugin::{Diagnostics, DiagnosticsPlan, DiagnosticsSource as Source, Facts, Failure};

use crate::Go;

/// The second wave begins after one second.
const SECOND_WAVE_MS: u32 = 1_300;

impl Diagnostics for Go {
    type State = ();

    fn plan(_facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(Source::Push).quiet_ms(SECOND_WAVE_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    #[test]
    fn the_second_wave_is_waited_for() {
        let plan = Go::plan(&testing::facts("gopls")).unwrap();
        assert_eq!((plan.source, plan.needs_save), (Source::Push, false));
        assert!(plan.quiet_ms > Some(1_000));
    }
}
