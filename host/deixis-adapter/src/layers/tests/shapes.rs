//! Symbols, and what layers say of themselves.

use deixis_hooks::symbols::{Normalised, Origin, Query, Symbol, Symbols as _};
use deixis_hooks::{Adapter as _, Health, HookError};

use super::{Fake, does, hear, ids, layers, trap};

fn symbol(name: &str) -> Symbol {
    Symbol { name: name.to_owned(), kind: 12, ..Symbol::default() }
}

fn plain(symbol: &Symbol) -> Normalised {
    Normalised { name: symbol.name.clone(), kind: symbol.kind, ..Normalised::default() }
}

/// A layer that names symbols one by one.
fn naming(id: &str, name: impl Fn(&Symbol) -> Normalised + Send + Sync + 'static) -> Fake {
    let names = move |batch: Vec<Symbol>| Ok(batch.iter().map(&name).collect());
    Fake { normalise: does(names), ..Fake::new(id) }
}

fn failing() -> Fake {
    Fake { normalise: does(|_| Err(trap("f"))), ..Fake::new("f") }
}

/// Keeps scope and parameters apart, and hides one.
fn base() -> Fake {
    naming("base", |symbol| Normalised {
        name: symbol.name.trim_end_matches("()").to_owned(),
        scope: Some(ids(&["outer", "inner"])),
        kind: 6,
        parameters: Some("int".to_owned()),
        hidden: symbol.name == "hidden",
    })
}

/// What is called for three symbols through these layers.
async fn names(fakes: Vec<Fake>) -> (Result<Vec<Normalised>, HookError>, Vec<String>) {
    let whole = layers(fakes);
    let batch = ["run()", "hidden", "generated_x()"].map(symbol).to_vec();
    hear(whole.normalise("l".to_owned(), Origin::Document, batch)).await
}

#[tokio::test]
async fn the_upper_layer_sees_what_the_lower_one_made() {
    let above = naming("above", |symbol| {
        assert_eq!(symbol.container.as_deref(), Some("outer.inner"));
        let kind = if symbol.kind == 6 { 7 } else { 0 };
        let hidden = symbol.name.starts_with("generated_");
        Normalised { kind, hidden, ..plain(symbol) }
    });
    let expected = |name: &str, hidden| Normalised {
        name: name.to_owned(),
        scope: Some(ids(&["outer", "inner"])),
        kind: 7,
        parameters: Some("int".to_owned()),
        hidden,
    };
    let all = vec![expected("run", false), expected("hidden", true), expected("generated_x", true)];
    assert_eq!(names(vec![base(), above]).await, (Ok(all), Vec::new()));

    let replacing = naming("above", |symbol| Normalised {
        scope: Some(Vec::new()),
        parameters: Some("text".to_owned()),
        ..plain(symbol)
    });
    let (replaced, _) = names(vec![base(), replacing]).await;
    let first = replaced.unwrap().swap_remove(0);
    assert_eq!((first.scope, first.parameters), (Some(Vec::new()), Some("text".to_owned())));
}

#[tokio::test]
async fn names_stand_without_the_layer_that_fails() {
    let alone = names(vec![base()]).await.0;
    assert!(alone.is_ok());
    let short = Fake { normalise: does(|_| Ok(Vec::new())), ..Fake::new("short") };
    for (fakes, left_out) in [
        (vec![failing(), base()], "f"),
        (vec![base(), failing()], "f"),
        (vec![base(), short], "short"),
    ] {
        assert_eq!(names(fakes).await, (alone.clone(), ids(&[left_out])));
    }
    assert_eq!(names(vec![failing()]).await, (Err(trap("f")), ids(&["f"])));
}

#[tokio::test]
async fn queries_chain_and_the_smallest_cap_counts() {
    let asking = |id: &str, mark: &'static str, cap| Fake {
        rewrite: does(move |name: String| Ok(Query { text: format!("{mark}{name}"), cap })),
        ..Fake::new(id)
    };
    for (caps, cap) in
        [([None, Some(5)], Some(5)), ([Some(3), Some(5)], Some(3)), ([None; 2], None)]
    {
        let whole = layers([asking("a", "#", caps[0]), asking("b", "=", caps[1])]);
        let (query, _) = hear(whole.rewrite("x".to_owned())).await;
        assert_eq!(query, Ok(Query { text: "=#x".to_owned(), cap }));
    }
}

#[test]
fn layers_have_one_face_and_keep_their_own_health() {
    let ill = Health {
        quarantined: Some("again".to_owned()),
        failures: 3,
        first_failure: Some("first".to_owned()),
    };
    let sick = |id: &str| Fake { health: ill.clone(), ..Fake::new(id) };
    let whole = layers([Fake::new("a"), sick("b"), base()]);
    assert_eq!((whole.descriptor().id.as_str(), whole.hash()), ("a", "a+b+base"));
    assert_eq!(whole.layers().len(), 3);
    // Some of them still work.
    assert_eq!(whole.health(), Health { quarantined: None, ..ill.clone() });
    let all = layers([sick("a"), sick("b")]).health();
    assert_eq!((all.quarantined.as_deref(), all.failures), (Some("again; again"), 6));
    assert!(whole.symbols().is_some());
    assert!(whole.launch().is_none() && whole.readiness().is_none() && whole.errors().is_none());
    assert!(whole.watch().is_none() && whole.rename().is_none());
}
