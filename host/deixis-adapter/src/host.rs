//! What guests may import. The generated `Host` traits are implemented here
//! by conversion alone; the work is done by plain types that tests can use
//! without a guest.

pub(crate) mod locate;
pub(crate) mod log;
pub(crate) mod project;
pub(crate) mod wasi;
mod wasi_stdio;

use crate::state::State;
use crate::v1::bindings::deixis::adapter as wit;
use crate::witness::Why;

impl wit::types::Host for State {}

impl wit::log::Host for State {
    fn write(&mut self, level: wit::log::Level, message: String) {
        let level = match level {
            wit::log::Level::Error => log::Level::Error,
            wit::log::Level::Warn => log::Level::Warn,
            wit::log::Level::Info => log::Level::Info,
            wit::log::Level::Debug => log::Level::Debug,
            wit::log::Level::Trace => log::Level::Trace,
        };
        self.log.write(level, &message);
    }
}

impl wit::project::Host for State {
    fn exists(&mut self, path: String) -> bool {
        self.budget.exempt(|| {
            let judge = || self.project.trespass(&path, false);
            self.witness.judged("project.exists", &path, judge);
            self.project.exists(&path)
        })
    }

    fn read(&mut self, path: String, max_bytes: u32) -> Result<String, wit::project::Refusal> {
        let read = self.budget.exempt(|| {
            let judge = || self.project.trespass(&path, true);
            self.witness.judged("project.read", &path, judge);
            self.project.read(&path, max_bytes)
        });
        read.map_err(refusal)
    }

    fn list(
        &mut self,
        path: String,
        max: u32,
    ) -> Result<Vec<wit::project::Entry>, wit::project::Refusal> {
        let entries = self.budget.exempt(|| {
            let judge = || self.project.trespass_of_list(&path);
            self.witness.judged("project.list", &path, judge);
            self.project.list(&path, max)
        });
        let entries = entries.map_err(refusal)?;
        let entry = |entry: deixis_base::root::Entry| wit::project::Entry {
            name: entry.name,
            directory: entry.is_dir,
        };
        Ok(entries.into_iter().map(entry).collect())
    }

    fn find(&mut self, suffixes: Vec<String>, skip: Vec<String>, max: u32) -> Vec<String> {
        self.budget.exempt(|| self.project.find(&suffixes, &skip, max))
    }
}

impl wit::locate::Host for State {
    fn program(&mut self, name: String) -> Option<String> {
        let judge = || (!self.locate.grants(&name)).then_some(Why::NotGranted);
        self.witness.judged("locate.program", &name, judge);
        self.budget.exempt(|| self.locate.program(&name))
    }
}

fn refusal(refusal: project::Refusal) -> wit::project::Refusal {
    match refusal {
        project::Refusal::NotGranted => wit::project::Refusal::NotGranted,
        project::Refusal::NotFound => wit::project::Refusal::NotFound,
        project::Refusal::TooLarge(bytes) => wit::project::Refusal::TooLarge(bytes),
        project::Refusal::NotUtf8 => wit::project::Refusal::NotUtf8,
        project::Refusal::Other(message) => wit::project::Refusal::Other(message),
    }
}
