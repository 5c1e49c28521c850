//! What a call may be given, in every shape that servers say it.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

fn toy() -> Project {
    Project::new().file("a.toy", "fn greet(🦀: Crab, y: B)\n").file("b.toy", "greet(1, 2)\n")
}

#[test]
fn parameters_have_labels_as_text() {
    let project = toy();
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let answer =
        deixis.call("signature_help", &json!({"path": "b.toy", "line": 1, "symbol": "greet"}));
    let expected = json!({
        "server": "toy",
        "signatures": [{
            "label": "greet(🦀: Crab, y: B)",
            "parameters": [{"label": "🦀: Crab"}, {"label": "y: B"}],
        }],
        "activeSignature": 0, "activeParameter": 0,
    });
    assert_eq!(answer.structured(), &expected, "{}", answer.0);
    assert!(answer.text().contains("greet(🦀: Crab, y: B)"), "{}", answer.text());
    assert!(answer.text().contains("🦀: Crab  <- here"), "{}", answer.text());
}

#[test]
fn the_signatures_own_parameter_wins_and_nonsense_is_the_first() {
    let project = toy();
    let one = |own: Value| {
        json!({
            "label": "f(a, b)", "activeParameter": own, "documentation": {"kind": "markdown", "value": "**F**"},
            "parameters": [{"label": "a", "documentation": "the first"}, {"label": [5, 6]}],
        })
    };
    let check = |help: Value, active: Value, here: &str| {
        let script = Scripted::new(&format!(
            "[[rule]]\non = \"textDocument/signatureHelp\"\ndo = [{{ reply_json = '''{help}''' }}]\n"
        ));
        let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
        let answer = deixis.call("signature_help", &json!({"path": "b.toy:1:7"}));
        let structured = answer.structured();
        assert_eq!(
            json!([structured["activeSignature"], structured["activeParameter"]]),
            active,
            "{}",
            answer.0
        );
        assert!(answer.text().contains(here), "{here} in {}", answer.text());
    };
    let help = |own: Value, top: Value| json!({"signatures": [{"label": "f()"}, one(own)], "activeSignature": 1, "activeParameter": top});
    check(help(json!(1), json!(0)), json!([1, 1]), "b  <- here");
    check(help(json!(null), json!(1)), json!([1, 1]), "b  <- here");
    check(help(json!(7), json!(1)), json!([1, 0]), "a  <- here\n    the first");
    check(
        json!({"signatures": [{"label": "f()"}], "activeSignature": 9, "activeParameter": 3}),
        json!([0, null]),
        "f()",
    );
    check(json!(null), json!([null, null]), "toy knows no signature at b.toy:1:7");
}
