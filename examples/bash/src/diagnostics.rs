//! One publication for each text that the server is told of, with its version.

use deixis_plugin::{
    Deadlines, Diagnostics, DiagnosticsEvent as Event, DiagnosticsPlan, DiagnosticsSource, Facts,
    Failure, Settled,
};
use serde::{Deserialize, Serialize};

use crate::Adapter;

/// shellcheck is started anew for each text, and takes its time with the first one.
const REACTS_WITHIN_MS: u32 = 5_000;

/// What is remembered of a document.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Versions {
    told: Option<i32>,
    published: Option<i32>,
}

impl Diagnostics for Adapter {
    type State = Versions;

    fn plan(_facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(DiagnosticsSource::Push).react_ms(REACTS_WITHIN_MS))
    }

    fn observe(
        _facts: &Facts,
        _path: &str,
        versions: &mut Versions,
        event: Event,
        _deadlines: &mut Deadlines,
    ) {
        match event {
            Event::Told(version) => versions.told = Some(version),
            Event::Published(publication) => versions.published = publication.version,
            _ => {}
        }
    }

    fn settled(versions: &Versions) -> Settled {
        let is_current = versions.told.is_some() && versions.published >= versions.told;
        if is_current { Settled::Yes } else { Settled::Unknown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::Publication;
    use deixis_plugin::testing::{self, Settling};

    #[test]
    fn the_publication_of_the_version_is_final() {
        let mut settling =
            Settling::<Adapter>::new(&testing::facts("bash-language-server"), "a.sh");
        let published =
            |version| Event::Published(Publication { version: Some(version), count: 0 });
        assert_eq!(settling.observe(Event::Told(1)), Settled::Unknown);
        assert_eq!(settling.observe(published(1)), Settled::Yes);
        assert_eq!(settling.observe(Event::Told(2)), Settled::Unknown);
        assert_eq!(settling.observe(published(1)), Settled::Unknown);
        assert_eq!(settling.observe(published(2)), Settled::Yes);
    }
}
