//! Pages: how much of a long list one answer holds.
//!
//! A page holds at most `limit` items from `offset` on. Its compact JSON array aims at
//! [`PAGE_AIM`]: beyond that, source lines (`text`) are dropped from all its items. It never
//! exceeds [`PAGE_CAP`]: the page ends before the item that would. An item that fits no page at
//! all is omitted in full, its index is listed, and the continuation skips it. An item is never
//! cut.

use std::fmt::Write as _;
use std::io;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Asked;

/// Size in bytes that a page's compact JSON array aims at.
pub(crate) const PAGE_AIM: usize = 24_000;

/// Size in bytes that it never exceeds.
pub(crate) const PAGE_CAP: usize = 64 * 1024;

/// Items on a page unless the caller says otherwise.
pub(crate) const LIMIT: u32 = 100;

/// The part of a long list that is asked for.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageParams {
    /// 1-500, default 100
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
    #[schemars(range(min = 0))]
    offset: Option<u32>,
}

impl PageParams {
    /// The first page of `limit` items.
    pub(crate) fn first(limit: u32) -> Self {
        Self { limit: Some(limit), offset: None }
    }

    fn limit(self) -> usize {
        self.limit.unwrap_or(LIMIT) as usize
    }

    fn offset(self) -> usize {
        self.offset.unwrap_or(0) as usize
    }
}

/// One page of a list.
#[derive(Debug, Default)]
pub(crate) struct Page {
    offset: usize,
    limit: usize,
    total: usize,
    /// Indices of the items that are on the page, in order.
    pub(crate) shown: Vec<usize>,
    /// The items themselves.
    items: Vec<Value>,
    /// Whether source lines were dropped.
    pub(crate) bare: bool,
    next: Option<usize>,
    omitted: Vec<usize>,
}

impl Page {
    /// The page that was asked for of a list of `total` items; `item` renders one by its index,
    /// with or without its source line.
    pub(crate) fn new(
        total: usize,
        params: PageParams,
        mut item: impl FnMut(usize, bool) -> Value,
    ) -> Self {
        let (limit, offset) = (params.limit(), params.offset());
        let end = offset.saturating_add(limit).min(total);
        let mut page = Self { offset, limit, total, ..Self::default() };
        let mut texts = false;
        let whole = page.fill(offset..end, PAGE_AIM, |index| {
            let value = item(index, true);
            texts = texts || carries_text(&value);
            value
        });
        if !whole {
            page.bare = texts;
            page.fill(offset..end, PAGE_CAP, |index| item(index, false));
        }
        page
    }

    /// Fills the page up to `cap` bytes; whether all of `range` found room.
    fn fill(
        &mut self,
        range: std::ops::Range<usize>,
        cap: usize,
        mut item: impl FnMut(usize) -> Value,
    ) -> bool {
        self.shown.clear();
        self.items.clear();
        self.omitted.clear();
        self.next = (range.end < self.total && !range.is_empty()).then_some(range.end);
        // The brackets, less the comma that the first item does not have.
        let mut size = 1;
        for index in range {
            let value = item(index);
            let more = compact_len(&value) + 1;
            if 1 + more > cap {
                self.omitted.push(index);
                continue;
            }
            if size + more > cap {
                self.next = Some(index);
                return false;
            }
            size += more;
            self.shown.push(index);
            self.items.push(value);
        }
        self.omitted.is_empty()
    }

    /// Whether something is left out of this answer that belongs to it.
    fn truncated(&self) -> bool {
        self.next.is_some() || !self.omitted.is_empty()
    }

    /// Adds the items under `name`, and `pagination`.
    pub(crate) fn insert(&mut self, name: &str, out: &mut JsonObject) {
        self.insert_items(name, out);
        self.insert_pagination(out);
    }

    /// Adds `pagination`, for answers that shape their items in another way.
    pub(crate) fn insert_pagination(&self, out: &mut JsonObject) {
        let mut pagination = JsonObject::new();
        pagination.insert("offset".to_owned(), json!(self.offset));
        pagination.insert("limit".to_owned(), json!(self.limit));
        pagination.insert("returned".to_owned(), json!(self.shown.len()));
        pagination.insert("total".to_owned(), json!(self.total));
        pagination.insert("truncated".to_owned(), json!(self.truncated()));
        if let Some(next) = self.next {
            pagination.insert("nextOffset".to_owned(), json!(next));
        }
        if !self.omitted.is_empty() {
            pagination.insert("omitted".to_owned(), json!(self.omitted));
        }
        out.insert("pagination".to_owned(), Value::Object(pagination));
    }

    /// Adds the items under `name`, and, for a list that cannot be asked for in pages,
    /// `truncated` and `total` if it is not whole.
    pub(crate) fn insert_whole(&mut self, name: &str, out: &mut JsonObject) {
        self.insert_items(name, out);
        if self.truncated() {
            out.insert("truncated".to_owned(), json!(true));
            out.insert("total".to_owned(), json!(self.total));
        }
    }

    fn insert_items(&mut self, name: &str, out: &mut JsonObject) {
        out.insert(name.to_owned(), Value::Array(std::mem::take(&mut self.items)));
        if self.bare {
            out.insert("note".to_owned(), json!(BARE));
        }
    }

    /// Appends what the page leaves out and how to go on; nothing for a whole list.
    pub(crate) fn write(&self, asked: &Asked<'_>, text: &mut String) {
        if self.total > 0 && self.offset >= self.total {
            let _ = write!(
                text,
                "\noffset {} is beyond the last of {} {}",
                self.offset, self.total, asked.many
            );
        }
        if self.bare {
            let _ = write!(text, "\nnote: {BARE}");
        }
        if !self.omitted.is_empty() {
            let list: Vec<String> = self.omitted.iter().map(ToString::to_string).collect();
            let _ = write!(text, "\nomitted, too large for an answer: index {}", list.join(", "));
        }
        if let Some(next) = self.next {
            let _ = write!(
                text,
                "\nshown: {} of {} {}, from offset {}; for the rest call {}",
                self.shown.len(),
                self.total,
                asked.many,
                self.offset,
                asked.rest(next)
            );
        } else if self.offset > 0 && self.offset < self.total {
            let _ = write!(
                text,
                "\nshown: {} of {} {}, from offset {}; these are the last",
                self.shown.len(),
                self.total,
                asked.many,
                self.offset
            );
        }
    }

    /// Appends what a list that cannot be asked for in pages leaves out.
    pub(crate) fn write_whole(&self, asked: &Asked<'_>, text: &mut String) {
        if self.bare {
            let _ = write!(text, "\nnote: {BARE}");
        }
        if self.truncated() {
            let _ = write!(text, "\nshown: {} of {} {}", self.shown.len(), self.total, asked.many);
        }
    }
}

const BARE: &str = "source lines are left out to keep the answer small";

/// Whether an item has a source line, itself or in one of its members.
fn carries_text(item: &Value) -> bool {
    let has = |value: &Value| value.get("text").is_some();
    has(item) || item.as_object().is_some_and(|members| members.values().any(has))
}

/// Length of a value's compact JSON, without making it.
pub(crate) fn compact_len(value: &Value) -> usize {
    struct Count(usize);
    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // Neither a `Value` nor this writer can fail.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

#[cfg(test)]
mod tests;
