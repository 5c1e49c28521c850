//! The scripted language server as a program of its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    deixis_scripted::run(std::env::args().skip(1))
}
