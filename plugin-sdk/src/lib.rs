//! What authors of Deixis adapters depend on: one trait per hook group and one
//! export macro.
//!
//! An adapter is a WebAssembly component that knows one language. It decides
//! nothing by itself: the host calls its hooks with values and gets values
//! back. It keeps nothing between calls, has no clock, no files and no
//! network, and sees of the project what its grant names, through
//! [`project`] and [`locate`].
//!
//! A complete adapter:
//!
//! ```
//! use deixis_plugin::{
//!     Descriptor, Effects, Event, Facts, Failure, Info, Language, Launch, LaunchPlan, Level, Readiness, Recipe,
//!     Status, Trust, project,
//! };
//! use serde::{Deserialize, Serialize};
//! use serde_json::json;
//!
//! struct Zig;
//!
//! impl Info for Zig {
//!     fn describe() -> Descriptor {
//!         Descriptor::new("zig", "0.1.0", "Zig (zls)")
//!             .language(Language::new("zig").suffixes([".zig", ".zon"]))
//!             .recipe(Recipe::new("zls", ["zls"]).install("any", "see https://zigtools.org/zls"))
//!             .root_markers(["build.zig"])
//!             .separators(["."])
//!     }
//! }
//!
//! impl Launch for Zig {
//!     fn plan(_facts: &Facts) -> Result<LaunchPlan, Failure> {
//!         let seed = project::exists("build.zig").then(|| "build.zig".to_owned());
//!         Ok(LaunchPlan::default().setting("zls", &json!({ "enable_build_on_save": true })).open(seed))
//!     }
//! }
//!
//! #[derive(Serialize, Deserialize, Default)]
//! struct Seen {
//!     initialized: bool,
//! }
//!
//! impl Readiness for Zig {
//!     type State = Seen;
//!
//!     fn start(_facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
//!         Ok(Seen::default())
//!     }
//!
//!     fn observe(seen: &mut Seen, event: Event, _effects: &mut Effects) -> Result<(), Failure> {
//!         seen.initialized |= matches!(event, Event::Initialized(_));
//!         Ok(())
//!     }
//!
//!     fn status(seen: &Seen) -> Status {
//!         let level = if seen.initialized { Level::Ready } else { Level::Unknown };
//!         Status::uniform(&level, Trust::Empty)
//!     }
//! }
//!
//! deixis_plugin::export!(Zig: info, launch, readiness);
//!
//! # fn main() {
//! // In the adapter's own tests there is no host: a project is made of strings.
//! use deixis_plugin::testing;
//! let plan = testing::with_project(&[("build.zig", "")], || Zig::plan(&testing::facts("zls")));
//! assert_eq!(plan.unwrap().open, ["build.zig"]);
//! # }
//! ```
//!
//! Built for `wasm32-unknown-unknown` and wrapped by `cargo xtask adapters`
//! such a component imports nothing but what it uses of the host; a plain
//! `cargo build --target wasm32-wasip2` works as well.

#[doc(hidden)]
pub mod bindings;
mod diagnostics;
mod documents;
mod errors;
mod export;
mod host;
mod info;
mod launch;
mod readiness;
mod rename;
mod requests;
mod results;
mod running;
mod symbols;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;
mod values;
mod watch;
mod words;

pub use diagnostics::{
    Deadlines, Diagnostic, Diagnostics, DiagnosticsEvent, DiagnosticsPlan, DiagnosticsSource, Fate,
    Publication, Settled, Work,
};
pub use documents::Documents;
pub use errors::{Context, Errors, Verdict};
pub use host::{locate, log, project};
pub use info::{Descriptor, Info, InstallHint, Language, OpenPolicy, Recipe};
pub use launch::{Launch, LaunchPlan, Setting};
pub use readiness::{
    Answered, Effects, Event, Level, Progress, Readiness, Status, Tracks, Trust, WorkDone,
};
pub use rename::{Rename, RenameEdit, RenameOperation, RenameRequest, RenameReview, RenameVerdict};
pub use requests::{Reply, Requests};
pub use results::{Asked, Refined, Results};
pub use running::Running;
pub use symbols::{Normalised, Origin, Query, Symbol, Symbols};
pub use values::{
    Action, Ask, Change, ChangeKind, Deadline, Encoding, Facts, Failure, FilePlace, Notification,
    OtherPlace, Place, Position, Range, ResponseError, file_uri,
};
pub use watch::{Translation, Watch};
pub use words::{is_word, shortened};
