//! The group `results`: conversion and calls. What is too long for one call is
//! shown as it is, and the guest is not asked.

use deixis_base::Encoding;
use deixis_hooks::results::{Asked, Refined, Results};
use deixis_hooks::{Hook, Place};
use deixis_recording::inputs::{ResultsHover, ResultsRefine};

use super::bindings::deixis::adapter::types as wit;
use super::bindings::exports::deixis::adapter::results as guest;
use super::groups::{checked, group};
use super::{check_shown, convert};
use crate::attached::Attached;
use crate::limits::{HOVER_BYTES, PLACES};

impl Results for Attached {
    fn refine(&self, language: String, asked: Asked, places: Vec<Place>) -> Hook<'_, Vec<Refined>> {
        if places.len() > PLACES {
            let all = (0..places.len()).map(|index| Refined { index, read_only: false }).collect();
            return Box::pin(async move { Ok(all) });
        }
        let input = ResultsRefine { language, asked, places };
        self.call("results.refine", input, |live, input| {
            let ResultsRefine { language, asked, places } = input;
            live.fits(places.iter().map(place_size).sum())?;
            let asked = asked_in(*asked);
            let places: Vec<_> = places.iter().cloned().map(place_in).collect();
            let answer = live.ask(|guests, store| {
                group(guests.results.as_ref())?.call_refine(store, language, asked, &places)
            })?;
            let answer: Vec<_> = answer.into_iter().map(refined_out).collect();
            checked(answer, |refined| check_shown::refined(refined, places.len()))
        })
    }

    fn hover(&self, language: String, markdown: String) -> Hook<'_, Option<String>> {
        if markdown.len() > HOVER_BYTES {
            return Box::pin(async { Ok(None) });
        }
        self.call("results.hover", ResultsHover { language, markdown }, |live, input| {
            let ResultsHover { language, markdown } = input;
            let answer = live.ask(|guests, store| {
                group(guests.results.as_ref())?.call_hover(store, language, markdown)
            })?;
            checked(answer, |hover| check_shown::hover(hover.as_deref()))
        })
    }
}

fn place_size(place: &Place) -> usize {
    match place {
        Place::File { path: text, .. } | Place::Other { uri: text, .. } => text.len(),
    }
}

fn asked_in(asked: Asked) -> guest::Asked {
    match asked {
        Asked::Definition => guest::Asked::Definition,
        Asked::Declaration => guest::Asked::Declaration,
        Asked::TypeDefinition => guest::Asked::TypeDefinition,
        Asked::Implementation => guest::Asked::Implementation,
        Asked::References => guest::Asked::References,
        Asked::Calls => guest::Asked::Calls,
    }
}

fn place_in(place: Place) -> wit::Place {
    match place {
        Place::File { path, range } => {
            wit::Place::File(wit::FilePlace { path, range: convert::range_in(range) })
        }
        Place::Other { uri, range, encoding } => wit::Place::Other(wit::OtherPlace {
            uri,
            range: convert::range_in(range),
            encoding: match encoding {
                Encoding::Utf8 => wit::Encoding::Utf8,
                Encoding::Utf16 => wit::Encoding::Utf16,
                Encoding::Utf32 => wit::Encoding::Utf32,
            },
        }),
    }
}

fn refined_out(refined: guest::Refined) -> Refined {
    let index = usize::try_from(refined.index).unwrap_or(usize::MAX);
    Refined { index, read_only: refined.read_only }
}
