use deixis_engine::answer::{Answer, Parameter, Signature, Signatures};
use serde_json::Value;

use super::render;
use crate::fixtures::{busy, check_golden, ready, settled, with_state};
use crate::render::page::{PAGE_CAP, compact_len};

const ASKED: &str = "src/a.rs:12:9";

fn check(name: &str, answer: &Answer<Option<Signatures>>) {
    check_golden(&format!("signature_help/{name}"), &render(answer, ASKED));
}

fn signature(label: &str, parameters: &[(&str, &str)], documentation: &str) -> Signature {
    let parameter = |(label, documentation): &(&str, &str)| Parameter {
        label: (*label).to_owned(),
        documentation: (*documentation).to_owned(),
    };
    Signature {
        label: label.to_owned(),
        documentation: documentation.to_owned(),
        parameters: parameters.iter().map(parameter).collect(),
        active_parameter: parameters.len().checked_sub(1),
    }
}

#[test]
fn text_shows_the_signature_that_is_meant() {
    let signatures = vec![
        signature("run()", &[], "Runs."),
        signature(
            "run(a: u8, b: &str)",
            &[("a: u8", ""), ("b: &str", "A name,\nor two.")],
            "Runs `a`.",
        ),
    ];
    check("overloads", &settled(Some(Signatures { signatures: signatures.clone(), active: 1 })));
    check("plain", &settled(Some(Signatures { signatures: signatures[..1].to_vec(), active: 0 })));
}

#[test]
fn nothing_says_what_was_asked_of_whom() {
    check("empty", &with_state(None, ready()));
    check("busy", &with_state(None, busy()));
}

#[test]
fn documentation_gives_way_before_signatures_do() {
    let long = "a line of documentation\n".repeat(400);
    let many = (0..90).map(|number| signature(&format!("f{number}(x)"), &[("x", &long)], &long));
    let answer = settled(Some(Signatures { signatures: many.collect(), active: 40 }));
    let rendered = render(&answer, ASKED);
    let structured = Value::Object(rendered.structured);
    let signatures = structured["signatures"].as_array().expect("signatures");
    assert_eq!(signatures.len(), 90);
    assert!(compact_len(&structured["signatures"]) <= PAGE_CAP);
    let documented: Vec<usize> =
        (0..90).filter(|index| signatures[*index].get("documentation").is_some()).collect();
    assert_eq!(documented, [40]);
    assert!(rendered.text.contains("note: documentation") && structured["note"].is_string());
    let cut = signatures[40]["documentation"].as_str().expect("documentation");
    assert!(cut.len() < 2_100 && cut.contains("[cut: "), "{} bytes", cut.len());
}

#[test]
fn more_signatures_than_fit_are_said_to_be_more() {
    let label = format!("f({})", "x".repeat(1_500));
    let many: Vec<Signature> = (0..90).map(|_| signature(&label, &[], "")).collect();
    let rendered = render(&settled(Some(Signatures { signatures: many, active: 0 })), ASKED);
    let structured = Value::Object(rendered.structured);
    assert_eq!((&structured["truncated"], &structured["total"]), (&true.into(), &90.into()));
    assert!(rendered.text.contains("of 90 signatures"), "{}", rendered.text);
}
