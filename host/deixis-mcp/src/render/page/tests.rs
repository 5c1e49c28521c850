#![expect(clippy::needless_pass_by_value, reason = "JSON literals read best by value")]

use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{Asked, PAGE_AIM, PAGE_CAP, Page, PageParams, compact_len};

const ASKED: Asked<'static> =
    Asked { tool: "references", one: "reference", many: "references", of: "", how: None, id: None };

/// A list whose items are `sizes` bytes of compact JSON each, of which `text` bytes are a source
/// line; the page from `offset`, its structured content and its text.
fn page(sizes: &[usize], text: usize, limit: u32, offset: u32) -> (Value, String) {
    let params = PageParams { limit: Some(limit), offset: Some(offset) };
    let mut page = Page::new(sizes.len(), params, |index, with_text| {
        let text = if with_text && text > 0 { "t".repeat(text) } else { String::new() };
        let bare = compact_len(&json!({ "at": "" }));
        let mut item = json!({ "at": "x".repeat(sizes[index].saturating_sub(bare)) });
        if !text.is_empty() {
            item["text"] = json!(text);
        }
        item
    });
    let mut words = String::new();
    page.write(&ASKED, &mut words);
    let mut out = JsonObject::new();
    page.insert("items", &mut out);
    (Value::Object(out), words)
}

fn check(sizes: &[usize], limit: u32, offset: u32, pagination: Value, words: &str) {
    let (out, text) = page(sizes, 0, limit, offset);
    assert_eq!(out["pagination"], pagination);
    assert_eq!(text, words);
    assert!(compact_len(&out["items"]) <= PAGE_CAP);
}

#[test]
fn a_whole_list_needs_no_words() {
    check(
        &[100; 3],
        100,
        0,
        json!({ "offset": 0, "limit": 100, "returned": 3, "total": 3, "truncated": false }),
        "",
    );
}

#[test]
fn the_page_ends_before_the_item_that_would_exceed_the_cap() {
    let go_on = "\nshown: 3 of 5 references, from offset 0; for the rest call references with the \
                 same arguments and \"offset\": 3";
    check(
        &[20_000; 5],
        100,
        0,
        json!({
            "offset": 0, "limit": 100, "returned": 3, "total": 5, "truncated": true, "nextOffset": 3
        }),
        go_on,
    );
}

#[test]
fn the_cap_counts_the_whole_array() {
    // Three items, two commas, two brackets: exactly the cap, then one byte more.
    let third = (PAGE_CAP - 4) / 3;
    let fits = [third, third, PAGE_CAP - 4 - 2 * third];
    let (out, _) = page(&fits, 0, 100, 0);
    assert_eq!(compact_len(&out["items"]), PAGE_CAP);
    let (out, _) = page(&[fits[0], fits[1], fits[2] + 1], 0, 100, 0);
    assert_eq!(out["pagination"]["returned"], 2);
}

#[test]
fn an_item_too_large_is_omitted_and_the_continuation_skips_it() {
    let sizes = [100, PAGE_CAP - 1, 100, 100];
    let omitted = "\nomitted, too large for an answer: index 1";
    check(
        &sizes,
        100,
        0,
        json!({
            "offset": 0, "limit": 100, "returned": 3, "total": 4, "truncated": true, "omitted": [1]
        }),
        omitted,
    );
    let go_on = "\nshown: 1 of 4 references, from offset 0; for the rest call references with the \
                 same arguments and \"offset\": 2";
    check(
        &sizes,
        2,
        0,
        json!({
            "offset": 0, "limit": 2, "returned": 1, "total": 4, "truncated": true, "nextOffset": 2,
            "omitted": [1]
        }),
        &format!("{omitted}{go_on}"),
    );
    // The largest that fits stands alone on its page.
    let (out, _) = page(&[PAGE_CAP - 2, 100], 0, 100, 0);
    assert_eq!(out["pagination"]["returned"], 1);
    assert_eq!(out["pagination"]["nextOffset"], 1);
}

#[test]
fn an_offset_beyond_the_end_says_so() {
    check(
        &[100; 3],
        100,
        3,
        json!({ "offset": 3, "limit": 100, "returned": 0, "total": 3, "truncated": false }),
        "\noffset 3 is beyond the last of 3 references",
    );
}

#[test]
fn source_lines_give_way_at_the_aim() {
    // Just below: all lines stay. Above: all go, and both sides say so.
    let bare = 100;
    let with_text = bare + 100 + compact_len(&json!({ "text": "" })) - 1;
    let fitting = (PAGE_AIM - 1) / (with_text + 1);
    let (out, words) = page(&vec![bare; fitting], 100, 500, 0);
    assert!(out["items"][0]["text"].is_string());
    assert!(out.get("note").is_none() && words.is_empty(), "{words}");
    let (out, words) = page(&vec![bare; fitting + 1], 100, 500, 0);
    assert!(out["items"][0].get("text").is_none());
    assert!(out["note"].is_string() && words.contains("note: source lines"), "{words}");
    assert_eq!(out["pagination"]["returned"], fitting + 1);
}

#[test]
fn no_line_is_said_to_be_left_out_where_there_was_none() {
    let (out, words) = page(&[1_000; 40], 0, 500, 0);
    assert!(out.get("note").is_none() && words.is_empty(), "{words}");
}
