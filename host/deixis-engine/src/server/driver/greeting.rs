//! The second half of the handshake: the server has answered `initialize`.

use deixis_hooks::readiness::Event;
use deixis_lsp::Capabilities;
use deixis_lsp::envelope::Reply;
use deixis_lsp::link::Outcome;
use serde_json::Value;

use super::super::handshake::{Greeting, Initialized};
use super::{Driver, Out, raw};

impl Driver {
    pub(super) fn greeted(&mut self, link: &mut Out, greeting: Greeting, outcome: Outcome) {
        let result = match outcome {
            Ok(Ok(reply)) => self.welcome(link, &greeting, &reply),
            Ok(Err(error)) => Err(format!("it answered initialize with an error: {error}")),
            Err(stopped) => Err(stopped.to_string()),
        };
        drop(greeting.done.send(result));
    }

    pub(super) fn welcome(
        &mut self,
        link: &mut Out,
        greeting: &Greeting,
        reply: &Reply,
    ) -> Result<Initialized, String> {
        let mut result: Value = reply.read()?;
        let server_version = result["serverInfo"]["version"].as_str().map(str::to_owned);
        self.events.put(Event::Initialized(reply.json().to_owned()));
        self.state.capabilities = Capabilities::new(result["capabilities"].take());
        link.notify("initialized", &serde_json::json!({}));
        for notification in &greeting.notifications {
            match raw(notification.params.as_deref()) {
                Ok(params) => link.notify_raw(&notification.method, params.as_deref()),
                Err(error) => self.refused(&notification.method, &error),
            }
        }
        for path in &greeting.open {
            self.open_seed(link, path);
        }
        Ok(Initialized { server_version })
    }
}
