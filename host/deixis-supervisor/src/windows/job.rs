//! Job objects: the few calls that are needed, made safe.

use std::io;
use std::mem::{size_of, zeroed};
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle, RawHandle};
use std::ptr::null;
use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{OpenThread, ResumeThread, THREAD_SUSPEND_RESUME};

/// The exit code of what a job ends; nothing reads it.
const ENDED: u32 = 1;

/// A job whose processes end with its last handle, which is this one.
#[derive(Debug)]
pub(super) struct Job(OwnedHandle);

impl Job {
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: both arguments may be null: default security, so the handle is
        // not inherited, and no name.
        let raw = unsafe { CreateJobObjectW(null(), null()) };
        if raw.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it was just made, and nobody else knows it.
        let job = Self(unsafe { OwnedHandle::from_raw_handle(raw) });
        // SAFETY: a structure of numbers, for which zero means "not limited".
        let mut limits: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = unsafe { zeroed() };
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let size = u32::try_from(size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>());
        // SAFETY: pointer and size describe `limits`, of the type that goes with
        // the class; the call only reads it.
        let set = unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size.unwrap_or(0),
            )
        };
        check(set).map(|()| job)
    }

    /// Takes a process in that was created suspended, and lets it run.
    pub(super) fn admit(&self, process: RawHandle, pid: u32) -> io::Result<()> {
        // SAFETY: both handles are open for the length of the call.
        check(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process) })?;
        resume(pid)
    }

    /// Ends every process in the job.
    pub(super) fn kill(&self) {
        // SAFETY: the handle is open. A failure means that none is left.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), ENDED) };
    }
}

/// Resumes the threads of a process; it has one, being suspended since birth.
fn resume(pid: u32) -> io::Result<()> {
    // SAFETY: no pointers.
    let raw = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if raw == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it was just made, and nobody else knows it.
    let snapshot = unsafe { OwnedHandle::from_raw_handle(raw) };
    // SAFETY: a structure of numbers.
    let mut entry: THREADENTRY32 = unsafe { zeroed() };
    entry.dwSize = u32::try_from(size_of::<THREADENTRY32>()).unwrap_or(0);
    // SAFETY: the snapshot is open; `entry` is writable and says its own size.
    let mut more = unsafe { Thread32First(snapshot.as_raw_handle(), &raw mut entry) };
    let mut resumed = Err(io::ErrorKind::NotFound.into());
    while more != 0 {
        if entry.th32OwnerProcessID == pid {
            resumed = resume_thread(entry.th32ThreadID);
        }
        // SAFETY: as above.
        more = unsafe { Thread32Next(snapshot.as_raw_handle(), &raw mut entry) };
    }
    resumed
}

fn resume_thread(id: u32) -> io::Result<()> {
    // SAFETY: no pointers; the handle is not inherited.
    let raw = unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, id) };
    if raw.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it was just made, and nobody else knows it.
    let thread = unsafe { OwnedHandle::from_raw_handle(raw) };
    // SAFETY: the handle is open and may resume.
    let count = unsafe { ResumeThread(thread.as_raw_handle()) };
    if count == u32::MAX { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn check(succeeded: i32) -> io::Result<()> {
    if succeeded == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
