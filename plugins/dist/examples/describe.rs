//! Prints the descriptors of the built-in adapters, as their own code gives
//! them, in the shape of the manifest. Run by `cargo xtask adapters`.

use std::collections::BTreeMap;
use std::io::Write as _;

#[path = "../tests/common/descriptors.rs"]
mod descriptors;

fn main() -> std::io::Result<()> {
    let all: BTreeMap<_, _> = descriptors::all().into_iter().collect();
    let text = serde_json::to_string_pretty(&all)?;
    writeln!(std::io::stdout().lock(), "{text}")
}
