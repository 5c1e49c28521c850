//! Files, hashes, the cache, and inspection.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use deixis_hooks::{AdapterSource as _, SourceError};

use super::guest::{GROUPS, Guest, dummy};
use super::{attach_request, component, grant};
use crate::{Bytes, Library, Options, inspect};

fn library(bytes: Bytes, content: &[u8], cache: Option<&Path>) -> Library {
    let mut component = component(content.to_vec(), grant());
    component.bytes = bytes;
    Library::new(Options {
        cache_dir: cache.map(Path::to_path_buf),
        cases: None,
        components: vec![component],
    })
}

/// The compiled components and descriptors in a cache.
fn cached(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder.join("components"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

#[test]
fn a_file_must_have_the_pinned_hash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wasm");
    let content = Guest::default().build();
    let library = library(Bytes::File(path.clone()), &content, None);
    let refused = |expected: &str| match library.attach(attach_request(&folder)) {
        Err(SourceError::Unusable { message, .. }) => {
            assert!(message.contains(expected), "{message}");
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("attached"),
    };
    refused("cannot be read");
    fs::write(&path, dummy(&[])).unwrap();
    refused("is pinned");
    // What is put right is used.
    fs::write(&path, &content).unwrap();
    assert_eq!(library.describe(&["test".to_owned()]).unwrap().id, "scripted");
    assert!(library.attach(attach_request(&folder)).is_ok());
}

#[test]
fn a_descriptor_that_is_known_needs_no_component() {
    let described = inspect("test", &Bytes::Shared(Guest::default().build().into()), None).unwrap();
    let mut component = component(b"not a component".to_vec(), grant());
    component.descriptor = Some((*described.descriptor).clone());
    let library =
        Library::new(Options { cache_dir: None, cases: None, components: vec![component] });
    assert_eq!(library.describe(&["test".to_owned()]), Ok(Arc::clone(&described.descriptor)));
}

/// Attaches over a cache and makes a call.
async fn check_works(content: &[u8], cache: &Path) {
    let library = library(Bytes::Shared(content.into()), content, Some(cache));
    let project = tempfile::tempdir().unwrap();
    let adapter = library.attach(attach_request(&project)).unwrap();
    assert_eq!(adapter.readiness().unwrap().interests().await, Ok(Vec::new()));
}

#[tokio::test]
async fn a_damaged_cache_is_written_again() {
    let cache = tempfile::tempdir().unwrap();
    let content = Guest { groups: &["readiness"], ..Guest::default() }.build();
    check_works(&content, cache.path()).await;
    let files = cached(cache.path());
    assert_eq!(files.len(), 2, "code and descriptor");
    let sound: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    for damage in [damage_first, damage_last, cut, empty] {
        for (file, sound) in files.iter().zip(&sound) {
            fs::write(file, damage(sound)).unwrap();
        }
        check_works(&content, cache.path()).await;
        let again: Vec<_> = files.iter().map(|file| fs::read(file).unwrap().len()).collect();
        let before: Vec<_> = sound.iter().map(Vec::len).collect();
        assert_eq!(again, before);
    }
    check_works(&content, cache.path()).await;
}

fn damage_first(sound: &[u8]) -> Vec<u8> {
    let mut damaged = sound.to_vec();
    damaged[0] ^= 0xff;
    damaged
}

fn damage_last(sound: &[u8]) -> Vec<u8> {
    let mut damaged = sound.to_vec();
    let last = damaged.len() - 1;
    damaged[last] ^= 0xff;
    damaged
}

fn cut(sound: &[u8]) -> Vec<u8> {
    sound[..sound.len() / 2].to_vec()
}

fn empty(_sound: &[u8]) -> Vec<u8> {
    Vec::new()
}

#[tokio::test]
async fn the_cache_is_used() {
    let cache = tempfile::tempdir().unwrap();
    let content = Guest { groups: &["readiness"], ..Guest::default() }.build();
    check_works(&content, cache.path()).await;
    let written = |file: &std::path::PathBuf| fs::metadata(file).unwrap().modified().unwrap();
    let before: Vec<_> = cached(cache.path()).iter().map(written).collect();
    check_works(&content, cache.path()).await;
    let after: Vec<_> = cached(cache.path()).iter().map(written).collect();
    assert_eq!(before, after);
}

#[tokio::test]
async fn an_unusable_cache_folder_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let content = Guest { groups: &["readiness"], ..Guest::default() }.build();
    check_works(&content, &file).await;
    check_works(&content, &file.join("below")).await;
}

#[test]
fn inspection_tells_what_a_component_is() {
    let guest = Guest {
        groups: &GROUPS,
        imports: r#"(import "deixis:adapter/log@0.1.0" "write" (func (param i32 i32 i32)))"#,
        ..Guest::default()
    };
    let content = guest.build();
    let found = inspect("test", &Bytes::Shared(content.clone().into()), None).unwrap();
    let mut groups = found.groups.clone();
    groups.sort();
    let mut expected = [&GROUPS[..], &["info"]].concat();
    expected.sort_unstable();
    assert_eq!(groups, expected);
    assert!(found.imports.contains(&"deixis:adapter/log@0.1.0".to_owned()));
    assert_eq!((found.wasi, found.contract.as_str()), (false, "0.1.0"));
    assert_eq!(found.size, content.len() as u64);
    assert_eq!(found.sha256, crate::source::sha256(&content));
    assert_eq!(found.descriptor.display_name, "scripted");
}

#[test]
fn inspection_fills_the_cache() {
    let cache = tempfile::tempdir().unwrap();
    let bytes = Bytes::Shared(Guest::default().build().into());
    inspect("test", &bytes, Some(cache.path().to_path_buf())).unwrap();
    assert_eq!(cached(cache.path()).len(), 2);
}

#[test]
fn an_adapter_can_be_prepared() {
    let cache = tempfile::tempdir().unwrap();
    let content = Guest::default().build();
    let library = library(Bytes::Shared(content.clone().into()), &content, Some(cache.path()));
    library.prepare("test").unwrap();
    assert_eq!(cached(cache.path()).len(), 1);
    assert!(matches!(library.prepare("other"), Err(SourceError::Unknown { .. })));
    let wrong = self::library(Bytes::Static(b"no component"), b"no component", None);
    assert!(matches!(wrong.prepare("test"), Err(SourceError::Unusable { .. })));
}

#[test]
fn a_descriptor_that_breaks_the_contract_is_refused() {
    let cases = [
        // The id is the empty text.
        ("(i32.store (i32.const 4100) (i32.const 0))", "id \"\""),
        // The schema of the options is the text `scripted`.
        ("(call $text (i32.const 4184) (i32.const 1026) (i32.const 8))", "options-schema"),
    ];
    for (describe, expected) in cases {
        let guest = Guest { describe, ..Guest::default() };
        let refused = inspect("test", &Bytes::Shared(guest.build().into()), None).unwrap_err();
        assert!(refused.to_string().contains(expected), "{refused}");
    }
}
