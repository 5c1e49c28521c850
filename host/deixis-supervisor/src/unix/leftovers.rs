//! What a server leaves behind, and clearing it away, in the guardian.

#[cfg(target_os = "linux")]
pub(super) use linux::{clear, wait_for_children};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{clear, wait_for_children};

use std::time::Duration;

/// From SIGTERM to SIGKILL for what a server left.
const LEFTOVER_GRACE: Duration = Duration::from_millis(500);
/// From there on, how long the killed are waited for.
const GIVE_UP: Duration = Duration::from_secs(10);
/// How often it is looked whether they are gone.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// As a subreaper the guardian becomes the parent of whatever loses its own, so
/// everything comes into its hands level by level: kill the children, and their
/// children are the next. A child cannot vanish while it is looked at, because
/// only the guardian waits for it; so no signal ever hits a recycled number.
#[cfg(target_os = "linux")]
mod linux {
    use super::{GIVE_UP, LEFTOVER_GRACE, LOOK_AGAIN};
    use crate::unix::guardian::{Event, Events, server_ending};
    use crate::unix::processes::{self, Process};
    use crate::unix::wire::Order;
    use rustix::io::{Errno, retry_on_intr};
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, getsid, kill_process, waitid,
        waitpid,
    };
    use std::collections::BTreeSet;
    use std::sync::mpsc::SyncSender;
    use std::time::Instant;

    /// How often an ended child may not be found (in a `/proc` that hides it)
    /// before only the server's own end is waited for.
    const MAX_BLIND: u32 = 8;

    /// Reaps adopted children as they end; returns with the server's own end,
    /// which it leaves unreaped.
    pub(in crate::unix) fn wait_for_children(server: Pid, events: &SyncSender<Event>) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let mut blind = 0;
        loop {
            // Any error means that there are no children, so the server is not
            // one either; `server_ending` then says so.
            let _ = retry_on_intr(|| waitid(WaitId::All, options));
            if let Some(ending) = server_ending(server, blind >= MAX_BLIND) {
                // The main thread has left only when the process is ending.
                let _ = events.send(Event::Ended(ending));
                return;
            }
            blind = if reap(server) == 0 { blind + 1 } else { 0 };
        }
    }

    /// Reaps ended children except the server; how many.
    fn reap(server: Pid) -> usize {
        let ended = children().into_iter().filter(|child| child.zombie && child.pid != server);
        ended.filter(|child| wait_for(child.pid)).count()
    }

    fn wait_for(pid: Pid) -> bool {
        matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(Some(_)))
    }

    fn children() -> Vec<Process> {
        let own = Some(getpid());
        let all = processes::all().unwrap_or_default();
        all.into_iter().filter(|process| process.parent == own).collect()
    }

    /// Clears away what the ended server left, and reaps it all. Returns how
    /// many processes stay, by the rules in the crate's documentation.
    pub(in crate::unix) fn clear(server: Pid, forced: bool, events: &Events) -> i32 {
        let mut clearing = Clearing::new(server, forced);
        wait_for(server);
        let now = Instant::now();
        let (mut kill_at, mut give_up) = (now + LEFTOVER_GRACE, now + LEFTOVER_GRACE + GIVE_UP);
        let mut asked = BTreeSet::new();
        loop {
            let (going, staying) = clearing.children();
            let now = Instant::now();
            if going.is_empty() || now >= give_up {
                return i32::try_from(staying).unwrap_or(i32::MAX);
            }
            for child in going {
                let number = Pid::as_raw(Some(child.pid));
                // Ended since: it is unreaped, so this hits nobody else.
                if now >= kill_at {
                    let _ = kill_process(child.pid, Signal::KILL);
                } else if asked.insert(number) {
                    let _ = kill_process(child.pid, Signal::TERM);
                }
            }
            match events.next(Some(now + LOOK_AGAIN)) {
                Some(Event::Order(Order::Kill)) => {
                    kill_at = now;
                    give_up = now + GIVE_UP;
                }
                Some(Event::HostGone | Event::Order(Order::Terminate)) => clearing.forced = true,
                Some(Event::Order(Order::Release) | Event::Ended(_)) | None => {}
            }
        }
    }

    /// Tells what goes from what stays.
    struct Clearing {
        forced: bool,
        /// The guardian's session and the server's, which are one unless the
        /// server made its own.
        sessions: Vec<Option<Pid>>,
        /// Sessions without a living leader at the server's end: daemons.
        leaderless: BTreeSet<i32>,
    }

    impl Clearing {
        /// While the server is still unreaped.
        fn new(server: Pid, forced: bool) -> Self {
            let all = processes::all().unwrap_or_default();
            let leads =
                |pid: i32| all.iter().any(|one| Pid::as_raw(Some(one.pid)) == pid && !one.zombie);
            let leaderless = all
                .iter()
                .map(|process| Pid::as_raw(process.session))
                .filter(|session| *session != 0 && !leads(*session))
                .collect();
            let of_server = processes::one(server).map(|process| process.session);
            let sessions = vec![getsid(None).ok(), of_server.flatten()];
            Self { forced, sessions, leaderless }
        }

        /// Reaps what has ended; then the children that are to go, and how many
        /// may stay.
        fn children(&self) -> (Vec<Process>, usize) {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
            if matches!(retry_on_intr(|| waitid(WaitId::All, options)), Err(Errno::CHILD)) {
                return (Vec::new(), 0);
            }
            let (ended, living): (Vec<_>, Vec<_>) =
                children().into_iter().partition(|child| child.zombie);
            let reaped = ended.iter().filter(|child| wait_for(child.pid)).count();
            let (mut going, staying): (Vec<_>, Vec<_>) =
                living.into_iter().partition(|child| self.goes(child));
            // Its own children may have arrived only after the list was made.
            if going.is_empty() && reaped > 0 {
                going = children().into_iter().filter(|child| self.goes(child)).collect();
            }
            (going, staying.len())
        }

        fn goes(&self, child: &Process) -> bool {
            if self.sessions.contains(&child.session) {
                return true;
            }
            self.forced && !self.leaderless.contains(&Pid::as_raw(child.session))
        }
    }
}

/// Without subreapers there is only the group. Its number is safe to use as long
/// as the server, which led it, is unreaped.
#[cfg(not(target_os = "linux"))]
mod other {
    use super::{GIVE_UP, LEFTOVER_GRACE, LOOK_AGAIN};
    use crate::unix::guardian::{Event, Events, server_ending};
    use crate::unix::wire::Order;
    use rustix::process::{
        Pid, Signal, WaitOptions, kill_process_group, test_kill_process_group, waitpid,
    };
    use std::sync::mpsc::SyncSender;
    use std::time::Instant;

    /// Waits for the server's end, which it leaves unreaped.
    pub(in crate::unix) fn wait_for_children(server: Pid, events: &SyncSender<Event>) {
        if let Some(ending) = server_ending(server, true) {
            // The main thread has left only when the process is ending.
            let _ = events.send(Event::Ended(ending));
        }
    }

    /// Clears away the group, then reaps the server. Nothing is known to stay.
    pub(in crate::unix) fn clear(server: Pid, _forced: bool, events: &Events) -> i32 {
        let now = Instant::now();
        let (mut kill_at, give_up) = (now + LEFTOVER_GRACE, now + LEFTOVER_GRACE + GIVE_UP);
        let mut signal = Signal::TERM;
        // A group of which only the unreaped server is left refuses signals.
        while kill_process_group(server, signal).is_ok() && Instant::now() < give_up {
            while test_kill_process_group(server).is_ok() && Instant::now() < kill_at {
                let event = events.next(Some(Instant::now() + LOOK_AGAIN));
                if matches!(event, Some(Event::Order(Order::Kill))) {
                    kill_at = Instant::now();
                }
            }
            signal = Signal::KILL;
            kill_at = Instant::now() + LOOK_AGAIN;
        }
        // Only fails when somebody else has waited for it.
        let _ = waitpid(Some(server), WaitOptions::NOHANG);
        0
    }
}
