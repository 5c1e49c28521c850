//! Messages that are too large, queues that are full.

use deixis_tests::scripted::Scripted;
use serde_json::json;

use super::{rule, stage, stage_with};

#[test]
fn a_huge_hover_is_cut() {
    let line = "0123456789abcdefghijklmnopqrstuvwxyz ".repeat(2);
    let contents = format!("{line}\\n").repeat(40_000);
    let mut stage = stage(&rule(
        "textDocument/hover",
        "",
        &format!("{{ reply = {{ contents = \"{contents}\" }} }}"),
    ));
    let answer = stage.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    let shown = answer.structured()["contents"].as_str().unwrap_or_default();
    assert!((1_000..10_000).contains(&shown.len()), "{} bytes", shown.len());
    assert!(answer.text().len() < 10_000, "{} bytes", answer.text().len());
}

#[test]
fn a_message_beyond_the_limit_is_refused_by_its_header() {
    // Nothing follows the header: whoever waited for the body would wait for ever.
    let huge =
        rule("textDocument/hover", "", "{ raw = \"Content-Length: 4000000000\\r\\n\\r\\n\" }");
    let script = Scripted::new(&huge).forgiving();
    let mut stage = stage_with(script, |config| {
        config
            .set("servers.toy.limits.max_response_bytes", 1_000_000)
            .set("servers.toy.timeouts.request_ms", 600_000)
    });
    let answer = stage.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.is_error(), "{}", answer.0);
    for part in ["4000000000", "max_response_bytes", "1000000"] {
        assert!(answer.text().contains(part), "{part}: {}", answer.text());
    }
}

#[test]
fn a_full_queue_refuses_at_once() {
    // The server reads nothing more once it was greeted; a document of a megabyte fills
    // the pipe, and what comes after it waits.
    let script = Scripted::new(&rule("initialized", "", "\"hang\"")).forgiving();
    let mut stage = stage_with(script, |config| {
        config
            .set("servers.toy.limits.outbound_queue_capacity", 4)
            .set("servers.toy.timeouts.request_ms", 600_000)
            .set("servers.toy.timeouts.shutdown_ms", 500)
    });
    let big = format!("fn greet\n{}", "word word word word\n".repeat(50_000));
    let mut calls = Vec::new();
    for number in 0..8 {
        stage.project.write(&format!("big{number}.toy"), &big);
        let arguments = json!({"path": format!("big{number}.toy:1:4")});
        calls.push(stage.deixis.begin("hover", &arguments));
    }
    // Nothing but a refusal can be the first answer: the others have ten minutes.
    let (refused, answer) = stage.deixis.wait_any();
    let error = &answer["result"]["structuredContent"]["error"];
    assert_eq!(error["code"], "server_busy", "{answer}");
    assert_eq!(error["server"], "toy", "{answer}");
    for call in calls.into_iter().filter(|call| *call != refused) {
        stage.deixis.abandon(call);
    }
}
