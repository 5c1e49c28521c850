//! What guests can reach: log, project, programs, and WASI with empty hands.

use std::fs;
use std::sync::{Arc, Mutex};

use deixis_base::Root;

use super::guest::Guest;
use super::{Rig, facts};
use crate::host::locate::Locator;
use crate::host::project::{Project, Refusal, globs};
use crate::witness::Witness;

/// A project with a granted and a secret file.
fn project(granted: &[&str]) -> (tempfile::TempDir, Project) {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    for directory in ["src/deep", ".git", "node_modules/m"] {
        fs::create_dir_all(at(directory)).unwrap();
    }
    for (path, text) in [
        ("build.zig", "granted"),
        ("secret.env", "secret"),
        ("src/a.zig", "a"),
        ("src/deep/b.zig", "b"),
        (".git/c.zig", "c"),
        ("node_modules/m/d.zig", "d"),
    ] {
        fs::write(at(path), text).unwrap();
    }
    fs::write(at("latin1.zig"), b"\xe9").unwrap();
    let patterns: Vec<_> = granted.iter().map(|glob| (*glob).to_owned()).collect();
    let project = Project::new(Root::open(folder.path()).unwrap(), globs(&patterns).unwrap());
    (folder, project)
}

#[test]
fn reading_wants_a_grant() {
    let (_folder, project) = project(&["*.zig", "src/**"]);
    let cases = [
        ("build.zig", Ok("granted".to_owned())),
        ("src/deep/b.zig", Ok("b".to_owned())),
        ("secret.env", Err(Refusal::NotGranted)),
        // A star does not cross a slash.
        ("node_modules/m/d.zig", Err(Refusal::NotGranted)),
        ("missing.zig", Err(Refusal::NotFound)),
        ("latin1.zig", Err(Refusal::NotUtf8)),
    ];
    for (path, expected) in cases {
        assert_eq!(project.read(path, 1_000), expected, "{path}");
    }
    assert_eq!(project.read("build.zig", 3), Err(Refusal::TooLarge(7)));
    for unclean in ["", "/etc/passwd", "../x.zig", "src/../build.zig", "./build.zig", "a//b.zig"] {
        assert!(matches!(project.read(unclean, 9), Err(Refusal::Other(_))), "{unclean}");
        assert!(!project.exists(unclean), "{unclean}");
    }
}

#[cfg(unix)]
#[test]
fn links_do_not_widen_a_grant() {
    use std::os::unix::fs::symlink;
    let (folder, project) = project(&["*.zig"]);
    let at = |path: &str| folder.path().join(path);
    symlink("secret.env", at("inside.zig")).unwrap();
    symlink("build.zig", at("fine.zig")).unwrap();
    symlink("/etc/passwd", at("outside.zig")).unwrap();
    symlink("..", at("src/up")).unwrap();
    assert_eq!(project.read("inside.zig", 100), Err(Refusal::NotGranted));
    assert_eq!(project.read("fine.zig", 100), Ok("granted".to_owned()));
    assert_eq!(project.read("outside.zig", 100_000), Err(Refusal::NotFound));
    assert!(!project.exists("outside.zig"));
    // A circle of folders ends.
    assert_eq!(project.find(&["b.zig".to_owned()], &[], 9), ["src/deep/b.zig"]);
}

#[cfg(unix)]
#[test]
fn what_is_none_of_an_adapters_business_is_told() {
    use crate::witness::Why::{NotGranted, Outside};
    let (folder, project) = project(&["*.zig"]);
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("outside.zig")).unwrap();
    std::os::unix::fs::symlink("/etc", folder.path().join("out")).unwrap();
    for (path, exists, read, list) in [
        ("build.zig", None, None, None),
        ("missing.zig", None, None, None),
        ("src/a.zig", None, Some(NotGranted), None),
        ("", None, None, None),
        ("a//b", None, None, None),
        ("../x", Some(Outside), Some(Outside), Some(Outside)),
        ("src/../x", Some(Outside), Some(Outside), Some(Outside)),
        ("/etc/passwd", Some(Outside), Some(Outside), Some(Outside)),
        ("outside.zig", Some(Outside), Some(Outside), Some(Outside)),
        ("out/passwd", Some(Outside), Some(Outside), Some(Outside)),
        ("out", Some(Outside), Some(Outside), Some(Outside)),
    ] {
        assert_eq!(project.trespass(path, false), exists, "exists {path}");
        assert_eq!(project.trespass(path, true), read, "read {path}");
        assert_eq!(project.trespass_of_list(path), list, "list {path}");
    }
    let (_folder, nothing) = self::project(&[]);
    assert_eq!(nothing.trespass_of_list(""), Some(NotGranted));
}

#[test]
fn a_witness_sees_once_and_only_if_it_looks() {
    let witness = Witness::new();
    for what in ["a", "a", "b"] {
        witness.judged("project.read", what, || Some(crate::witness::Why::Outside));
    }
    witness.judged("project.read", "c", || None);
    witness.logged("four");
    let seen = witness.take();
    let what: Vec<_> = seen.trespasses.iter().map(|trespass| trespass.what.as_str()).collect();
    assert_eq!((what, seen.log_lines, seen.log_bytes), (vec!["a", "b"], 1, 4));
    assert_eq!(witness.take(), crate::witness::Seen::default());
    // Nobody is asked to judge where nobody wants to know.
    Witness::default().judged("project.read", "a", || panic!("it is judged"));
}

#[test]
fn listing_shows_folders_and_granted_files() {
    let (_folder, granted) = project(&["build.zig", "src/*"]);
    let names = |project: &Project, path: &str, max: u32| {
        let entries = project.list(path, max)?;
        Ok(entries.into_iter().map(|entry| entry.name).collect::<Vec<_>>())
    };
    let all = [".git", "build.zig", "node_modules", "src"].map(str::to_owned).to_vec();
    assert_eq!(names(&granted, "", 9), Ok(all.clone()));
    assert_eq!(names(&granted, "", 2), Ok(all[..2].to_vec()));
    assert_eq!(names(&granted, "src", 9), Ok(vec!["a.zig".to_owned(), "deep".to_owned()]));
    assert_eq!(names(&granted, "none", 9), Err(Refusal::NotFound));
    let (_folder, nothing) = project(&[]);
    assert_eq!(names(&nothing, "", 9), Err(Refusal::NotGranted));
}

#[test]
fn finding_goes_breadth_first_and_skips() {
    let (_folder, project) = project(&[]);
    let find = |skip: &[&str], max: u32| {
        let skip: Vec<_> = skip.iter().map(|name| (*name).to_owned()).collect();
        project.find(&[".zig".to_owned()], &skip, max)
    };
    let shallow = ["build.zig", "latin1.zig", "src/a.zig"];
    let skipped = find(&["node_modules"], 9);
    assert_eq!(skipped, [&shallow[..], &["src/deep/b.zig"]].concat());
    assert_eq!(find(&[], 9), [&shallow[..], &["node_modules/m/d.zig", "src/deep/b.zig"]].concat());
    assert_eq!(find(&[], 1), ["build.zig"]);
    assert!(find(&[], 0).is_empty());
}

#[cfg(unix)]
#[test]
fn only_granted_programs_are_found() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    for (name, mode) in [("zls", 0o755), ("other", 0o755), ("notes", 0o644)] {
        let path = folder.path().join(name);
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let granted = ["zls", "notes", "missing", "../zls", "/bin/sh"].map(str::to_owned);
    let search_path = vec!["relative".into(), "/nowhere".into(), folder.path().to_path_buf()];
    let locator = Locator::new(&granted, search_path);
    let found = folder.path().join("zls").into_os_string().into_string().unwrap();
    assert_eq!(locator.program("zls"), Some(found));
    for name in ["other", "notes", "missing", "../zls", "/bin/sh", ""] {
        assert_eq!(locator.program(name), None, "{name}");
    }
}

/// Collects what is logged on any thread.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn lines_with(&self, text: &str) -> usize {
        let written = self.0.lock().unwrap();
        String::from_utf8_lossy(&written).lines().filter(|line| line.contains(text)).count()
    }
}

#[test]
fn a_flood_is_dammed() {
    let written = Written::default();
    let sink = written.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || sink.clone())
        .finish();
    // For the whole process: a subscriber of one thread may miss what another
    // thread met first. Lines of other tests do not disturb.
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let now = std::time::Instant::now();
    let log =
        crate::host::log::Log::new("flood", "server", Arc::new(move || now), Witness::default());
    let long = format!("a line\u{7} {}\n\n  \nand another", "x".repeat(10_000));
    for _ in 0..500 {
        log.write(crate::host::log::Level::Info, &long);
    }
    drop(log);
    assert_eq!(written.lines_with("a line  x"), 128);
    assert_eq!(written.lines_with("and another"), 128);
    assert_eq!(written.lines_with(" 744 log lines of this adapter were dropped"), 1);
    let longest = written.0.lock().unwrap().split(|b| *b == b'\n').map(<[u8]>::len).max();
    assert!(longest < Some(4_096 + 200), "{longest:?}");
}

#[tokio::test]
async fn a_guest_that_floods_is_not_punished() {
    let guest = Guest {
        groups: &["readiness"],
        imports: r#"(import "deixis:adapter/log@0.1.0" "write" (func $log (param i32 i32 i32)))"#,
        extra: "(global $left (mut i32) (i32.const 5000))",
        step: "(loop $again
            (call $log (i32.const 2) (i32.const 1026) (i32.const 8))
            (global.set $left (i32.sub (global.get $left) (i32.const 1)))
            (br_if $again (global.get $left)))",
        ..Guest::default()
    };
    let rig = Rig::new(guest.build());
    let readiness = rig.adapter.readiness().unwrap();
    assert!(readiness.step(Vec::new(), vec![super::conduct::opened()]).await.is_ok());
    assert_eq!(rig.adapter.health().failures, 0);
}

#[tokio::test]
async fn project_and_programs_reach_the_guest() {
    // `fallback` of the plan, `Some` of one byte: `1` if the folder `.` cannot
    // be asked for, `2` if the root has no `nothing`.
    let guest = Guest {
        groups: &["launch"],
        imports: r#"
            (import "deixis:adapter/project@0.1.0" "exists"
                (func $exists (param i32 i32) (result i32)))
            (import "deixis:adapter/locate@0.1.0" "program"
                (func $program (param i32 i32 i32)))"#,
        extra: r#"(data (i32.const 2048) "a.scr")"#,
        plan: "(call $program (i32.const 2048) (i32.const 5) (i32.const 3000))
            (i32.store (i32.const 4152) (i32.const 1))
            (i32.store8 (i32.const 3100) (i32.add (i32.const 48) (i32.add
                (call $exists (i32.const 2048) (i32.const 5))
                (i32.mul (i32.const 2) (i32.load8_u (i32.const 3000))))))
            (call $text (i32.const 4156) (i32.const 3100) (i32.const 1))",
        ..Guest::default()
    };
    let rig = Rig::new(guest.build());
    let launch = rig.adapter.launch().unwrap();
    assert_eq!(launch.plan(facts()).await.unwrap().fallback.as_deref(), Some("0"));
    fs::write(rig.project.path().join("a.scr"), "").unwrap();
    assert_eq!(launch.plan(facts()).await.unwrap().fallback.as_deref(), Some("1"));
}
