//! The whole edge over raw lines: both eras, every way for a call to end.

#![expect(clippy::needless_pass_by_value, reason = "JSON literals read best by value")]

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::Options;
use crate::fake::{Fake, Session, call, initialize, meta, somewhere};
use crate::instructions::INSTRUCTIONS;
use crate::tools::tool_list;

fn request(id: u32, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

#[tokio::test(start_paused = true)]
async fn a_client_that_initializes_is_served() {
    let mut session = Session::silent(&Fake::new(&["rust"]));
    session.send(initialize()).await;
    let answer = session.receive().await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(answer["result"]["instructions"], INSTRUCTIONS);
    assert_eq!(answer["result"]["serverInfo"]["name"], "deixis");
    assert_eq!(answer["result"]["capabilities"], json!({ "tools": {} }));
    session.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;

    session.send(request(1, "tools/list", json!({}))).await;
    let answer = session.receive().await;
    assert_eq!(answer["result"], json!({ "tools": tool_list(&Options::default()) }));

    session.call(2, "hover", somewhere()).await;
    let answer = session.receive().await;
    assert_eq!(
        answer["result"],
        json!({
            "content": [{ "type": "text", "text": "`run` on line 1 of src/a.rs, from rust:\n`run`" }],
            "structuredContent": { "server": "rust", "contents": "`run`" },
            "isError": false
        })
    );
    let (rest, served) = session.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    served.expect("a clean end");
}

#[tokio::test(start_paused = true)]
async fn a_stateless_client_is_served() {
    let mut session = Session::silent(&Fake::new(&["rust"]));
    session.send(request(0, "server/discover", json!({ "_meta": meta() }))).await;
    let answer = session.receive().await;
    assert_eq!(answer["result"]["instructions"], INSTRUCTIONS);
    let versions = answer["result"]["supportedVersions"].as_array().expect("versions");
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2025-11-25")));

    session.send(request(1, "tools/list", json!({ "_meta": meta() }))).await;
    let answer = session.receive().await;
    assert_eq!(answer["result"]["tools"], Value::Array(tool_list(&Options::default())));
    assert_eq!(answer["result"]["resultType"], "complete");
    assert!(answer["result"]["ttlMs"].is_u64(), "{answer}");
    assert_eq!(answer["result"]["cacheScope"], "private");

    let mut hover = call(2, "hover", somewhere());
    hover["params"]["_meta"] = meta();
    session.send(hover).await;
    let answer = session.receive().await;
    assert_eq!(answer["result"]["structuredContent"]["contents"], "`run`");
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test(start_paused = true)]
async fn without_servers_there_are_no_tools_and_no_instructions() {
    let mut session = Session::silent(&Fake::new(&[]));
    session.send(initialize()).await;
    let answer = session.receive().await;
    assert!(answer["result"].get("instructions").is_none(), "{answer}");
    session.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    session.send(request(1, "tools/list", json!({}))).await;
    assert_eq!(session.receive().await["result"], json!({ "tools": [] }));
    session.call(2, "hover", somewhere()).await;
    let answer = session.receive().await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test(start_paused = true)]
async fn an_unknown_tool_is_a_protocol_error() {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    session.call(1, "grep", json!({})).await;
    let answer = session.receive().await;
    assert_eq!(answer["error"]["code"], -32602);
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.starts_with("unknown tool: grep; the tools are deixis_server_status, "));
}

/// Calls a tool; the answer is an error of this code, and says so on both sides.
async fn check_fails(session: &mut Session, tool: &str, arguments: Value, code: &str) {
    session.call(7, tool, arguments).await;
    let answer = session.receive().await;
    let result = &answer["result"];
    assert_eq!(result["isError"], true, "{answer}");
    assert_eq!(result["structuredContent"]["error"]["code"], code, "{answer}");
    assert_eq!(result["structuredContent"]["error"]["tool"], tool, "{answer}");
    let text = result["content"][0]["text"].as_str().expect("text");
    assert!(text.starts_with(&format!("{tool} failed ({code}): ")), "{text}");
}

#[tokio::test(start_paused = true)]
async fn failures_are_results_that_a_model_can_read() {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    check_fails(&mut session, "hover", json!({}), "invalid_arguments").await;
    check_fails(&mut session, "hover", json!({ "pth": "a" }), "invalid_arguments").await;
    check_fails(&mut session, "deixis_server_status", json!({}), "no_server_configured").await;
    check_fails(
        &mut session,
        "deixis_server_status",
        json!({ "start": true }),
        "invalid_arguments",
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_an_answer_and_the_session_goes_on() {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    check_fails(&mut session, "definition", somewhere(), "internal_error").await;
    session.call(8, "hover", somewhere()).await;
    assert_eq!(session.receive().await["id"], 8);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_ends_without_an_answer() {
    let fake = Fake::new(&["rust"]);
    let mut session = Session::initialized(&fake).await;
    session.call(1, "references", somewhere()).await;
    session
        .send(json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 }
        }))
        .await;
    session.call(2, "hover", somewhere()).await;
    assert_eq!(session.receive().await["id"], 2);
    let (rest, served) = session.end().await;
    assert_eq!(rest, Vec::<Value>::new());
    served.expect("a clean end");
    assert!(fake.cancelled.load(Ordering::SeqCst));
}

/// The one message left is the answer to call 1: it was cancelled.
fn check_cancelled(rest: &[Value]) {
    let [answer] = rest else { panic!("{rest:?}") };
    assert_eq!(answer["id"], 1);
    assert_eq!(answer["result"]["structuredContent"]["error"]["code"], "request_canceled");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_input_cancels_running_calls() {
    for tool in ["references", "document_symbols"] {
        let mut session = Session::initialized(&Fake::new(&["rust"])).await;
        let arguments =
            if tool == "references" { somewhere() } else { json!({ "path": "src/a.rs" }) };
        session.call(1, tool, arguments).await;
        let began = tokio::time::Instant::now();
        let (rest, served) = session.end().await;
        check_cancelled(&rest);
        served.expect("a clean end");
        // The clock is paused: this is the sum of the timers that had to pass, not a measurement.
        assert!(began.elapsed() < std::time::Duration::from_secs(2), "{:?}", began.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_that_goes_on_ends_by_itself_whoever_leaves() {
    let fake = Fake::new(&["rust"]);
    let mut session = Session::writing(&fake).await;
    session.call(1, "apply_rename", json!({ "previewId": "0123" })).await;
    let (rest, served) = session.end().await;
    served.expect("a clean end");
    assert!(fake.cancelled.load(Ordering::SeqCst), "it was cut off");
    check_cancelled(&rest);
}

#[tokio::test(start_paused = true)]
async fn what_writes_is_offered_only_where_that_is_allowed() {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    session.call(1, "apply_rename", json!({ "previewId": "0123" })).await;
    let answer = session.receive().await;
    let message = answer["error"]["message"].as_str().expect("an error");
    assert!(message.contains("--allow-mutation"), "{message}");
}

#[tokio::test(start_paused = true)]
async fn a_call_during_which_files_are_replaced_is_made_again() {
    let fake = Fake::new(&["rust"]);
    let mut session = Session::initialized(&fake).await;
    fake.disturbed.store(3, Ordering::SeqCst);
    session.call(1, "hover", somewhere()).await;
    assert_eq!(session.receive().await["result"]["isError"], false);
    assert_eq!(fake.disturbed.load(Ordering::SeqCst), 0);
    // Not for ever.
    fake.disturbed.store(1_000, Ordering::SeqCst);
    session.call(2, "hover", somewhere()).await;
    let answer = session.receive().await;
    assert_eq!(answer["result"]["structuredContent"]["error"]["code"], "edit_conflict");
}

#[tokio::test(start_paused = true)]
async fn a_pipeline_gets_its_answers_before_the_end() {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    session.call(1, "hover", somewhere()).await;
    let (rest, served) = session.end().await;
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["result"]["isError"], false);
    served.expect("a clean end");
}

#[tokio::test(start_paused = true)]
async fn stopping_cancels_running_calls() {
    let fake = Fake::new(&["rust"]);
    let mut session = Session::initialized(&fake).await;
    session.call(1, "references", somewhere()).await;
    session.call(2, "hover", somewhere()).await;
    assert_eq!(session.receive().await["id"], 2);
    assert!(fake.waiting.load(Ordering::SeqCst));
    session.stop.cancel();
    let (rest, served) = session.rest().await;
    check_cancelled(&rest);
    served.expect("a clean end");
}

#[tokio::test(start_paused = true)]
async fn an_end_before_the_handshake_is_clean() {
    let (rest, served) = Session::silent(&Fake::new(&["rust"])).end().await;
    assert_eq!(rest, Vec::<Value>::new());
    served.expect("a clean end");
    let session = Session::silent(&Fake::new(&["rust"]));
    session.stop.cancel();
    session.rest().await.1.expect("a clean end");
}

#[tokio::test(start_paused = true)]
async fn noise_does_not_end_the_session() {
    let mut session = Session::silent(&Fake::new(&["rust"]));
    for line in [
        "",
        "{ this is no JSON",
        "null",
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#,
        r#"{"jsonrpc":"2.0","id":99,"result":{}}"#,
    ] {
        session.send_line(line).await;
    }
    session.send(initialize()).await;
    loop {
        let answer = session.receive().await;
        if answer["id"] == 0 {
            assert_eq!(answer["result"]["serverInfo"]["name"], "deixis");
            break;
        }
        assert!(answer["error"]["code"].is_i64(), "{answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn arguments_that_are_no_object_are_taught() {
    for arguments in [json!([1]), json!("src/a.rs:12:5"), json!(7), json!(true)] {
        let mut session = Session::initialized(&Fake::new(&["rust"])).await;
        session.call(3, "hover", arguments.clone()).await;
        let answer = session.receive().await;
        assert_eq!(answer["id"], 3, "{arguments}: {answer}");
        assert_eq!(
            answer["result"]["structuredContent"]["error"]["code"], "invalid_arguments",
            "{arguments}: {answer}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn arguments_as_json_text_are_accepted() {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    session.call(3, "hover", json!(somewhere().to_string())).await;
    let answer = session.receive().await;
    assert_eq!(answer["result"]["structuredContent"]["contents"], "`run`", "{answer}");
    assert!(answer["result"].get("resultType").is_none(), "{answer}");
    session.send(request(4, "tools/call", json!({ "arguments": {} }))).await;
    assert_eq!(session.receive().await["error"]["code"], -32602);
    session.send(request(5, "deixis/nothing", json!({}))).await;
    assert_eq!(session.receive().await["error"]["code"], -32601);
}

/// Calls a tool with a progress token; its notifications, then the answer.
async fn progress(tool: &str, arguments: Value) -> Vec<Value> {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    let mut request = call(1, tool, arguments);
    request["params"]["_meta"] = json!({ "progressToken": "t" });
    session.send(request).await;
    let mut notifications = Vec::new();
    loop {
        let message = session.receive().await;
        if message["id"] == 1 {
            break;
        }
        assert_eq!(message["method"], "notifications/progress", "{message}");
        assert_eq!(message["params"]["progressToken"], "t", "{message}");
        notifications.push(message["params"].clone());
    }
    let (rest, _) = session.end().await;
    assert_eq!(rest, Vec::<Value>::new(), "nothing comes after the answer");
    let values: Vec<f64> =
        notifications.iter().map(|one| one["progress"].as_f64().expect("a number")).collect();
    assert!(values.is_sorted_by(|one, next| one < next), "{values:?}");
    notifications
}

#[tokio::test(start_paused = true)]
async fn progress_is_forwarded_at_most_twice_a_second() {
    let all = progress("workspace_symbols", json!({ "query": "x" })).await;
    // Twelve seconds of reports, one notification per half second.
    assert!((20..=25).contains(&all.len()), "{}", all.len());
    assert_eq!(all[0]["message"], "indexing (0%)");
    assert_eq!(all[0]["total"], 100.0);
}

#[tokio::test(start_paused = true)]
async fn silence_is_broken_every_five_seconds() {
    let all = progress("diagnostics", json!({})).await;
    let messages: Vec<&Value> = all.iter().map(|one| &one["message"]).collect();
    assert_eq!(messages, ["waiting for the language server"; 2]);
}

#[tokio::test(start_paused = true)]
async fn nobody_who_did_not_ask_gets_progress() {
    let mut session = Session::initialized(&Fake::new(&["rust"])).await;
    session.call(1, "workspace_symbols", json!({ "query": "x" })).await;
    assert_eq!(session.receive().await["id"], 1);
}
