//! Lists of places: definitions, references and their like.

use std::fmt::Write as _;

use deixis_engine::answer::{Answer, Place};
use rmcp::model::JsonObject;
use serde_json::Value;

use super::page::{LIMIT, Page, PageParams};
use super::place::{self, Grouped};
use super::{Asked, Rendered, count, insert_encoding, insert_servers, server_list, state};

/// Members that most items have.
const MEMBERS: usize = 3;

/// An answer of places. With `page` it is paged and has `pagination`; without, it is a short
/// list, whole up to its limit.
pub(crate) fn render(
    answer: &Answer<Vec<Place>>,
    asked: &Asked<'_>,
    page: Option<PageParams>,
    extra: impl FnOnce(&mut JsonObject),
) -> Rendered {
    let places = &answer.value;
    let params = page.unwrap_or_else(|| PageParams::first(LIMIT));
    let mut shown = Page::new(places.len(), params, |index, with_text| {
        let mut members = JsonObject::with_capacity(MEMBERS);
        place::insert(&places[index], with_text, &mut members);
        Value::Object(members)
    });

    let mut structured = JsonObject::new();
    insert_servers(&answer.servers, &mut structured);
    insert_encoding(&mut structured);
    extra(&mut structured);
    state::insert(&answer.state, &mut structured);
    let mut text = heading(answer, asked);
    lines(places, &shown, &mut text);
    if page.is_some() {
        shown.insert("locations", &mut structured);
        shown.write(asked, &mut text);
    } else {
        shown.insert_whole("locations", &mut structured);
        shown.write_whole(asked, &mut text);
    }
    state::write(&answer.state, &answer.servers, &mut text);
    Rendered { text, structured }
}

fn heading(answer: &Answer<Vec<Place>>, asked: &Asked<'_>) -> String {
    let servers = server_list(&answer.servers);
    let how = asked.how.map_or(String::new(), |how| format!(" ({how})"));
    if answer.value.is_empty() {
        return format!("{servers} found no {} {}{how}", asked.one, asked.of);
    }
    let number = count(answer.value.len(), asked.one, asked.many);
    format!("{number} {} from {servers}{how}:", asked.of)
}

fn lines(places: &[Place], page: &Page, text: &mut String) {
    if let [only] = page.shown.as_slice() {
        let only = &places[*only];
        let _ = write!(text, "\n{}", place::long(only));
        place::write_source(only, page.bare, text);
        place::write_extent(only, text);
        return;
    }
    let mut groups = Grouped::default();
    for &index in &page.shown {
        let place = &places[index];
        let line = groups.line(place::heading(place));
        place::write_line(place, page.bare, line);
    }
    groups.write(text);
}
