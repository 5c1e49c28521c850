//! The host's part when a guardian did not do its own: killed, or left with
//! daemons that may stay.
//!
//! The host is a subreaper, so what a guardian leaves becomes the host's child.
//! After an orderly end that is only what may stay; it is remembered, to be
//! waited for when it ends. After a killed guardian it is everything, and it is
//! recognised by the tag in its environment.

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt, after_killed_guardian, reap_adopted};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{adopt, after_killed_guardian, reap_adopted};

use std::io;

/// Makes this process the parent of its orphaned descendants (Linux only).
pub(crate) fn become_subreaper() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// What is known of a server whose guardian is gone.
#[derive(Debug, Clone)]
pub(super) struct Remains {
    /// `NAME=VALUE` of its tag.
    pub(super) assignment: String,
    /// The server's process and, as it led one, its group.
    pub(super) server: i32,
    /// The guardian's process and, as it led one, its session.
    #[cfg(target_os = "linux")]
    pub(super) guardian: i32,
}

#[cfg(target_os = "linux")]
mod linux {
    use super::Remains;
    use crate::exit::Ending;
    use crate::unix::processes::{self, Process};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fd::OwnedFd;
    use rustix::process::{
        Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, pidfd_open, pidfd_send_signal,
        waitpid,
    };
    use std::collections::BTreeSet;
    use std::sync::{Mutex, PoisonError};
    use std::time::{Duration, Instant};

    /// How long the killed are waited for.
    const PATIENCE: Duration = Duration::from_secs(5);
    /// The most processes remembered until they end. Beyond it, an ended daemon
    /// stays a zombie until the host ends.
    const MAX_ADOPTED: usize = 256;

    /// Processes that may stay and have become this process's children.
    static ADOPTED: Mutex<Adopted> =
        Mutex::new(Adopted { pids: BTreeSet::new(), sessions: BTreeSet::new() });

    struct Adopted {
        /// Not yet waited for, so these numbers are still theirs.
        pids: BTreeSet<i32>,
        /// Their sessions: what loses its parent in there later comes here, too.
        sessions: BTreeSet<i32>,
    }

    /// Remembers what carries the tag and is this process's child now.
    pub(in crate::unix) fn adopt(assignment: &str) {
        let own = Some(getpid());
        let Ok(all) = processes::all() else { return };
        let is_ours = |process: &&Process| {
            process.parent == own && processes::carries(process.pid, assignment)
        };
        let found: Vec<&Process> = all.iter().filter(is_ours).collect();
        let mut adopted = ADOPTED.lock().unwrap_or_else(PoisonError::into_inner);
        for process in found {
            if adopted.pids.len() < MAX_ADOPTED {
                adopted.pids.insert(Pid::as_raw(Some(process.pid)));
                adopted.sessions.insert(Pid::as_raw(process.session));
            }
        }
    }

    /// Waits for those of the remembered, and of their sessions, that have
    /// ended. Costs nothing when there are none, and never blocks on them.
    pub(in crate::unix) fn reap_adopted() {
        let mut adopted = ADOPTED.lock().unwrap_or_else(PoisonError::into_inner);
        if adopted.sessions.is_empty() {
            return;
        }
        let own = Some(getpid());
        let Ok(all) = processes::all() else { return };
        for child in all.iter().filter(|process| process.zombie && process.parent == own) {
            let (pid, session) = (Pid::as_raw(Some(child.pid)), Pid::as_raw(child.session));
            // A leader that is not remembered is a guardian, if the number of
            // an old session has come back; its own task waits for it.
            let member = pid != session && adopted.sessions.contains(&session);
            if adopted.pids.contains(&pid) || member {
                // Only fails when it was waited for already, which is as good.
                let _ = waitpid(Some(child.pid), WaitOptions::NOHANG);
                adopted.pids.remove(&pid);
            }
        }
        let in_use: BTreeSet<i32> = all.iter().map(|one| Pid::as_raw(one.session)).collect();
        adopted.sessions.retain(|session| in_use.contains(session));
    }

    /// Kills and reaps everything that belonged to a killed guardian. Blocks,
    /// for at most [`PATIENCE`]. Returns how the server ended, where it became
    /// this process's child; and whether nothing is left.
    pub(in crate::unix) fn after_killed_guardian(remains: &Remains) -> (Option<Ending>, bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut ending = None;
        let mut killed = BTreeSet::from([remains.server]);
        let mut sessions = BTreeSet::from([remains.guardian]);
        loop {
            let Ok(all) = processes::all() else { return (ending, false) };
            let victims = kill_tagged(&all, remains);
            killed.extend(victims.iter().map(|(pid, _)| *pid));
            let pinned =
                |one: &&Process| victims.iter().any(|(pid, _)| *pid == Pid::as_raw(Some(one.pid)));
            sessions.extend(all.iter().filter(pinned).map(|one| Pid::as_raw(one.session)));
            killed.extend(own_zombies(&all, remains.server, &sessions));
            wait_for_deaths(&victims, deadline);
            let mut reaped = false;
            killed.retain(|pid| {
                let Some(target) = Pid::from_raw(*pid) else { return false };
                match waitpid(Some(target), WaitOptions::NOHANG) {
                    Ok(Some((_, status))) => {
                        if *pid == remains.server {
                            ending = ending_of(status.exit_status(), status.terminating_signal());
                        }
                        reaped = true;
                        false
                    }
                    // Still somebody else's child, or still dying.
                    _ => processes::one(target).is_some_and(|one| one.parent == Some(getpid())),
                }
            });
            if victims.is_empty() && !reaped && killed.is_empty() {
                return (ending, true);
            }
            if Instant::now() >= deadline {
                return (ending, victims.is_empty());
            }
        }
    }

    fn ending_of(code: Option<i32>, signal: Option<i32>) -> Option<Ending> {
        code.map(Ending::Code).or(signal.map(Ending::Signal))
    }

    /// Kills every process that carries the tag. The tag is read again once a
    /// descriptor pins the process, so that a recycled number is never hit.
    fn kill_tagged(all: &[Process], remains: &Remains) -> Vec<(i32, Option<OwnedFd>)> {
        let mut victims = Vec::new();
        for process in all.iter().filter(|process| !process.zombie) {
            let is_server = Pid::as_raw(Some(process.pid)) == remains.server
                && process.parent == Some(getpid());
            let tagged = |pid| is_server || processes::carries(pid, &remains.assignment);
            if !tagged(process.pid) {
                continue;
            }
            let number = Pid::as_raw(Some(process.pid));
            match pidfd_open(process.pid, PidfdFlags::empty()) {
                Ok(pinned) if tagged(process.pid) => {
                    // It may have ended by now, which is all the same.
                    let _ = pidfd_send_signal(&pinned, Signal::KILL);
                    victims.push((number, Some(pinned)));
                }
                Ok(_) | Err(rustix::io::Errno::SRCH) => {}
                // Kernels before 5.3: safe for children, which stay until they
                // are waited for.
                Err(_) if process.parent == Some(getpid()) => {
                    let _ = kill_process(process.pid, Signal::KILL);
                    victims.push((number, None));
                }
                Err(_) => {}
            }
        }
        victims
    }

    /// Children of this process that have ended and show by group or session
    /// whose they were: a zombie's environment cannot be read any more.
    fn own_zombies(all: &[Process], group: i32, sessions: &BTreeSet<i32>) -> Vec<i32> {
        let belongs = |process: &&Process| {
            process.zombie
                && process.parent == Some(getpid())
                && (Pid::as_raw(process.group) == group
                    || sessions.contains(&Pid::as_raw(process.session)))
        };
        all.iter().filter(belongs).map(|process| Pid::as_raw(Some(process.pid))).collect()
    }

    fn wait_for_deaths(victims: &[(i32, Option<OwnedFd>)], deadline: Instant) {
        for pinned in victims.iter().filter_map(|(_, pinned)| pinned.as_ref()) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(left) = Timespec::try_from(left) else { return };
            // An early return only means that the caller looks again.
            let _ = poll(&mut [PollFd::new(pinned, PollFlags::IN)], Some(&left));
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use super::Remains;
    use crate::exit::Ending;
    use rustix::process::{Pid, Signal, kill_process_group};

    /// Nothing is ever adopted without a subreaper.
    pub(in crate::unix) fn adopt(_assignment: &str) {}

    /// See [`adopt`].
    pub(in crate::unix) fn reap_adopted() {}

    /// Kills the server's group, the only thing that can be named here. The
    /// group's number could in principle have been taken by another one since
    /// the guardian died; the host calls this at once to keep that gap small.
    pub(in crate::unix) fn after_killed_guardian(remains: &Remains) -> (Option<Ending>, bool) {
        let killed =
            Pid::from_raw(remains.server).map(|group| kill_process_group(group, Signal::KILL));
        (None, matches!(killed, Some(Ok(()) | Err(rustix::io::Errno::SRCH))))
    }
}
