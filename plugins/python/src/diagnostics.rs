//! All of these servers are asked: pyright and its fork stop publishing once
//! the client lets them register for that, which this host does, and ty is
//! asked by whoever can ask.

use deixis_plugin::{Diagnostics, DiagnosticsPlan, DiagnosticsSource as Source, Facts, Failure};

use crate::Python;

impl Diagnostics for Python {
    type State = ();

    fn plan(_facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(Source::Pull))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe;
    use deixis_plugin::testing;

    #[test]
    fn every_server_is_asked() {
        for recipe in [recipe::PYRIGHT, recipe::BASEDPYRIGHT, recipe::TY] {
            let plan = Python::plan(&testing::facts(recipe));
            assert_eq!(plan, Ok(DiagnosticsPlan::new(Source::Pull)), "{recipe}");
        }
    }
}
