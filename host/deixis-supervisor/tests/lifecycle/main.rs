//! Real processes: starts, ends, and every way of dying.
//!
//! One binary plays three parts, told apart by its first argument: the guardian,
//! a host that is there to be killed, and, without either, the runner of the
//! tests. Servers are shell scripts that print `NAME PID` for every process they
//! start, so that a test can watch each of them end, by an event and not by
//! looking again.

#[cfg(target_os = "linux")]
mod deaths;
#[cfg(target_os = "linux")]
mod ends;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(target_os = "linux")]
mod starts;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    let args: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    match args.first().and_then(|first| first.to_str()) {
        Some(stage::GUARDIAN) => deixis_supervisor::guardian_main(&args[1..]),
        Some(stage::HOST) => stage::host_main(&args[1..]),
        _ => stage::run(&[starts::TESTS, ends::TESTS, deaths::TESTS].concat(), &args),
    }
}

/// The scripts and the ways of watching are Linux's.
#[cfg(not(target_os = "linux"))]
fn main() {}
