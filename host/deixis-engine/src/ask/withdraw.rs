//! A caller that goes away takes its request along.

use crate::server::{Input, Running};

/// Withdraws a request whose caller stops waiting.
pub(crate) struct Withdraw<'a> {
    server: &'a Running,
    id: u64,
    armed: bool,
}

impl<'a> Withdraw<'a> {
    pub(crate) fn new(server: &'a Running, id: u64) -> Self {
        Self { server, id, armed: true }
    }

    pub(crate) fn disarm(mut self) {
        self.armed = false;
    }
}

impl Drop for Withdraw<'_> {
    fn drop(&mut self) {
        if self.armed {
            let _ = self.server.peer.send(Input::Cancel(self.id));
        }
    }
}
