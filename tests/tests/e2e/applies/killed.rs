//! The host is killed while it makes a rename: at exact system calls, and at random moments. The
//! next one that starts on the root finds all files old or all new, and nothing else, and says so.
//!
//! `DEIXIS_KILL_SWEEP=long` kills at every call that opens a file, too, and 200 times at random.

mod calls;
mod moments;

use std::io::Write as _;

use deixis_tests::client::Deixis;
use deixis_tests::scripted::Scripted;

use super::many::Many;

/// A project, and the host that is killed next.
struct Sweep {
    many: Many,
    script: Scripted,
    deixis: Deixis,
}

impl Sweep {
    fn new(files: usize, lines: usize) -> Self {
        let many = Many::new(files, lines);
        // A killed server cannot be told good-bye, and then may see half a message.
        let script = Scripted::new("[server]\nquiet = true\n").forgiving();
        let deixis = many.start(&script);
        Self { many, script, deixis }
    }

    /// Asserts that nothing is left of the host that was killed, and starts the next one, which
    /// settles the project before it answers for the first time. Gives the name in it.
    fn next(&mut self, context: &str) -> &'static str {
        self.deixis.assert_gone(context);
        self.deixis = self.many.start(&self.script);
        self.many.check_call(&mut self.deixis, context)
    }
}

/// Whether the run is to be thorough.
fn is_long() -> bool {
    std::env::var_os("DEIXIS_KILL_SWEEP").is_some_and(|value| value == "long")
}

/// Says the numbers of a run, past the capture of the output.
fn say(line: &str) {
    // Whoever closed the output does not want to know.
    let _ = writeln!(std::io::stderr(), "{line}");
}
