//! Every bound of the plugin host, in one place.
//!
//! Sizes are bytes unless the name says otherwise. What a grant may raise
//! (memory, time) has its ceiling here; everything else is fixed.

use std::time::Duration;

/// Contract version of this host, as in `wit/`.
pub(crate) const CONTRACT: &str = deixis_hooks::CONTRACT;

/// Largest component file that is read.
pub(crate) const COMPONENT_BYTES: u64 = 64 << 20;
/// Largest `memory_mib` of a grant. Address space of this size is reserved for
/// every memory of every guest, so that growing never moves it.
pub(crate) const MEMORY_MIB: u32 = 256;
/// Unmapped bytes behind each memory.
pub(crate) const MEMORY_GUARD: u64 = 64 << 10;
/// Largest `call_ms` of a grant.
pub(crate) const CALL_MS: u32 = 10_000;
/// What the initialisers of a component may take, in guest time.
pub(crate) const INSTANTIATE: Duration = Duration::from_secs(1);
/// Wall-clock bound of a call, as a multiple of its guest time: it ends calls
/// on systems that do not tell the time of one thread, and on a machine that is
/// so busy that waiting makes no sense.
pub(crate) const WALL_FACTOR: u32 = 10;
/// How often a running guest is looked at.
pub(crate) const TICK: Duration = Duration::from_millis(5);
/// Stack of a guest, and of the thread that it runs on.
pub(crate) const GUEST_STACK: usize = 1 << 20;
/// Native stack of an adapter's thread: guest, host calls, and the compiler.
pub(crate) const THREAD_STACK: usize = 8 << 20;
/// Bytes that may leave the guest in one call, either way.
pub(crate) const HOSTCALL_BYTES: usize = 4 << 20;
/// Component-model handles that live at the same time.
pub(crate) const HANDLES: usize = 1_000;
/// Core instances, tables and memories of one component. Components that are
/// linked from many shared libraries need dozens.
pub(crate) const INSTANCES: usize = 256;
/// See [`INSTANCES`].
pub(crate) const TABLES: usize = 64;
/// See [`INSTANCES`].
pub(crate) const MEMORIES: usize = 16;
/// Elements of one table.
pub(crate) const TABLE_ELEMENTS: usize = 100_000;
/// Frames that are kept of a guest's backtrace.
pub(crate) const FRAMES: usize = 5;
/// Characters of a failure's message.
pub(crate) const MESSAGE_BYTES: usize = 2 << 10;

/// Calls that wait for an adapter's thread; further callers wait to queue.
pub(crate) const QUEUE: usize = 64;

/// Failures within [`FAILURE_WINDOW`] that quarantine an adapter.
pub(crate) const FAILURES: usize = 3;
/// See [`FAILURES`].
pub(crate) const FAILURE_WINDOW: Duration = Duration::from_secs(60);
/// First quarantine; each further one lasts twice as long.
pub(crate) const QUARANTINE_MIN: Duration = Duration::from_secs(60);
/// Longest quarantine, and the time without failure that forgets earlier ones.
pub(crate) const QUARANTINE_MAX: Duration = Duration::from_secs(600);

/// Bytes of a log line.
pub(crate) const LOG_LINE: usize = 4 << 10;
/// Log lines in [`LOG_WINDOW`]; the rest is counted.
pub(crate) const LOG_LINES: u32 = 256;
/// See [`LOG_LINES`].
pub(crate) const LOG_WINDOW: Duration = Duration::from_secs(1);

/// Largest file that `project.read` hands out.
pub(crate) const READ_BYTES: u32 = 1 << 20;
/// Most names that `project.list` hands out.
pub(crate) const LIST_NAMES: u32 = 1_000;
/// Entries that `project.find` looks at.
pub(crate) const FIND_ENTRIES: usize = 10_000;
/// Most files that `project.find` hands out.
pub(crate) const FIND_FILES: u32 = 1_000;

/// Compiled components that are kept on disk.
pub(crate) const CACHE_FILES: usize = 64;
/// Bytes of compiled components that are kept on disk.
pub(crate) const CACHE_BYTES: u64 = 1 << 30;
/// Age after which an abandoned temporary file is removed.
pub(crate) const CACHE_STRAY: Duration = Duration::from_secs(3_600);

/// Symbols of one `normalise` call. Larger batches are cut.
pub(crate) const CHUNK_SYMBOLS: usize = 1_024;
/// Text of the symbols of one `normalise` call.
pub(crate) const CHUNK_BYTES: usize = 512 << 10;
/// Ancestors that a chunk repeats from earlier ones.
pub(crate) const CHUNK_ANCESTORS: usize = 1_024;
/// Ancestors of one symbol that a chunk repeats from earlier ones.
pub(crate) const ANCESTOR_DEPTH: usize = 128;
/// Text of one field of a symbol; longer ones are cut before the guest sees
/// them, as no name is that long.
pub(crate) const SYMBOL_TEXT: usize = 16 << 10;
/// Changes of one `translate` call. Larger batches are cut.
pub(crate) const CHUNK_CHANGES: usize = 2_048;
/// Edits of one `review` call. Larger ones are cut, as are those with more text
/// than [`CHUNK_BYTES`].
pub(crate) const CHUNK_EDITS: usize = 1_024;
/// Text of one field of an edit; longer ones are cut before the guest sees
/// them, as in `wit/rename.wit`.
pub(crate) const EDIT_TEXT: usize = 16 << 10;
/// File operations that a `review` call tells of, as in `wit/rename.wit`.
pub(crate) const OPERATIONS: usize = 256;

/// Diagnostics of one `normalise` call. Longer lists are cut, as are those with
/// more text than [`CHUNK_BYTES`].
pub(crate) const CHUNK_DIAGNOSTICS: usize = 1_024;
/// Text of one field of a diagnostic, either way; longer ones are cut before
/// the guest sees them, as in `wit/diagnostics.wit`.
pub(crate) const DIAGNOSTIC_TEXT: usize = 16 << 10;
/// Tags of one diagnostic, either way.
pub(crate) const TAGS: usize = 16;
/// Places of one `refine` call, as in `wit/results.wit`. Longer lists are not
/// cut: what is first among them could not be said.
pub(crate) const PLACES: usize = 10_000;
/// Hover text, either way, as in `wit/results.wit`.
pub(crate) const HOVER_BYTES: usize = 64 << 10;
/// Requests for one document's diagnostics.
pub(crate) const FETCHES: usize = 8;
/// The diagnostics of one document, as JSON.
pub(crate) const FETCHED_BYTES: usize = 2 << 20;
/// Text of a virtual document.
pub(crate) const DOCUMENT_BYTES: usize = 2 << 20;
/// Answer to a request of the server.
pub(crate) const REPLY_BYTES: usize = 1 << 20;

/// State of the reducer of a document's diagnostics, as in
/// `wit/diagnostics.wit`.
pub(crate) const SETTLE_BYTES: usize = 16 << 10;
/// Longest silence that is waited for.
pub(crate) const SILENCE_MS: u32 = 60_000;
/// State of a reducer.
pub(crate) const STATE_BYTES: usize = 64 << 10;
/// Longest deadline.
pub(crate) const DEADLINE_MS: u32 = 600_000;
/// Deadlines of one step.
pub(crate) const DEADLINES: usize = 32;
/// Actions of one answer.
pub(crate) const ACTIONS: usize = 256;
/// Requests awaited after changes on disk.
pub(crate) const AWAITED: usize = 64;
/// Entries of small lists: arguments, variables, settings, methods, seeds.
pub(crate) const ENTRIES: usize = 256;
/// Bytes of a name: method, id, token.
pub(crate) const NAME_BYTES: usize = 256;
/// Bytes of a sentence or a path.
pub(crate) const TEXT_BYTES: usize = 4 << 10;
/// Sentences about holes, and of a review.
pub(crate) const SENTENCES: usize = 32;
