//! WASI with empty hands: what a guest finds when it looks for the outside.

use deixis_hooks::HookError;
use deixis_hooks::readiness::Step;

use super::Rig;
use super::conduct::opened;
use super::guest::Guest;

/// The parts of WASI that the guests below use.
const WIT: &str = "
    package wasi:cli@0.2.0 {
        interface environment { get-environment: func() -> list<tuple<string, string>>; }
        interface exit { exit: func(status: result); }
    }
    package wasi:filesystem@0.2.0 {
        interface types { resource descriptor; }
        interface preopens {
            use types.{descriptor};
            get-directories: func() -> list<tuple<descriptor, string>>;
        }
    }
    package wasi:random@0.2.0 { interface random { get-random-u64: func() -> u64; } }
    package wasi:clocks@0.2.0 {
        interface monotonic-clock {
            use wasi:io/poll@0.2.0.{pollable};
            now: func() -> u64;
            subscribe-duration: func(when: u64) -> pollable;
        }
    }
    package wasi:io@0.2.0 {
        interface poll { resource pollable { block: func(); } }
    }";

const IMPORTS: &str = r#"
    (import "wasi:cli/environment@0.2.0" "get-environment" (func $environment (param i32)))
    (import "wasi:cli/exit@0.2.0" "exit" (func $exit (param i32)))
    (import "wasi:filesystem/preopens@0.2.0" "get-directories" (func $directories (param i32)))
    (import "wasi:random/random@0.2.0" "get-random-u64" (func $random (result i64)))
    (import "wasi:clocks/monotonic-clock@0.2.0" "now" (func $now (result i64)))
    (import "wasi:clocks/monotonic-clock@0.2.0" "subscribe-duration"
        (func $subscribe (param i64) (result i32)))
    (import "wasi:io/poll@0.2.0" "[method]pollable.block" (func $block (param i32)))"#;

const WORLD: &str = "
    import wasi:cli/environment@0.2.0; import wasi:cli/exit@0.2.0;
    import wasi:filesystem/preopens@0.2.0; import wasi:random/random@0.2.0;
    import wasi:clocks/monotonic-clock@0.2.0; import wasi:io/poll@0.2.0;";

/// A step that answers with the 32 bytes at 3000.
async fn step(body: &str) -> (Rig, Result<Step, HookError>) {
    let step = format!(
        "{body} (i32.store (i32.const 4100) (i32.const 3000))
        (i32.store (i32.const 4104) (i32.const 32))"
    );
    let guest = Guest { groups: &["readiness"], imports: IMPORTS, step: &step, ..Guest::default() };
    let rig = Rig::new(guest.build_in(WORLD, WIT));
    let answer = rig.adapter.readiness().unwrap().step(Vec::new(), vec![opened()]).await;
    (rig, answer)
}

#[tokio::test]
async fn there_is_no_environment_and_no_folder() {
    let (_rig, answer) = step(
        "(call $environment (i32.const 3000)) (call $directories (i32.const 3008))
        (i32.store (i32.const 3000) (i32.const 0)) (i32.store (i32.const 3008) (i32.const 0))",
    )
    .await;
    assert_eq!(answer.unwrap().state, [0; 32]);
}

#[tokio::test]
async fn two_instances_see_the_same_chance() {
    let body = "(i64.store (i32.const 3000) (call $random))
        (i64.store (i32.const 3008) (call $random))";
    let (first, second) = (step(body).await.1.unwrap(), step(body).await.1.unwrap());
    assert_eq!(first.state, second.state);
    assert_ne!(first.state[..8], first.state[8..16]);
}

#[tokio::test]
async fn a_long_sleep_is_over_at_once() {
    // An hour; the clock says that it has passed.
    let (_rig, answer) = step(
        "(i64.store (i32.const 3000) (call $now))
        (call $block (call $subscribe (i64.const 3600000000000)))
        (i64.store (i32.const 3008) (call $now))",
    )
    .await;
    let state = answer.unwrap().state;
    let at = |from: usize| u64::from_le_bytes(state[from..from + 8].try_into().unwrap());
    assert_eq!(at(8) - at(0), 3_600_000_000_000 + 1_000);
}

#[tokio::test]
async fn exit_is_a_trap() {
    for status in ["0", "1"] {
        let (rig, answer) = step(&format!("(call $exit (i32.const {status}))")).await;
        assert!(matches!(answer, Err(HookError::Trap { .. })), "{answer:?}");
        assert_eq!(rig.adapter.health().failures, 1);
    }
}
