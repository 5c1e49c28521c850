//! What must hold when the binary has ended, however it was ended.

use crate::client::{Deixis, PATIENCE};
use crate::processes::{kill_marked, wait_until_gone};

/// Closes the input, waits for the end, and asserts that it was clean.
///
/// When the test has failed already, everything is killed instead: one message is
/// enough, and no process may outlive the test either way.
pub(crate) fn end(deixis: &mut Deixis) {
    deixis.close_input();
    if std::thread::panicking() {
        kill_marked(&deixis.mark);
        let _ = deixis.exit.recv_timeout(PATIENCE);
        eprintln!("standard error of deixis:\n{}", deixis.stderr.text());
        return;
    }
    let exit = deixis.exit.recv_timeout(PATIENCE);
    let left = wait_until_gone(&deixis.mark, PATIENCE);
    kill_marked(&deixis.mark);
    // The stream has ended with the process, so this ends too.
    while let Ok(line) = deixis.lines.recv_timeout(PATIENCE) {
        deixis.seen.take(line);
    }
    let mut faults = std::mem::take(&mut deixis.seen.faults);
    if let Err(problem) = exit {
        faults.push(format!("no exit after the end of its input: {problem}"));
    }
    faults.extend(left.iter().map(|process| format!("a process left: {process:?}")));
    let unanswered = deixis
        .seen
        .waiting
        .iter()
        .map(|(id, method)| format!("{method} ({id}) was never answered"));
    faults.extend(unanswered);
    let stderr = deixis.stderr.text();
    assert!(faults.is_empty(), "not a clean end: {faults:#?}\nstandard error:\n{stderr}");
}
