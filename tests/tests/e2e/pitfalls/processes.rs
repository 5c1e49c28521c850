//! Starts, ends, and what passes between processes.

use std::collections::BTreeSet;

use deixis_tests::config::Config;
use deixis_tests::processes::marked;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

use super::{rule, stage, stage_with};

#[test]
fn the_restart_budget_is_what_is_written() {
    for budget in [1_u32, 2, 4] {
        let script = Scripted::new(&rule("textDocument/hover", "", "\"crash\"")).forgiving();
        let mut stage = stage_with(script, |config| {
            config
                .set("servers.toy.restart.max_restarts", i64::from(budget))
                .set("servers.toy.restart.window_ms", 86_400_000)
        });
        let place = json!({"path": "a.toy:1:4"});
        for number in 0..=budget {
            let answer = stage.deixis.call("hover", &place);
            assert_eq!(answer.error_code(), "server_exited", "{budget}, {number}: {}", answer.0);
        }
        let refused = stage.deixis.call("hover", &place);
        assert_eq!(refused.error_code(), "server_start_failed", "{}", refused.0);
        assert!(refused.text().contains(&format!("{budget} times")), "{}", refused.text());
        let starts = usize::try_from(budget + 1).expect("a small number");
        assert_eq!(stage.script.starts(), starts, "{budget}");
    }
}

#[test]
fn the_last_eight_lines_of_standard_error_are_shown() {
    let lines: String =
        (1..=20).map(|n| format!("{{ stderr = {{ text = \"line-{n:02}\" }} }}, ")).collect();
    let script = Scripted::new(&rule("textDocument/hover", "", &format!("{lines}{{ exit = 7 }}")));
    let mut stage = stage_with(script.forgiving(), |config| config);
    let answer = stage.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert_eq!(answer.error_code(), "server_exited", "{}", answer.0);
    let shown: Vec<u32> =
        (1..=20).filter(|n| answer.text().contains(&format!("line-{n:02}"))).collect();
    assert_eq!(shown, (13..=20).collect::<Vec<_>>(), "{}", answer.text());
    assert!(answer.text().contains('7'), "how it ended: {}", answer.text());
}

#[test]
fn a_server_that_reads_nothing_while_it_writes_blocks_nobody() {
    // It writes megabytes, and only then reads the megabytes that were sent meanwhile.
    let noise = "x".repeat(50_000);
    let flood = format!(
        "{{ notify = {{ method = \"window/logMessage\", params = {{ type = 4, message = \"{noise}\" }} }} }}, "
    );
    let script = rule("textDocument/didOpen", "", &flood.repeat(100));
    let mut stage = stage(&script);
    let big = format!("fn greet\n{}", "word word word word\n".repeat(100_000));
    let mut calls = Vec::new();
    for number in 0..4 {
        stage.project.write(&format!("big{number}.toy"), &big);
        let arguments = json!({"path": format!("big{number}.toy:1:4")});
        calls.push(stage.deixis.begin("hover", &arguments));
    }
    for call in calls {
        let answer = stage.deixis.finish(call);
        assert!(answer.text().contains("`greet`"), "{}", answer.0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_inherits_the_streams_of_the_host() {
    let streams = |pid: u32, wanted: Option<&[&str]>| -> BTreeSet<String> {
        let folder = std::fs::read_dir(format!("/proc/{pid}/fd")).expect("a living process");
        let open = folder.flatten().filter(|handle| {
            wanted.is_none_or(|wanted| wanted.contains(&&*handle.file_name().to_string_lossy()))
        });
        let targets = open.filter_map(|handle| std::fs::read_link(handle.path()).ok());
        targets.map(|target| target.to_string_lossy().into_owned()).collect()
    };
    let mut stage = stage("[server]\nchildren = [\"plain\"]\n");
    assert!(!stage.deixis.call("hover", &json!({"path": "a.toy:1:4"})).is_error());
    stage.script.wait_notes("child ", 1);
    let host = stage.deixis.pid();
    let own = streams(host, Some(&["0", "1"]));
    assert_eq!(own.len(), 2, "{own:?}");
    let others: Vec<_> =
        marked(stage.deixis.mark()).into_iter().filter(|process| process.pid != host).collect();
    assert!(others.len() >= 3, "guardian, server and child: {others:?}");
    for process in others {
        let theirs = streams(process.pid, None);
        let shared: Vec<&String> = theirs.intersection(&own).collect();
        assert!(shared.is_empty(), "{process:?} has {shared:?} of the host");
    }
}

#[test]
fn the_handshake_waits_for_no_server() {
    let script = Scripted::new(&rule("initialize", "", "{ until = \"go\" }, \"default\""));
    let project = Project::new().file("a.toy", "fn greet\n");
    let config = Config::new().scripted("toy", &script).set("servers.toy.start", "eager");
    let mut deixis = Start::new(project.root(), config).start();
    // The server was started unasked, and is not yet able to answer anything.
    script.wait_received("initialize");
    let list = deixis.request("tools/list", json!({}));
    assert!(list["tools"].as_array().is_some_and(|tools| !tools.is_empty()), "{list}");
    let status = deixis.call("deixis_server_status", &json!({"server": "toy"}));
    assert!(!status.is_error(), "{}", status.0);
    script.fire("go");
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.text().contains("`greet`"), "{}", answer.0);
    drop(deixis);
}
