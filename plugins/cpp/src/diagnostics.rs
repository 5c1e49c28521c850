//! Published for every version. Without compile commands the flags are
//! guessed, and what is missing then looks like an error of the file.

use deixis_plugin::{Diagnostics, DiagnosticsPlan, DiagnosticsSource as Source, Facts, Failure};

use crate::Cpp;
use crate::files::Database;
use crate::options::Options;

impl Diagnostics for Cpp {
    type State = ();

    fn plan(facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        let options: Options = facts.options()?;
        let plan = DiagnosticsPlan::new(Source::Push);
        Ok(if Database::find(&options) == Database::Missing {
            plan.incomplete(
                "no compile_commands.json or compile_flags.txt: flags are guessed, so an unknown header or name may be no error of the code",
            )
        } else {
            plan
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn check(files: &[(&str, &str)], expected: usize) {
        let plan = testing::with_project(files, || Cpp::plan(&testing::facts("clangd"))).unwrap();
        assert_eq!((plan.source, plan.incomplete.len()), (Source::Push, expected), "{files:?}");
    }

    #[test]
    fn guessed_flags_are_said() {
        check(&[("a.cpp", "")], 1);
        check(&[("compile_commands.json", "[]"), ("a.cpp", "")], 0);
        check(&[("build/compile_commands.json", "[]"), ("a.cpp", "")], 0);
    }
}
