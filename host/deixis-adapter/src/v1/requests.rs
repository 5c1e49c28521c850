//! The group `requests`: conversion and calls.

use deixis_hooks::requests::{Reply, Requests};
use deixis_hooks::{Facts, Hook, Json, ResponseError};
use deixis_recording::inputs::RequestsAnswer;

use super::bindings::exports::deixis::adapter::requests as guest;
use super::groups::{checked, group};
use super::{check_shown, convert};
use crate::attached::Attached;

impl Requests for Attached {
    fn answer(&self, facts: Facts, method: String, params: Option<Json>) -> Hook<'_, Reply> {
        let input = RequestsAnswer { facts, method, params };
        self.call("requests.answer", input, |live, input| {
            let RequestsAnswer { facts, method, params } = input;
            live.fits(method.len() + params.as_ref().map_or(0, String::len))?;
            let facts = convert::facts(facts.clone());
            let answer = live.ask(|guests, store| {
                let requests = group(guests.requests.as_ref())?;
                requests.call_answer(store, &facts, method, params.as_ref())
            })?;
            checked(reply_out(answer), check_shown::reply)
        })
    }
}

fn reply_out(reply: guest::Reply) -> Reply {
    match reply {
        guest::Reply::Unknown => Reply::Unknown,
        guest::Reply::Result(result) => Reply::Result(result),
        guest::Reply::Error(error) => Reply::Error(ResponseError {
            code: error.code,
            message: error.message,
            data: error.data,
        }),
    }
}
