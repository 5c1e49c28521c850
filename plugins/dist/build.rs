//! Says where the components are: beside this file, or, so that CI can run the
//! same tests on components that it has just rebuilt, where
//! `DEIXIS_PLUGINS_DIST` says.

fn main() {
    let own = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".to_owned());
    let folder = std::env::var("DEIXIS_PLUGINS_DIST").unwrap_or(own);
    println!("cargo::rerun-if-env-changed=DEIXIS_PLUGINS_DIST");
    println!("cargo::rerun-if-changed={folder}/manifest.json");
    println!("cargo::rerun-if-changed={folder}/components");
    println!("cargo::rustc-env=DEIXIS_PLUGINS_FOLDER={folder}");
}
