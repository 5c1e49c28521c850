//! Batches of symbols through a guest that says whose child each one is.

use deixis_hooks::HookError;
use deixis_hooks::symbols::{Origin, Symbol};

use super::Rig;
use super::guest::Guest;
use crate::limits::CHUNK_SYMBOLS;

/// Answers each symbol with the name of its parent, or with its own if it has
/// none. Symbols are 68 bytes (the name first, the parent at 36), answers 40.
const PARENTS: &str = "(func $parents (param $first i32) (param $count i32)
    (local $in i32) (local $out i32) (local $left i32) (local $named i32)
    (local.set $left (local.get $count))
    (local.set $in (local.get $first))
    (local.set $out (call $realloc (i32.const 0) (i32.const 0) (i32.const 4)
        (i32.mul (local.get $count) (i32.const 40))))
    (call $text (i32.const 4100) (local.get $out) (local.get $count))
    (block $done (loop $next
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $named (local.get $in))
        (if (i32.load8_u (i32.add (local.get $in) (i32.const 36)))
            (then (local.set $named (i32.add (local.get $first) (i32.mul (i32.const 68)
                (i32.load (i32.add (local.get $in) (i32.const 40))))))))
        (memory.fill (local.get $out) (i32.const 0) (i32.const 40))
        (i64.store align=4 (local.get $out) (i64.load align=4 (local.get $named)))
        (i32.store (i32.add (local.get $out) (i32.const 20))
            (i32.load (i32.add (local.get $in) (i32.const 32))))
        (local.set $in (i32.add (local.get $in) (i32.const 68)))
        (local.set $out (i32.add (local.get $out) (i32.const 40)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $next))))";

fn rig() -> Rig {
    let guest = Guest {
        groups: &["symbols"],
        extra: PARENTS,
        normalise: "(call $parents (local.get 3) (local.get 4))",
        ..Guest::default()
    };
    Rig::new(guest.build())
}

fn symbol(index: usize, parent: Option<usize>) -> Symbol {
    Symbol {
        name: format!("s{index}"),
        kind: u32::try_from(index).unwrap(),
        parent: parent.map(|parent| u32::try_from(parent).unwrap()),
        ..Symbol::default()
    }
}

#[tokio::test]
async fn parents_are_seen_across_chunks() {
    // A file of one class: its members, each with a local of its own.
    let total = 3 * CHUNK_SYMBOLS + 7;
    let parent = |index: usize| match index {
        0 => None,
        index if index % 2 == 1 => Some(0),
        index => Some(index - 1),
    };
    let batch: Vec<_> = (0..total).map(|index| symbol(index, parent(index))).collect();
    let rig = rig();
    let symbols = rig.adapter.symbols().unwrap();
    let answer = symbols.normalise("scr".to_owned(), Origin::Document, batch).await.unwrap();
    assert_eq!(answer.len(), total);
    for (index, normalised) in answer.iter().enumerate() {
        assert_eq!(normalised.name, format!("s{}", parent(index).unwrap_or(index)));
        assert_eq!(normalised.kind, u32::try_from(index).unwrap());
    }
}

#[tokio::test]
async fn nothing_asks_nobody() {
    let rig = rig();
    let symbols = rig.adapter.symbols().unwrap();
    let answer = symbols.normalise("scr".to_owned(), Origin::Workspace, Vec::new()).await;
    assert_eq!(answer, Ok(Vec::new()));
}

#[tokio::test]
async fn an_absurd_name_is_cut_for_the_guest() {
    let rig = rig();
    let long = Symbol { name: "é".repeat(1 << 20), ..Symbol::default() };
    let symbols = rig.adapter.symbols().unwrap();
    let answer = symbols.normalise("scr".to_owned(), Origin::Document, vec![long]).await.unwrap();
    assert_eq!(answer[0].name, "é".repeat(crate::limits::SYMBOL_TEXT / 2));
}

#[tokio::test]
async fn a_list_of_the_wrong_length_is_refused() {
    let rig = Rig::new(Guest { groups: &["symbols"], ..Guest::default() }.build());
    let batch = vec![symbol(0, None)];
    let symbols = rig.adapter.symbols().unwrap();
    let error = symbols.normalise("scr".to_owned(), Origin::Document, batch).await.unwrap_err();
    assert!(
        matches!(&error, HookError::Invalid { message, .. } if message == "0 results for 1 symbols"),
        "{error:?}"
    );
}
