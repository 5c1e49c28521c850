//! Good files, and what they come to; where the file is found.

use deixis_config::{
    Config, ConfigError, InheritEnvironment, Limits, Lookup, Platform, Plugin, Restart, Server,
    Start, Timeouts,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

const BUILT_IN: &[&str] = &["rust", "cpp"];
const FILE: &str = "/home/me/.config/deixis/config.toml";

fn parse(text: &str) -> Config {
    match Config::parse(text, Path::new(FILE), BUILT_IN) {
        Ok(config) => config,
        Err(mistakes) => panic!("{mistakes}"),
    }
}

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn strings(all: &[&str]) -> Vec<String> {
    all.iter().map(|one| (*one).to_owned()).collect()
}

#[test]
fn everything_that_can_be_said() {
    let config = parse(
        r#"
        [servers.rust]
        adapter = "rust"
        command = "/opt/rust tools/rust-analyzer"
        args = ["--log", "", "a b"]
        environment = { RA_LOG = "info", EMPTY = "", "odd name" = "ä" }
        file_extensions = { ".rs" = "rust", ".d.ts" = "typescript" }
        file_patterns = { "gen/**/*.rs" = "rust", "[ab]?.{x,y}" = "xy" }
        initialization_options = { checkOnSave = true, list = [1, -2, 1.5, 0x10], "a.b" = {} }
        options = { project_binaries = true, big = 18446744073709551615 }
        companion = false
        start = "eager"
        inherit_environment = "none"
        timeouts = { startup_ms = 1, request_ms = 2, shutdown_ms = 86_400_000 }
        limits = { outbound_queue_capacity = 1, max_concurrent_requests = 2, max_response_bytes = 3 }
        restart = { max_restarts = 1, window_ms = 2 }

        [servers.zig]
        adapter = "zig"

        [plugins.zig]
        source = "adapters/zig.wasm"
        sha256 = "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"
        commands = ["zls"]
        project_read = ["build.zig", "src/**"]
        memory_mib = 64
        call_ms = 250
        "#,
    );
    let rust = Server {
        adapters: vec!["rust".to_owned()],
        command: Some("/opt/rust tools/rust-analyzer".to_owned()),
        args: Some(strings(&["--log", "", "a b"])),
        environment: Some(map(&[("RA_LOG", "info"), ("EMPTY", ""), ("odd name", "ä")])),
        file_extensions: Some(map(&[(".rs", "rust"), (".d.ts", "typescript")])),
        file_patterns: Some(map(&[("gen/**/*.rs", "rust"), ("[ab]?.{x,y}", "xy")])),
        initialization_options: Some(
            json!({ "checkOnSave": true, "list": [1, -2, 1.5, 16], "a.b": {} }),
        ),
        options: Some(json!({ "project_binaries": true, "big": u64::MAX })),
        companion: Some(false),
        start: Start::Eager,
        inherit_environment: InheritEnvironment::None,
        timeouts: Timeouts {
            startup: Duration::from_millis(1),
            request: Duration::from_millis(2),
            shutdown: Duration::from_secs(24 * 60 * 60),
        },
        limits: Limits {
            outbound_queue_capacity: 1,
            max_concurrent_requests: 2,
            max_response_bytes: 3,
        },
        restart: Restart { max_restarts: 1, window: Duration::from_millis(2) },
    };
    let zig = Server { adapters: vec!["zig".to_owned()], ..Server::default() };
    let mut sha256 = [0; 32];
    sha256[..4].copy_from_slice(&[0xe3, 0xb0, 0xc4, 0x42]);
    let plugin = &config.plugins["zig"];
    assert_eq!(plugin.sha256[..4], sha256[..4]);
    assert_eq!(plugin.sha256[31], 0x55);
    let expected = Plugin {
        source: PathBuf::from("/home/me/.config/deixis/adapters/zig.wasm"),
        sha256: plugin.sha256,
        commands: strings(&["zls"]),
        project_read: strings(&["build.zig", "src/**"]),
        memory_mib: 64,
        call: Duration::from_millis(250),
    };
    let servers = BTreeMap::from([("rust".to_owned(), rust), ("zig".to_owned(), zig)]);
    let plugins = BTreeMap::from([("zig".to_owned(), expected)]);
    assert_eq!(config, Config { servers, plugins, source: Some(PathBuf::from(FILE)) });
}

#[test]
fn what_is_left_out_is_the_default() {
    let config = parse("servers.x = { command = 'x', file_patterns = { '**/Makefile' = 'make' } }");
    let server = &config.servers["x"];
    assert_eq!((server.args.as_ref(), server.environment.as_ref()), (None, None));
    assert_eq!((server.adapters.as_slice(), server.file_extensions.as_ref()), (&[][..], None));
    assert_eq!(
        (server.start, server.inherit_environment),
        (Start::Lazy, InheritEnvironment::Filtered)
    );
    let millis = |found: Duration| found.as_millis();
    let Timeouts { startup, request, shutdown } = server.timeouts;
    assert_eq!([startup, request, shutdown].map(millis), [30_000, 30_000, 5_000]);
    let Limits { outbound_queue_capacity, max_concurrent_requests, max_response_bytes } =
        server.limits;
    assert_eq!(
        [outbound_queue_capacity, max_concurrent_requests, max_response_bytes],
        [64, 16, 16_777_216]
    );
    assert_eq!((server.restart.max_restarts, millis(server.restart.window)), (3, 60_000));

    let hash = "0".repeat(64);
    let plugin =
        &parse(&format!("[plugins.a]\nsource = '/abs/a.wasm'\nsha256 = '{hash}'")).plugins["a"];
    assert_eq!(plugin.source, Path::new("/abs/a.wasm"));
    assert_eq!((plugin.memory_mib, millis(plugin.call)), (32, 100));

    assert_eq!(parse("\u{feff}# nothing\r\n").servers, BTreeMap::new());
}

#[test]
fn adapters_in_layers() {
    let text = r#"
        [servers.one]
        adapter = ["rust"]
        [servers.two]
        adapter = ["rust", "house-rules"]
        [plugins.house-rules]
        source = "house.wasm"
        sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    "#;
    let config = Config::parse(text, Path::new("/c.toml"), &["rust"]).expect("it is right");
    assert_eq!(config.servers["one"].adapters, ["rust"]);
    assert_eq!(config.servers["two"].adapters, ["rust", "house-rules"]);
}

#[test]
fn adapters_without_a_file() {
    let config = Config::from_adapters(&["rust", "cpp", "rust"]);
    let server = |name: &str| {
        (name.to_owned(), Server { adapters: vec![name.to_owned()], ..Server::default() })
    };
    let servers = BTreeMap::from([server("rust"), server("cpp")]);
    assert_eq!(config, Config { servers, ..Config::default() });
}

#[test]
fn places() {
    let check = |platform, xdg: &str, home: &str, app_data: &str, expected: Option<&str>| {
        let set = |value: &str| (!value.is_empty()).then(|| value.into());
        let lookup = Lookup {
            explicit: None,
            xdg_config_home: set(xdg),
            home: set(home),
            app_data: set(app_data),
            platform,
        };
        let found = lookup.path().map(|path| path.display().to_string().replace('\\', "/"));
        assert_eq!(found.as_deref(), expected, "{platform:?}");
        let explicit = Some(PathBuf::from("here.toml"));
        assert_eq!(Lookup { explicit: explicit.clone(), ..lookup }.path(), explicit);
    };
    let (unix, mac, windows) = (Platform::Unix, Platform::MacOs, Platform::Windows);
    check(unix, "", "/home/me", "", Some("/home/me/.config/deixis/config.toml"));
    check(unix, "/xdg", "/home/me", "", Some("/xdg/deixis/config.toml"));
    check(unix, "relative", "/home/me", "", Some("/home/me/.config/deixis/config.toml"));
    check(unix, "", "", "C:/app", None);
    check(unix, "", "relative", "", None);
    let library = "/Users/me/Library/Application Support/deixis/config.toml";
    check(mac, "", "/Users/me", "", Some(library));
    check(mac, "/xdg", "/Users/me", "", Some("/xdg/deixis/config.toml"));
    check(windows, "", "/home/me", "C:/app", Some("C:/app/deixis/config.toml"));
    check(windows, "D:/xdg", "", "C:/app", Some("D:/xdg/deixis/config.toml"));
    check(windows, "", "/home/me", "", None);
}

#[test]
fn files_are_loaded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let base = folder.path().canonicalize().expect("a real path");
    std::fs::create_dir(base.join("deixis")).expect("a folder");
    let write = |name: &str, content: &[u8]| {
        std::fs::write(base.join(name), content).expect("a file");
    };
    write("deixis/config.toml", b"servers.r.adapter = 'rust'");
    write("bad.toml", b"x = 1");
    write("latin.toml", b"# \xe4");
    let limit = usize::try_from(deixis_config::locate::MAX_FILE_BYTES).expect("a sane limit");
    write("exact.toml", &b" ".repeat(limit));
    write("large.toml", &b" ".repeat(limit + 1));

    let lookup = |explicit: Option<&str>, xdg: &Path| Lookup {
        explicit: explicit.map(|name| base.join(name)),
        xdg_config_home: Some(xdg.into()),
        home: None,
        app_data: None,
        platform: Platform::HERE,
    };
    let found = lookup(None, &base).load(BUILT_IN).expect("the file is good");
    assert_eq!(found.source, Some(base.join("deixis").join("config.toml")));
    assert_eq!(found.servers.keys().collect::<Vec<_>>(), ["r"]);
    let none = lookup(None, &base.join("missing")).load(BUILT_IN).expect("no file is no error");
    assert_eq!(none, Config::default());
    let explicit = lookup(Some("deixis/../deixis/config.toml"), Path::new("/")).load(BUILT_IN);
    assert_eq!(explicit.expect("the file is good"), found, "canonical");
    lookup(Some("exact.toml"), &base).load(BUILT_IN).expect("the limit is allowed");

    let refused = |name: &str, expected: &str| {
        let error = lookup(Some(name), &base).load(BUILT_IN).expect_err(name);
        let kind = match &error {
            ConfigError::NotFound { .. } => "not found",
            ConfigError::Read { .. } => "read",
            ConfigError::TooLarge { .. } => "too large",
            ConfigError::Invalid(_) => "invalid",
            _ => "other",
        };
        let message = error.to_string().replace(&base.display().to_string(), "$");
        assert_eq!(format!("{kind}: {message}").lines().next(), Some(expected));
    };
    refused(
        "missing.toml",
        "not found: there is no configuration file at $/missing.toml; \
         give an existing file, or leave `--config` out",
    );
    refused(
        "bad.toml",
        "invalid: $/bad.toml:1: x = 1: there is no such field; there are `servers`, `plugins`",
    );
    refused(
        "latin.toml",
        "read: the configuration file $/latin.toml cannot be read: stream did not contain valid UTF-8",
    );
    refused(
        "large.toml",
        "too large: the configuration file $/large.toml has more than 1048576 bytes",
    );
}

#[test]
fn a_message_has_an_end() {
    let many: String = (0..60).map(|number| format!("x{number} = 1\n")).collect();
    let mistakes = Config::parse(&many, Path::new(FILE), BUILT_IN).expect_err("it is bad");
    assert_eq!(mistakes.list.len(), 60);
    assert!(mistakes.to_string().ends_with("\nand 10 more mistakes"), "{mistakes}");
}
