//! Makes components: a core module in text form whose functions are those of
//! the contract, at the level of the canonical ABI.
//!
//! Memory of a guest: its answers are at [`ANSWER`], all zeroes unless a body
//! writes there, and zeroes are a valid, empty answer of every function but
//! `describe`. Static text is below; allocations begin at [`HEAP`].

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{ManglingAndAbi, PackageId, Resolve, WorldId};

/// All optional groups.
pub(super) const GROUPS: [&str; 10] = [
    "launch",
    "readiness",
    "symbols",
    "errors",
    "watch",
    "rename",
    "diagnostics",
    "requests",
    "documents",
    "results",
];
/// Where answers are.
pub(super) const ANSWER: u32 = 4096;
const HEAP: u32 = 65536;
/// `{}` and `scripted` are here.
const TEXT: u32 = 1024;

/// A guest to be.
#[derive(Default, Clone, Copy)]
pub(super) struct Guest<'a> {
    /// Exported optional groups.
    pub(super) groups: &'a [&'a str],
    /// Import definitions.
    pub(super) imports: &'a str,
    /// Further definitions: functions, data.
    pub(super) extra: &'a str,
    /// Statements of `readiness.step`, before it answers.
    pub(super) step: &'a str,
    /// Statements of `launch.plan`, before it answers.
    pub(super) plan: &'a str,
    /// Statements of `symbols.normalise`, before it answers.
    pub(super) normalise: &'a str,
    /// Statements of `rename.check`, before it answers.
    pub(super) check: &'a str,
    /// Statements of `rename.review`, before it answers.
    pub(super) review: &'a str,
    /// Statements of `info.describe`, before it answers.
    pub(super) describe: &'a str,
    /// Statements of further functions, before they answer: `results.hover`.
    pub(super) bodies: &'a [(&'a str, &'a str)],
}

/// A guest with a reducer that does this.
pub(super) fn stepping(step: &str) -> Vec<u8> {
    Guest { groups: &["readiness"], step, ..Guest::default() }.build()
}

/// A guest with these groups, all of whose functions trap.
pub(super) fn dummy(groups: &[&str]) -> Vec<u8> {
    let (resolve, world) = world(groups, "", "");
    let mut module = wit_component::dummy_module(
        &resolve,
        world,
        ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync),
    );
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).unwrap();
    encode(&module)
}

impl Guest<'_> {
    pub(super) fn build(self) -> Vec<u8> {
        self.build_in("", "")
    }

    /// A guest in a world with further items, from further packages.
    pub(super) fn build_in(self, items: &str, packages: &str) -> Vec<u8> {
        let (resolve, world) = world(self.groups, items, packages);
        let mut module = wat::parse_str(self.text()).unwrap();
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false)
            .unwrap();
        encode(&module)
    }

    fn text(self) -> String {
        let Self { imports, extra, describe, .. } = self;
        let functions: String = self.groups.iter().map(|group| self.functions(group)).collect();
        format!(
            r#"(module
            {imports}
            (memory (export "memory") 2)
            (global $next (mut i32) (i32.const {HEAP}))
            (data (i32.const {TEXT}) "{{}}scripted0.1.0")
            (func $realloc (export "cabi_realloc") (param i32 i32 i32 i32) (result i32)
                (local $at i32) (local $end i32)
                (local.set $at (i32.and (i32.add (global.get $next) (i32.const 7)) (i32.const -8)))
                (local.set $end (i32.add (local.get $at) (local.get 3)))
                (if (i32.gt_u (local.get $end) (i32.shl (memory.size) (i32.const 16)))
                    (then (drop (memory.grow (i32.add (i32.const 1)
                        (i32.shr_u (i32.sub (local.get $end) (i32.shl (memory.size) (i32.const 16)))
                            (i32.const 16)))))))
                (global.set $next (local.get $end))
                (local.get $at))
            (func $text (param $field i32) (param $at i32) (param $len i32)
                (i32.store (local.get $field) (local.get $at))
                (i32.store (i32.add (local.get $field) (i32.const 4)) (local.get $len)))
            (func (export "deixis:adapter/info@0.1.0#describe") (result i32)
                (memory.fill (i32.const {ANSWER}) (i32.const 0) (i32.const 256))
                (call $text (i32.const {id}) (i32.const {scripted}) (i32.const 8))
                (call $text (i32.const {version}) (i32.const {number}) (i32.const 5))
                (call $text (i32.const {name}) (i32.const {scripted}) (i32.const 8))
                (call $text (i32.const {schema}) (i32.const {TEXT}) (i32.const 2))
                {describe}
                (i32.const {ANSWER}))
            {functions}
            {extra})"#,
            id = ANSWER,
            version = ANSWER + 8,
            name = ANSWER + 16,
            schema = ANSWER + 88,
            scripted = TEXT + 2,
            number = TEXT + 10,
        )
    }

    fn functions(self, group: &str) -> String {
        let function = |name: &str, params: &str, body: &str| {
            format!(
                r#"(func (export "deixis:adapter/{group}@0.1.0#{name}") {params} (result i32)
                    (memory.fill (i32.const {ANSWER}) (i32.const 0) (i32.const 256))
                    {body}
                    (i32.const {ANSWER}))
                (func (export "cabi_post_deixis:adapter/{group}@0.1.0#{name}") (param i32)
                    (global.set $next (i32.const {HEAP})))"#
            )
        };
        let facts = format!("(param {})", "i32 ".repeat(14));
        match group {
            "launch" => function("plan", &facts, self.plan),
            "readiness" => [
                function("interests", "", ""),
                function("start", &facts, ""),
                function("step", "(param i32 i32 i32 i32)", self.step),
            ]
            .concat(),
            "symbols" => [
                function("normalise", "(param i32 i32 i32 i32 i32)", self.normalise),
                function("rewrite", "(param i32 i32)", ""),
            ]
            .concat(),
            "errors" => {
                let params = "(param i32 i32 i32 i32 i32 i32 i64 i32 i32 i32 i32 i32)";
                function("classify", params, "")
            }
            "watch" => function("translate", "(param i32)", ""),
            "rename" => [
                function("check", "(param i32)", self.check),
                function("review", "(param i32)", self.review),
            ]
            .concat(),
            other => self.later_functions(other, function, &facts),
        }
    }

    fn later_functions(
        self,
        group: &str,
        function: impl Fn(&str, &str, &str) -> String,
        facts: &str,
    ) -> String {
        let fetch = format!("(param {})", "i32 ".repeat(16));
        let functions: &[(&str, &str)] = match group {
            "diagnostics" => &[
                ("plan", facts),
                ("interests", ""),
                ("settle", "(param i32)"),
                ("fetch", "(param i32)"),
                ("fetched", "(param i32)"),
                ("normalise", "(param i32 i32 i32 i32 i32 i32)"),
            ],
            "requests" => &[("answer", "(param i32)")],
            "documents" => &[
                ("fetch", &fetch),
                ("text", "(param i32 i32 i32 i32)"),
                ("title", "(param i32 i32)"),
            ],
            "results" => {
                &[("refine", "(param i32 i32 i32 i32 i32)"), ("hover", "(param i32 i32 i32 i32)")]
            }
            other => panic!("no group {other}"),
        };
        let body = |name: &str| {
            let full = format!("{group}.{name}");
            self.bodies.iter().find(|(of, _)| *of == full).map_or("", |(_, body)| body)
        };
        functions.iter().map(|(name, params)| function(name, params, body(name))).collect()
    }
}

/// A world with the info group, these groups, and further items.
fn world(groups: &[&str], items: &str, packages: &str) -> (Resolve, WorldId) {
    let mut resolve = Resolve::default();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../wit");
    resolve.push_dir(folder).unwrap();
    let includes: String = ["info"]
        .iter()
        .chain(groups)
        .map(|group| format!("include deixis:adapter/with-{group}@0.1.0;"))
        .collect();
    let text = format!("package test:guest; world guest {{ {includes} {items} }} {packages}");
    let package: PackageId = resolve.push_str("guest.wit", &text).unwrap();
    let world = resolve.select_world(&[package], Some("guest")).unwrap();
    (resolve, world)
}

/// A statement that stores a number at an offset of the answer.
pub(super) fn store(offset: u32, value: u32) -> String {
    format!("(i32.store (i32.const {}) (i32.const {value}))", ANSWER + offset)
}

/// A statement that stores two words, a text or a list, at an offset of the
/// answer; they are read from the place that an expression gives.
pub(super) fn pass(offset: u32, place: &str) -> String {
    format!("(i64.store align=4 (i32.const {}) (i64.load align=4 {place}))", ANSWER + offset)
}

/// A statement that stores a text or a list of such a length, all zeroes, at an
/// offset of the answer.
pub(super) fn zeroes(offset: u32, length: u32) -> String {
    store(offset, 8_192) + &store(offset + 4, length)
}

fn encode(module: &[u8]) -> Vec<u8> {
    ComponentEncoder::default().validate(true).module(module).unwrap().encode().unwrap()
}
