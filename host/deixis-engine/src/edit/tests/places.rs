//! Edits at places as servers count them, in every encoding: what comes out is the splice that
//! the specification says, and every byte outside of the edits is the one that was there.
//!
//! The places are counted here a second time, from the specification alone.

use deixis_base::{Encoding, RootedPath, Text};
use deixis_lsp::wire::WorkspaceEdit;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::project;
use crate::edit::{Found, kept, plan};

/// A place between two characters: where it is in the text, and its line and column.
#[derive(Clone, Copy, Debug)]
struct Spot {
    offset: usize,
    line: u32,
    column: usize,
    /// Nothing but a line end or the end of the text follows.
    ends_line: bool,
}

/// Every place in a text. There is none between the two characters of one line end.
fn spots(text: &str, encoding: Encoding) -> Vec<Spot> {
    let (mut spots, mut line, mut column) = (Vec::new(), 0, 0);
    let mut chars = text.char_indices().peekable();
    let mut inside_line_end = false;
    while let Some((offset, c)) = chars.next() {
        if !inside_line_end {
            spots.push(Spot { offset, line, column, ends_line: matches!(c, '\r' | '\n') });
        }
        inside_line_end = c == '\r' && chars.peek().is_some_and(|(_, next)| *next == '\n');
        match c {
            _ if inside_line_end => {}
            '\r' | '\n' => (line, column) = (line + 1, 0),
            _ => {
                column += match encoding {
                    Encoding::Utf8 => c.len_utf8(),
                    Encoding::Utf16 => c.len_utf16(),
                    Encoding::Utf32 => 1,
                }
            }
        }
    }
    spots.push(Spot { offset: text.len(), line, column, ends_line: true });
    spots
}

/// A text as files have them: a mark or none, any line ends, characters of every width, a final
/// line end or none.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\r\n".to_owned()),
        Just("\n".to_owned()),
        Just("\r".to_owned()),
        Just("🦀".to_owned()),
        Just("e\u{301}é漢".to_owned()),
        "[a-z_ ]{0,10}",
        "\\PC{0,5}",
    ];
    let pieces = proptest::collection::vec(piece, 0..24);
    (any::<bool>(), pieces).prop_map(|(mark, pieces)| {
        format!("{}{}", if mark { "\u{feff}" } else { "" }, pieces.concat())
    })
}

/// For each edit: places that are left out before it, places that it covers, how far beyond the
/// end of its line it may point, its new text, its turn.
type Step = (usize, usize, usize, String, u32);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let new = prop_oneof!["[a-z]{0,6}", "\\PC{0,4}", Just("\r\n🦀\n".to_owned())];
    proptest::collection::vec((0..12_usize, 0..8_usize, 0..3_usize, new, any::<u32>()), 1..8)
}

fn encoding() -> impl Strategy<Value = Encoding> {
    prop_oneof![Just(Encoding::Utf8), Just(Encoding::Utf16), Just(Encoding::Utf32)]
}

/// The edits as a server writes them, in any order, and the text that they make.
fn written(text: &str, spots: &[Spot], steps: Vec<Step>) -> (Vec<Value>, String) {
    let (mut edits, mut made) = (Vec::new(), String::new());
    // The next place that an edit may begin at, and the bytes that are dealt with.
    let (mut next, mut done) = (0, 0);
    for (gap, covered, beyond, new, turn) in steps {
        let Some(start) = spots.get(next + gap) else { break };
        let last = (next + gap + covered).min(spots.len() - 1);
        let end = spots[last];
        made.push_str(&text[done..start.offset]);
        made.push_str(&new);
        done = end.offset;
        // No two begin at one place: then they would be made in the order of the server.
        next = last.max(next + gap + 1);
        // A column beyond the end of its line is that end.
        let place = |spot: &Spot| {
            let column = if spot.ends_line { spot.column + beyond } else { spot.column };
            json!({"line": spot.line, "character": column})
        };
        let range = json!({"start": place(start), "end": place(&end)});
        edits.push((turn, json!({"range": range, "newText": new})));
    }
    made.push_str(&text[done..]);
    edits.sort_by_key(|(turn, _)| *turn);
    (edits.into_iter().map(|(_, edit)| edit).collect(), made)
}

proptest! {
    #[test]
    fn what_comes_out_is_the_splice_of_the_specification(
        text in text(), steps in steps(), encoding in encoding(), older: bool,
    ) {
        let project = project();
        let (edits, expected) = written(&text, &spots(&text, encoding), steps);
        let uri = format!("{}/a.toy", project.root.uri());
        let document = json!({"textDocument": {"uri": uri, "version": null}, "edits": edits});
        let edit = if older {
            json!({"changes": {uri: edits}})
        } else {
            json!({"documentChanges": [document]})
        };
        let edit: WorkspaceEdit = serde_json::from_value(edit).expect("an edit");
        let find = |path: &RootedPath, _| Ok(Found { real: path.clone(), text: Text::new(&*text) });
        let files = plan(edit, &project.root, encoding, find);
        let files = files.map_err(|problem| TestCaseError::fail(problem.message))?;
        if text == expected {
            // What changes nothing is no plan.
            prop_assert!(files.is_empty() || kept(files).is_err());
            return Ok(());
        }
        let (plan, shown) = kept(files).map_err(|problem| TestCaseError::fail(problem.message))?;
        prop_assert_eq!((plan.files().len(), shown.len()), (1, 1));
        prop_assert_eq!(&*plan.files()[0].old, text.as_bytes());
        prop_assert_eq!(std::str::from_utf8(&plan.files()[0].new), Ok(&*expected));
    }
}
