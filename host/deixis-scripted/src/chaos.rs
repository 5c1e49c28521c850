//! A server that misbehaves at random, the same way for the same requests.
//!
//! Each request is judged by a number made of the seed, the request itself and how many
//! came before it in this process. So a run can be repeated, and a server that was
//! started again after a crash does not crash at the same request again and again.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::script::{Action, Message, Noise};

/// How often what happens, of a thousand requests; the rest is answered as usual.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Chaos {
    pub(crate) seed: u64,
    /// Dies instead of an answer.
    crash: u64,
    /// Never answers.
    ignore: u64,
    /// Answers late, but goes on with others.
    late: u64,
    /// Reads nothing for a while.
    stall: u64,
    /// Writes much of everything before the answer.
    flood: u64,
    /// Refuses, with one of the errors that ask for another try.
    refuse: u64,
    /// How long `late` and `stall` last.
    ms: u64,
}

/// Notifications, and lines of standard error, of one flood.
const FLOOD: usize = 200;

/// Errors that a client is to try again after.
const PASSING: [i64; 3] = [-32801, -32802, -32800];

/// Decides what happens to each request.
pub(crate) struct Judge {
    chaos: Chaos,
    asked: u64,
}

impl Judge {
    pub(crate) fn new(chaos: Chaos) -> Self {
        Self { chaos, asked: 0 }
    }

    /// What to do with a request; `None`: what is usual.
    pub(crate) fn verdict(&mut self, method: &str, params: &Value) -> Option<Vec<Action>> {
        if matches!(method, "initialize" | "shutdown") {
            return None;
        }
        self.asked += 1;
        let lot = self.lot(method, params);
        let mut rest = lot % 1000;
        let Chaos { crash, ignore, late, stall, flood, refuse, ms, .. } = self.chaos;
        let mut falls_on = |share: u64| {
            let hit = rest < share;
            rest = rest.saturating_sub(share);
            hit
        };
        // In this order, so that each share counts from where the one before ended.
        Some(if falls_on(crash) {
            vec![Action::Crash]
        } else if falls_on(ignore) {
            vec![Action::Ignore]
        } else if falls_on(late) {
            vec![Action::AfterMs(ms), Action::Default]
        } else if falls_on(stall) {
            vec![Action::StallMs(ms), Action::Default]
        } else if falls_on(flood) {
            flooding()
        } else if falls_on(refuse) {
            vec![Action::Error(refusal(lot))]
        } else {
            return None;
        })
    }

    /// The number that decides. This hasher has fixed keys, so it is the same in any run.
    fn lot(&self, method: &str, params: &Value) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.chaos.seed, self.asked).hash(&mut hasher);
        method.hash(&mut hasher);
        // Roots of test projects differ from run to run; what is asked in them does not.
        for part in ["position", "query", "context"] {
            params[part].to_string().hash(&mut hasher);
        }
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        uri.rsplit('/').next().hash(&mut hasher);
        hasher.finish()
    }
}

fn refusal(lot: u64) -> crate::script::Failure {
    let code = PASSING[usize::try_from(lot / 1000 % 3).unwrap_or(0)];
    crate::script::Failure { code, message: "not now".to_owned(), data: None }
}

/// Much of everything that nobody asked for, and then the answer.
fn flooding() -> Vec<Action> {
    let noise = "f".repeat(500);
    let tell = |method: &str, params: Value| {
        Action::Notify(Message {
            method: method.to_owned(),
            params: Some(params),
            params_json: None,
            id: None,
        })
    };
    let mut actions = Vec::with_capacity(4 * FLOOD);
    for number in 0..FLOOD {
        let token = format!("flood-{number}");
        let diagnostics =
            json!({"uri": format!("$ROOT_URI/flood-{number}.toy"), "diagnostics": []});
        actions.push(tell(
            "$/progress",
            json!({"token": token, "value": {"kind": "begin", "title": noise}}),
        ));
        actions.push(tell("window/logMessage", json!({"type": 3, "message": noise})));
        actions.push(tell("textDocument/publishDiagnostics", diagnostics));
        actions.push(tell("$/progress", json!({"token": token, "value": {"kind": "end"}})));
    }
    actions.push(Action::Stderr(Noise { text: noise, times: FLOOD }));
    actions.push(Action::Default);
    actions
}
