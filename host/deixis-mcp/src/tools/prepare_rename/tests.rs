use deixis_engine::answer::{Answer, Prepared};

use super::render;
use crate::fixtures::{busy, check_both_suffice, check_golden, inside, settled, with_state};

fn check(name: &str, answer: &Answer<Prepared>) {
    let rendered = render(answer);
    check_golden(&format!("prepare_rename/{name}"), &rendered);
    check_both_suffice(&rendered);
}

fn prepared(checked: bool) -> Prepared {
    let place = inside("src/a.rs", [11, 7, 11, 10], "pub fn run() {");
    Prepared { place, placeholder: "run".to_owned(), checked }
}

#[test]
fn what_can_be_renamed_leads_to_the_preview() {
    check("checked", &settled(prepared(true)));
}

#[test]
fn what_was_not_checked_says_so() {
    check("unchecked", &settled(prepared(false)));
    check("busy", &with_state(prepared(true), busy()));
}
