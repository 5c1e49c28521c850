//! What happens to guests that misbehave, and to those that do not.

use std::time::Duration;

use deixis_hooks::readiness::{Event, Step};
use deixis_hooks::{Health, HookError};

use super::guest::{ANSWER, Guest, stepping};
use super::{Rig, facts, grant};

pub(super) fn opened() -> Event {
    Event::Opened("a.scr".to_owned())
}

impl Rig {
    async fn step(&self) -> Result<Step, HookError> {
        self.adapter.readiness().unwrap().step(vec![1], vec![opened()]).await
    }
}

/// Stores a number at an offset of the answer.
fn store(offset: u32, value: u32) -> String {
    format!("(i32.store (i32.const {}) (i32.const {value}))", ANSWER + offset)
}

/// The guest fails once; the next call, on another function, is well again.
async fn check_failure(rig: &Rig, expected: fn(&HookError) -> bool) {
    let error = rig.step().await.unwrap_err();
    assert!(expected(&error), "{error:?}");
    assert!(rig.adapter.readiness().unwrap().start(facts()).await.is_ok());
    let health = rig.adapter.health();
    assert_eq!(health.failures, 1);
    assert_eq!(health.first_failure, Some(error.to_string()));
    assert_eq!(health.quarantined, None);
}

#[tokio::test]
async fn a_trap_costs_one_call() {
    let rig = Rig::new(stepping("unreachable"));
    check_failure(&rig, |error| {
        matches!(error, HookError::Trap { hook: "readiness.step", message, .. }
            if message.contains("unreachable"))
    })
    .await;
}

#[tokio::test]
async fn the_panic_message_and_the_frames_are_reported() {
    let guest = Guest {
        groups: &["readiness"],
        imports: r#"(import "deixis:adapter/log@0.1.0" "write" (func $log (param i32 i32 i32)))"#,
        extra: r#"(data (i32.const 2048) "panicked: no luck")
            (func $innermost unreachable)"#,
        step: "(call $log (i32.const 0) (i32.const 2048) (i32.const 17)) (call $innermost)",
        ..Guest::default()
    };
    check_failure(&Rig::new(guest.build()), |error| {
        matches!(error, HookError::Trap { message, .. }
            if message.starts_with("panicked: no luck (in ") && message.contains("innermost"))
    })
    .await;
}

#[tokio::test]
async fn a_loop_ends_at_the_deadline() {
    let mut grant = grant();
    grant.call_ms = 20;
    let rig = Rig::with_grant(stepping("(loop (br 0))"), grant);
    check_failure(&rig, |error| {
        matches!(error, HookError::Deadline { limit, .. } if *limit == Duration::from_millis(20))
    })
    .await;
}

#[tokio::test]
async fn endless_recursion_is_a_trap() {
    let guest = Guest {
        groups: &["readiness"],
        extra: "(func $deeper (param i32) (result i32)
            (i32.add (i32.const 1) (call $deeper (local.get 0))))",
        step: "(drop (call $deeper (i32.const 0)))",
        ..Guest::default()
    };
    check_failure(
        &Rig::new(guest.build()),
        |error| matches!(error, HookError::Trap { message, .. } if message.contains("stack")),
    )
    .await;
}

#[tokio::test]
async fn memory_ends_at_the_grant() {
    let rig = Rig::new(stepping("(loop (drop (memory.grow (i32.const 1))) (br 0))"));
    check_failure(&rig, |error| matches!(error, HookError::Memory { mib: 4, .. })).await;
}

#[tokio::test]
async fn answers_are_checked() {
    let text = |at: u32, len: u32| store(at, 0) + &store(at + 4, len);
    let cases = [
        // A state of more than 64 KiB.
        (text(4, 65_537), "state"),
        // A busy level without end: percent is clamped, the message is not.
        (store(12, 1) + &store(16, 1) + &store(20, 8_192) + &store(24, 5_000), "message"),
        // A deadline without a name.
        (store(96, 8_192) + &store(100, 1), "deadline: empty"),
        // 257 actions.
        (store(104, 8_192) + &store(108, 257), "actions"),
        // One action, `open` with an empty path.
        (store(104, 8_192) + &store(108, 1), "path"),
    ];
    for (body, expected) in cases {
        let rig = Rig::new(stepping(&body));
        let error = rig.step().await.unwrap_err();
        assert!(
            matches!(&error, HookError::Invalid { message, .. } if message.contains(expected)),
            "{expected}: {error:?}"
        );
        assert_eq!(rig.adapter.health().failures, 1);
    }
}

#[tokio::test]
async fn json_is_checked() {
    let quote = "(i32.store8 (i32.const 2048) (i32.const 34))";
    let some_json = store(24, 1) + &store(28, 2_048) + &store(32, 1);
    // result 0, args option 4..16, environment 16..24, options 24..36.
    let plan = format!("{quote} {some_json}");
    let rig = Rig::new(Guest { groups: &["launch"], plan: &plan, ..Guest::default() }.build());
    let error = rig.adapter.launch().unwrap().plan(facts()).await.unwrap_err();
    assert!(
        matches!(&error, HookError::Invalid { hook: "launch.plan", message, .. }
            if message.contains("not JSON")),
        "{error:?}"
    );
}

#[tokio::test]
async fn more_bytes_than_may_cross_are_refused() {
    let mut grant = grant();
    grant.memory_mib = 32;
    let grow = "(drop (memory.grow (i32.const 100)))";
    let body = format!("{grow} {}", store(4, 65_536) + &store(8, 5 << 20));
    let rig = Rig::with_grant(stepping(&body), grant);
    check_failure(&rig, |error| {
        matches!(error, HookError::Invalid { message, .. } if message.contains("may cross"))
    })
    .await;
}

#[tokio::test]
async fn a_refusal_is_no_failure() {
    let refuse = "(i32.store8 (i32.const 4096) (i32.const 1))";
    let text = store(4, 1_026) + &store(8, 8);
    let rig = Rig::new(stepping(&format!("{refuse} {text}")));
    let error = rig.step().await.unwrap_err();
    assert!(error.is_deliberate());
    assert!(matches!(error, HookError::Guest { message, .. } if message == "scripted"));
    assert_eq!(rig.adapter.health(), Health::default());
}

#[tokio::test]
async fn a_question_that_does_not_fit_is_not_put() {
    let rig = Rig::new(stepping(""));
    let events = vec![Event::Initialized("x".repeat(2 << 20))];
    let error = rig.adapter.readiness().unwrap().step(Vec::new(), events).await.unwrap_err();
    assert!(matches!(error, HookError::Memory { mib: 4, .. }), "{error:?}");
    assert_eq!(rig.adapter.health(), Health::default());
}

#[tokio::test]
async fn a_store_that_grew_is_replaced() {
    // Counts its calls in memory, and grows past half of its 4 MiB at first.
    let body =
        "(i32.store8 (i32.const 9000) (i32.add (i32.const 1) (i32.load8_u (i32.const 9000))))
        (if (i32.eq (i32.load8_u (i32.const 9000)) (i32.const 3))
            (then (drop (memory.grow (i32.const 40)))))";
    let answer = store(4, 9_000) + &store(8, 1);
    let rig = Rig::new(stepping(&format!("{body} {answer}")));
    let mut counts = Vec::new();
    for _ in 0..5 {
        counts.push(rig.step().await.unwrap().state[0]);
    }
    assert_eq!(counts, [1, 2, 3, 1, 2]);
    assert_eq!(rig.adapter.health(), Health::default());
}

#[tokio::test]
async fn three_failures_quarantine() {
    let rig = Rig::new(stepping("unreachable"));
    for _ in 0..3 {
        assert!(matches!(rig.step().await, Err(HookError::Trap { .. })));
    }
    let first = rig.adapter.health().first_failure.unwrap();
    let start = rig.adapter.readiness().unwrap().start(facts()).await;
    assert!(
        matches!(&start, Err(HookError::Quarantined { reason, .. }) if *reason == first),
        "{start:?}"
    );
    assert_eq!(rig.adapter.health().quarantined, Some(first));
    rig.advance(Duration::from_secs(60));
    assert_eq!(rig.adapter.health().quarantined, None);
    assert!(rig.adapter.readiness().unwrap().start(facts()).await.is_ok());
    assert!(matches!(rig.step().await, Err(HookError::Trap { .. })));
    assert!(matches!(rig.step().await, Err(HookError::Quarantined { .. })));
    assert_eq!(rig.adapter.health().failures, 4);
}

#[tokio::test]
async fn callers_that_leave_do_no_harm() {
    let rig = Rig::new(stepping(""));
    let readiness = rig.adapter.readiness().unwrap();
    for _ in 0..200 {
        drop(readiness.step(Vec::new(), vec![opened()]));
    }
    let many = (0..200).map(|_| rig.step());
    for answer in futures_util::future::join_all(many).await {
        assert!(answer.is_ok());
    }
}
