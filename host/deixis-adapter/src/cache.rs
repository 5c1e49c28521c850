//! Compiled components on disk.
//!
//! One file per component and engine, in a folder that only this user may
//! enter. A file ends with a seal that names its component and holds the hash
//! of what comes before; both are checked before the file is used. The seal is
//! at the end so that compiled code can be mapped where it lies. The cache is
//! never needed: whatever is wrong with it, the component is compiled again.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

use crate::limits::{CACHE_BYTES, CACHE_FILES, CACHE_STRAY};
use crate::os;

/// Last bytes of a file; the number changes with the format.
const MAGIC: &[u8; 16] = b"deixis-compiled\x02";
const DIGEST: usize = 32;
/// Digest of the key, digest of the artefact, magic.
const SEAL: usize = MAGIC.len() + 2 * DIGEST;
/// Bytes that are hashed at a time; small enough to stay in a near cache.
const CHUNK: usize = 32 << 10;
const SUFFIX: &str = "cwasm";
const STRAY: &str = "tmp";

/// A folder of compiled components.
#[derive(Debug, Clone)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache in a folder below the user's cache folder; `None` if it cannot
    /// be private.
    pub(crate) fn open(parent: &Path) -> Option<Self> {
        let folder = parent.join("components");
        match os::private_directory(&folder) {
            Ok(()) => Some(Self { folder }),
            Err(error) => {
                let shown = folder.display();
                tracing::warn!(%error, folder = %shown, "compiled adapters are not cached");
                None
            }
        }
    }

    /// The artefact that was stored under a key.
    pub(crate) fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.sealed(key)?).ok()?;
        bytes.truncate(bytes.len().checked_sub(SEAL)?);
        Some(bytes)
    }

    /// The file that begins with the artefact that was stored under a key, once
    /// all of it has been checked. No program changes such a file; they are only
    /// replaced and removed.
    pub(crate) fn sealed(&self, key: &Key) -> Option<PathBuf> {
        let path = self.path(key);
        let file = File::open(&path).ok()?;
        if is_sound(file, key).unwrap_or(false) {
            return Some(path);
        }
        tracing::warn!(file = %path.display(), "a damaged compiled adapter is removed");
        let _ = fs::remove_file(&path);
        None
    }

    /// Stores an artefact, and removes old ones beyond the bounds.
    pub(crate) fn put(&self, key: &Key, artefact: &[u8]) {
        if let Err(error) = self.try_put(key, artefact) {
            tracing::warn!(%error, "a compiled adapter was not cached");
        }
        self.evict(SystemTime::now());
    }

    /// Forgets an artefact that could not be used.
    pub(crate) fn remove(&self, key: &Key) {
        let _ = fs::remove_file(self.path(key));
    }

    fn try_put(&self, key: &Key, artefact: &[u8]) -> io::Result<()> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let serial = COUNTER.fetch_add(1, Ordering::Relaxed);
        let staged = self.folder.join(format!("{}-{serial}.{STRAY}", std::process::id()));
        let written = os::private_file(&staged).and_then(|mut file| {
            file.write_all(artefact)?;
            file.write_all(&key.0)?;
            file.write_all(&Sha256::digest(artefact))?;
            file.write_all(MAGIC)
        });
        // No fsync: a file that a crash cuts short fails its hash.
        let done = written.and_then(|()| fs::rename(&staged, self.path(key)));
        if done.is_err() {
            let _ = fs::remove_file(&staged);
        }
        done
    }

    fn path(&self, key: &Key) -> PathBuf {
        self.folder.join(format!("{}.{SUFFIX}", crate::source::hex(&key.0)))
    }

    /// Keeps the newest files within the bounds and removes abandoned
    /// temporary files.
    fn evict(&self, now: SystemTime) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut kept = Vec::new();
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(found) = entry.metadata() else { continue };
            let Ok(modified) = found.modified() else { continue };
            match path.extension().and_then(|suffix| suffix.to_str()) {
                Some(SUFFIX) => kept.push((modified, found.len(), path)),
                Some(STRAY) if now.duration_since(modified).is_ok_and(|age| age > CACHE_STRAY) => {
                    let _ = fs::remove_file(path);
                }
                _ => {}
            }
        }
        kept.sort_unstable_by_key(|(modified, _, _)| std::cmp::Reverse(*modified));
        let mut bytes = 0;
        for (index, (_, len, path)) in kept.into_iter().enumerate() {
            bytes += len;
            if index >= CACHE_FILES || (index > 0 && bytes > CACHE_BYTES) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// What a compiled component depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key([u8; DIGEST]);

impl Key {
    /// The key of a component, by its hash, for an engine, by its fingerprint.
    pub(crate) fn new(component: &str, engine: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(component.to_ascii_lowercase());
        hash.update(b"\n");
        hash.update(engine);
        Self(hash.finalize().into())
    }
}

/// Whether a file is an artefact with the seal of this key.
fn is_sound(mut file: File, key: &Key) -> io::Result<bool> {
    let Some(len) = file.metadata()?.len().checked_sub(SEAL as u64) else { return Ok(false) };
    let mut hash = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut artefact = Read::by_ref(&mut file).take(len);
    loop {
        let read = artefact.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        hash.update(&chunk[..read]);
    }
    let mut seal = Vec::with_capacity(SEAL);
    file.take(SEAL as u64 + 1).read_to_end(&mut seal)?;
    Ok(seal == [&key.0[..], &hash.finalize(), MAGIC].concat())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        (folder, cache)
    }

    #[test]
    fn what_was_put_comes_back_under_its_key_only() {
        let (_folder, cache) = cache();
        let (one, two) = (Key::new("aa", "engine"), Key::new("aa", "other engine"));
        cache.put(&one, b"artefact");
        assert_eq!(cache.get(&one), Some(b"artefact".to_vec()));
        assert_eq!(cache.get(&two), None);
        // A file under another's name is not taken for it.
        fs::rename(cache.path(&one), cache.path(&two)).unwrap();
        assert_eq!(cache.get(&two), None);
        assert!(!cache.path(&two).exists());
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let (_folder, cache) = cache();
        let key = Key::new("aa", "engine");
        cache.put(&key, b"artefact");
        let sound = fs::read(cache.path(&key)).unwrap();
        for at in 0..sound.len() {
            let mut damaged = sound.clone();
            damaged[at] ^= 1;
            fs::write(cache.path(&key), &damaged).unwrap();
            assert_eq!(cache.get(&key), None, "byte {at}");
        }
        for len in [0, 1, SEAL - 1, SEAL, sound.len() - 1] {
            fs::write(cache.path(&key), &sound[..len]).unwrap();
            assert_eq!(cache.get(&key), None, "length {len}");
        }
        fs::write(cache.path(&key), &sound).unwrap();
        assert!(cache.get(&key).is_some());
    }

    #[test]
    fn old_files_leave_first() {
        let (_folder, cache) = cache();
        let now = SystemTime::now();
        let keys: Vec<_> =
            (0..CACHE_FILES + 3).map(|n| Key::new(&n.to_string(), "engine")).collect();
        for (age, key) in keys.iter().enumerate() {
            cache.try_put(key, b"x").unwrap();
            let file = fs::File::options().write(true).open(cache.path(key)).unwrap();
            file.set_modified(now - Duration::from_secs(age as u64)).unwrap();
        }
        cache.evict(now);
        let left: Vec<_> = keys.iter().map(|key| cache.get(key).is_some()).collect();
        let expected: Vec<_> = (0..keys.len()).map(|age| age < CACHE_FILES).collect();
        assert_eq!(left, expected);
    }

    #[test]
    fn abandoned_temporary_files_leave() {
        let (_folder, cache) = cache();
        let now = SystemTime::now();
        for (name, age) in [("1-0.tmp", CACHE_STRAY * 2), ("2-0.tmp", Duration::ZERO)] {
            let path = cache.folder.join(name);
            let file = os::private_file(&path).unwrap();
            file.set_modified(now - age).unwrap();
        }
        cache.evict(now);
        assert!(!cache.folder.join("1-0.tmp").exists());
        assert!(cache.folder.join("2-0.tmp").exists());
    }

    #[cfg(unix)]
    #[test]
    fn an_open_folder_or_a_link_is_refused() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("components");
        fs::create_dir(&inner).unwrap();
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(Cache::open(folder.path()).is_none());
        fs::remove_dir(&inner).unwrap();
        symlink(std::env::temp_dir(), &inner).unwrap();
        assert!(Cache::open(folder.path()).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn files_are_private() {
        use std::os::unix::fs::MetadataExt as _;
        let (_folder, cache) = cache();
        let key = Key::new("aa", "engine");
        cache.put(&key, b"artefact");
        assert_eq!(fs::metadata(cache.path(&key)).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(&cache.folder).unwrap().mode() & 0o777, 0o700);
    }
}
