//! The process that is killed.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use deixis_edit::apply;

use crate::project::Project;

/// The first argument of the process that makes the change.
pub(crate) const APPLY: &str = "--apply-and-be-killed";

/// Makes the change of the project that the arguments say, after a line that says that it begins.
pub(crate) fn main(args: &[OsString]) -> ExitCode {
    let Some(project) = Project::from_args(args) else { return ExitCode::FAILURE };
    let (root, plan) = (project.root(), project.plan());
    crate::say("begins");
    match apply(&root, &project.journals(), &plan, &|| false) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            crate::say(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// How to start it.
pub(crate) fn command(project: &Project) -> (std::path::PathBuf, Vec<OsString>) {
    let program = std::env::current_exe().expect("this program");
    let mut args = vec![OsString::from(APPLY)];
    args.extend(project.to_args());
    (program, args)
}

/// The same as a command.
pub(crate) fn start(project: &Project) -> Command {
    let (program, args) = command(project);
    let mut command = Command::new(program);
    command.args(args);
    command
}
