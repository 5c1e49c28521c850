//! `deixis plugin add`, `update`, `remove`, `list`: what they write, what they ask, what they
//! refuse.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deixis_tests::binary;

/// A folder with a configuration file that is yet to be made.
struct Desk {
    folder: tempfile::TempDir,
}

/// What a command said, and whether it was content.
struct Said {
    good: bool,
    all: String,
}

impl Desk {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a component there under another name.
    fn component(&self, from: &str, name: &str) {
        let from = binary::checkout().join(from);
        std::fs::create_dir_all(self.path("adapters")).expect("a folder");
        std::fs::copy(from, self.path("adapters").join(name)).expect("a copy");
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let output = Command::new(binary::deixis())
            .arg("--config")
            .arg(self.path("config.toml"))
            .arg("plugin")
            .args(arguments)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", binary::cache())
            .stdin(Stdio::null())
            .output()
            .expect("deixis starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { good: output.status.success(), all: text(&output.stdout) + &text(&output.stderr) }
    }

    /// Runs it and checks how it ended and what it said.
    fn check(&self, arguments: &[&str], good: bool, parts: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.good, good, "{arguments:?}: {}", said.all);
        for part in parts {
            assert!(said.all.contains(part), "{arguments:?}: {part} in {}", said.all);
        }
        said.all
    }

    fn config(&self) -> String {
        std::fs::read_to_string(self.path("config.toml")).unwrap_or_default()
    }
}

const GO: &str = "plugins/dist/components/go.wasm";
const CPP: &str = "plugins/dist/components/cpp.wasm";

#[test]
fn a_component_is_added_listed_and_removed() {
    let desk = Desk::new();
    desk.component(GO, "mine.wasm");
    // Nobody is there to say yes.
    let add = ["add", "adapters/mine.wasm", "--name", "mine"];
    desk.check(&add, false, &["start the program gopls", "--yes", "Nothing was changed"]);
    assert_eq!(desk.config(), "");

    let add = [&add[..], &["--yes"]].concat();
    desk.check(&add, true, &["start the program gopls", "adapter = \"mine\""]);
    let config = desk.config();
    for part in ["[plugins.mine]", "source = \"adapters/mine.wasm\"", "commands = [\"gopls\"]"] {
        assert!(config.contains(part), "{config}");
    }
    desk.check(&["list"], true, &["rust", "built in", "mine", "may start gopls"]);
    desk.check(&add, false, &["deixis plugin update mine"]);
    desk.check(&["update", "mine"], true, &["nothing to do"]);

    std::fs::write(
        desk.path("config.toml"),
        format!("# kept\n{config}\n[servers.m]\nadapter = \"mine\"\n"),
    )
    .expect("written");
    desk.check(&["remove", "mine"], false, &["is the adapter of m"]);
    std::fs::write(desk.path("config.toml"), format!("# kept\n{config}")).expect("written");
    desk.check(&["remove", "mine"], true, &["removed"]);
    assert!(!desk.config().contains("mine"), "{}", desk.config());
    desk.check(&["remove", "mine"], false, &["no plugin \"mine\"", "there is none"]);
}

#[test]
fn an_update_shows_what_changes_and_asks_when_a_grant_grows() {
    let desk = Desk::new();
    desk.component(GO, "mine.wasm");
    desk.check(&["add", "adapters/mine.wasm", "--name", "mine", "--yes"], true, &[]);
    let before = desk.config();

    desk.component(CPP, "mine.wasm");
    let list = desk.check(&["list"], false, &["cannot be used", "deixis plugin update mine"]);
    assert!(list.contains("is pinned"), "{list}");
    desk.check(
        &["update", "mine"],
        false,
        &["- start the program gopls", "+ start the program clangd", "--yes"],
    );
    assert_eq!(desk.config(), before, "nothing was changed");
    desk.check(&["update", "mine", "--yes"], true, &["updated"]);
    assert!(desk.config().contains("clangd"), "{}", desk.config());

    // What only shrinks needs no consent.
    let config = desk.config().replace("commands = [", "commands = [\"gopls\", ");
    std::fs::write(desk.path("config.toml"), config.replace("sha256 = \"", "sha256 = \"0\" #"))
        .expect("written");
    desk.check(&["update", "mine"], false, &["config.toml", "sha256"]);
    std::fs::write(desk.path("config.toml"), &config).expect("written");
    desk.component(GO, "other.wasm");
    desk.check(&["update", "mine", "adapters/other.wasm"], true, &["- start the program clangd"]);
    assert!(desk.config().contains("adapters/other.wasm"), "{}", desk.config());
}

#[test]
fn what_is_no_component_is_refused_and_changes_nothing() {
    let desk = Desk::new();
    std::fs::write(desk.path("text.wasm"), "no component").expect("written");
    desk.check(&["add", "text.wasm", "--yes"], false, &["text.wasm", "component"]);
    desk.check(&["add", "missing.wasm", "--yes"], false, &["missing.wasm"]);
    // A name that is taken by a built-in adapter: this one calls itself `go`.
    desk.component(GO, "go.wasm");
    desk.check(&["add", "adapters/go.wasm", "--yes"], false, &["built in"]);
    assert!(!Path::new(&desk.path("config.toml")).exists());
    std::fs::write(desk.path("config.toml"), "[servers\n").expect("written");
    desk.check(&["add", "adapters/go.wasm", "--name", "g", "--yes"], false, &["config.toml"]);
    assert_eq!(desk.config(), "[servers\n");
}
