//! The group `documents`: conversion and calls.

use deixis_hooks::documents::Documents;
use deixis_hooks::{Ask, Facts, Hook, Json};
use deixis_recording::inputs::{DocumentsFetch, DocumentsText, DocumentsTitle};

use super::groups::{checked, group};
use super::{check_shown, convert};
use crate::attached::Attached;

impl Documents for Attached {
    fn fetch(&self, facts: Facts, uri: String) -> Hook<'_, Option<Ask>> {
        self.call("documents.fetch", DocumentsFetch { facts, uri }, |live, input| {
            let DocumentsFetch { facts, uri } = input;
            live.fits(uri.len())?;
            let facts = convert::facts(facts.clone());
            let answer = live.ask(|guests, store| {
                group(guests.documents.as_ref())?.call_fetch(store, &facts, uri)
            })?;
            checked(answer.map(convert::ask_out), |ask| check_shown::fetch(ask.as_ref()))
        })
    }

    fn text(&self, uri: String, answer: Json) -> Hook<'_, Option<String>> {
        self.call("documents.text", DocumentsText { uri, answer }, |live, input| {
            let DocumentsText { uri, answer } = input;
            live.fits(uri.len() + answer.len())?;
            let text = live.ask(|guests, store| {
                group(guests.documents.as_ref())?.call_text(store, uri, answer)
            })?;
            checked(text, |text| check_shown::document(text.as_deref()))
        })
    }

    fn title(&self, uri: String) -> Hook<'_, Option<String>> {
        self.call("documents.title", DocumentsTitle { uri }, |live, input| {
            live.fits(input.uri.len())?;
            let title = live.ask(|guests, store| {
                group(guests.documents.as_ref())?.call_title(store, &input.uri)
            })?;
            checked(title, |title| check_shown::title(title.as_deref()))
        })
    }
}
