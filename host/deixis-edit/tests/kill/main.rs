//! Real kills: a process makes a change and is killed with `SIGKILL`, at random moments and at
//! every system call that changes something. Recovery in another process follows; nothing may
//! be mixed, missing or left behind.
//!
//! One binary plays two parts, told apart by its first argument. The normal run is short;
//! `DEIXIS_KILL_SWEEP=long` makes it 12 files for the system calls, and 200 kills over 40 files
//! of 2,000 lines for the random moments. Kills at system calls are made by `strace`, and are
//! skipped by name where it is not there.

#[cfg(unix)]
mod child;
#[cfg(unix)]
mod project;
#[cfg(unix)]
mod random;
#[cfg(target_os = "linux")]
mod syscalls;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    let args: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    if args.first().is_some_and(|first| first == child::APPLY) {
        return child::main(&args[1..]);
    }
    let filter = args.iter().filter_map(|arg| arg.to_str()).find(|arg| !arg.starts_with('-'));
    let tests: &[(&str, fn())] = &[
        ("random_moments", random::run),
        #[cfg(target_os = "linux")]
        ("every_system_call", syscalls::run),
    ];
    let chosen = tests.iter().filter(|(name, _)| filter.is_none_or(|filter| name.contains(filter)));
    let (mut passed, mut failed) = (0, 0);
    for (name, test) in chosen {
        let fine = std::panic::catch_unwind(test).is_ok();
        say(&format!("test {name} ... {}", if fine { "ok" } else { "FAILED" }));
        *(if fine { &mut passed } else { &mut failed }) += 1;
    }
    let result = if failed == 0 { "ok" } else { "FAILED" };
    say(&format!("\ntest result: {result}. {passed} passed; {failed} failed; 0 ignored"));
    std::process::ExitCode::from(u8::from(failed > 0))
}

/// There is no `SIGKILL` here.
#[cfg(not(unix))]
fn main() {}

/// Whether the run is to be thorough.
#[cfg(unix)]
fn is_long() -> bool {
    std::env::var_os("DEIXIS_KILL_SWEEP").is_some_and(|value| value == "long")
}

#[cfg(unix)]
fn say(line: &str) {
    use std::io::Write as _;
    // Whoever closed the output does not want to know.
    let _ = writeln!(std::io::stdout(), "{line}");
}
