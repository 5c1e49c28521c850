//! A guest that never returns from anything but the question what it is, and the start of its
//! reducer, without which there would be no first step to spin in.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Ask, Asked, Change, Context, Deadlines, Descriptor, Diagnostic, Diagnostics, DiagnosticsEvent,
    DiagnosticsPlan, Documents, Effects, Errors, Event, Facts, Failure, Fate, Info, Launch,
    LaunchPlan, Level, Normalised, Origin, Place, Query, Readiness, Refined, Rename, RenameEdit,
    RenameOperation, RenameRequest, RenameReview, RenameVerdict, Reply, Requests, ResponseError,
    Results, Status, Symbol, Symbols, Translation, Trust, Verdict, Watch,
};
use serde_json::Value;

fn spin() -> ! {
    let mut number = 0_u64;
    loop {
        number = std::hint::black_box(number.wrapping_add(1));
    }
}

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("spins-everywhere")
    }
}

impl Launch for Guest {
    fn plan(_: &Facts) -> Result<LaunchPlan, Failure> {
        spin()
    }
}

impl Readiness for Guest {
    type State = u8;

    fn interests() -> Vec<String> {
        spin()
    }

    fn start(_: &Facts, _: &mut Effects) -> Result<u8, Failure> {
        Ok(0)
    }

    fn observe(_: &mut u8, _: Event, _: &mut Effects) -> Result<(), Failure> {
        spin()
    }

    fn status(_: &u8) -> Status {
        Status::uniform(&Level::Ready, Trust::Empty)
    }
}

impl Symbols for Guest {
    fn normalise(_: &str, _: Origin, _: &Symbol, _: &[Symbol]) -> Option<Normalised> {
        spin()
    }

    fn rewrite(_: &str) -> Query {
        spin()
    }
}

impl Errors for Guest {
    fn classify(_: &Context, _: &ResponseError) -> Verdict {
        spin()
    }
}

impl Watch for Guest {
    fn translate(_: &Facts, _: Vec<Change>, _: &[String]) -> Result<Translation, Failure> {
        spin()
    }
}

impl Rename for Guest {
    fn check(_: &Facts, _: &RenameRequest) -> RenameVerdict {
        spin()
    }

    fn review(
        _: &Facts,
        _: &RenameRequest,
        _: &[RenameEdit],
        _: &[RenameOperation],
    ) -> RenameReview {
        spin()
    }
}

impl Diagnostics for Guest {
    type State = ();

    fn plan(_: &Facts) -> Result<DiagnosticsPlan, Failure> {
        spin()
    }

    fn interests() -> Vec<String> {
        spin()
    }

    fn observe(_: &Facts, _: &str, (): &mut (), _: DiagnosticsEvent, _: &mut Deadlines) {
        spin()
    }

    fn normalise(_: &str, _: &str, _: &Diagnostic) -> Fate {
        spin()
    }
}

impl Requests for Guest {
    fn answer(_: &Facts, _: &str, _: &Value) -> Reply {
        spin()
    }
}

impl Documents for Guest {
    fn fetch(_: &Facts, _: &str) -> Option<Ask> {
        spin()
    }

    fn text(_: &str, _: &Value) -> Option<String> {
        spin()
    }

    fn title(_: &str) -> Option<String> {
        spin()
    }
}

impl Results for Guest {
    fn refine(_: &str, _: Asked, _: &[Place]) -> Vec<Refined> {
        spin()
    }

    fn hover(_: &str, _: &str) -> Option<String> {
        spin()
    }
}

deixis_plugin::export!(
    Guest: info, launch, readiness, symbols, errors, watch, rename, diagnostics, requests,
    documents, results
);
