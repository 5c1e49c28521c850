//! A progress bar on standard error; lines where that is no terminal.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use deixis_engine::ProgressSink;

/// Cells of the bar.
const WIDTH: usize = 30;
/// Characters of the message.
const MESSAGE: usize = 40;

/// The bar.
pub(crate) struct Bar {
    terminal: bool,
    last: Mutex<String>,
}

impl Bar {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { terminal: std::io::stderr().is_terminal(), last: Mutex::default() })
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        let shown = !self.last.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        if self.terminal && shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl ProgressSink for Bar {
    fn report(&self, message: &str, percent: Option<u8>) {
        let message: String = message.chars().take(MESSAGE).collect();
        let line = match percent {
            Some(percent) => {
                let full = WIDTH * usize::from(percent.min(100)) / 100;
                format!(
                    "[{}{}] {percent:>3} % {message}",
                    "#".repeat(full),
                    ".".repeat(WIDTH - full)
                )
            }
            None => message,
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if *last == line {
            return;
        }
        let mut err = std::io::stderr();
        // Progress that cannot be shown is no reason to fail.
        let _ = if self.terminal { write!(err, "\r\x1b[K{line}") } else { Ok(()) };
        let _ = err.flush();
        *last = line;
    }
}
