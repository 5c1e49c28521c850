//! Small sample projects, for folders without code and machines without
//! servers.

use std::collections::BTreeMap;
use std::fs;

use anyhow::Context as _;
use deixis_config::Server;
use tempfile::TempDir;

use super::pick::Choice;

/// The server of the test suite.
pub(crate) const SCRIPTED: &str = "scripted";

/// Files of a sample: path and content.
type Files = &'static [(&'static str, &'static str)];

const RUST: Files = &[
    ("Cargo.toml", "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"),
    (
        "src/main.rs",
        "mod greeting;\n\nfn main() {\n    println!(\"{}\", greeting::greeting(\"world\"));\n    println!(\"{}\", greeting::greeting(\"reader\"));\n}\n",
    ),
    (
        "src/greeting.rs",
        "/// Says hello to somebody.\npub fn greeting(name: &str) -> String {\n    format!(\"Hello, {name}!\")\n}\n\n/// A way to say hello without a name, for those who have none.\npub fn nobody() -> String {\n    greeting(\"nobody\")\n}\n",
    ),
];
const PYTHON: Files = &[
    (
        "greeting.py",
        "def greeting(name: str) -> str:\n    \"\"\"Says hello to somebody.\"\"\"\n    return f\"Hello, {name}!\"\n\n\ndef nobody() -> str:\n    \"\"\"Says hello without a name, for those who have none.\"\"\"\n    return greeting(\"nobody\")\n",
    ),
    (
        "main.py",
        "from greeting import greeting\n\nprint(greeting(\"world\"))\nprint(greeting(\"reader\"))\n",
    ),
];
const TYPESCRIPT: Files = &[
    (
        "tsconfig.json",
        "{\"compilerOptions\": {\"strict\": true, \"module\": \"esnext\", \"moduleResolution\": \"bundler\"}, \"include\": [\"*.ts\"]}\n",
    ),
    (
        "greeting.ts",
        "/** Says hello to somebody. */\nexport function greeting(name: string): string {\n  return `Hello, ${name}!`;\n}\n\n/** Says hello without a name, for those who have none. */\nexport function nobody(): string {\n  return greeting(\"nobody\");\n}\n",
    ),
    (
        "main.ts",
        "import { greeting } from \"./greeting\";\n\nconsole.log(greeting(\"world\"));\nconsole.log(greeting(\"reader\"));\n",
    ),
];
const GO: Files = &[
    ("go.mod", "module sample\n\ngo 1.19\n"),
    (
        "greeting.go",
        "package main\n\nimport \"fmt\"\n\n// greeting says hello to somebody.\nfunc greeting(name string) string {\n\treturn fmt.Sprintf(\"Hello, %s!\", name)\n}\n\n// nobody says hello without a name.\nfunc nobody() string {\n\treturn greeting(\"nobody\")\n}\n",
    ),
    (
        "main.go",
        "package main\n\nfunc main() {\n\tprintln(greeting(\"world\"))\n\tprintln(nobody())\n}\n",
    ),
];
const JAVA: Files = &[
    (
        "src/sample/Greeting.java",
        "package sample;\n\npublic final class Greeting {\n    /** Says hello to somebody. */\n    public static String greeting(String name) {\n        return \"Hello, \" + name + \"!\";\n    }\n\n    /** Says hello without a name, for those who have none. */\n    public static String nobody() {\n        return greeting(\"nobody\");\n    }\n}\n",
    ),
    (
        "src/sample/Main.java",
        "package sample;\n\npublic final class Main {\n    public static void main(String[] args) {\n        System.out.println(Greeting.greeting(\"world\"));\n        System.out.println(Greeting.greeting(\"reader\"));\n    }\n}\n",
    ),
];
const CPP: Files = &[
    ("compile_flags.txt", "-std=c++17\n"),
    (
        "greeting.h",
        "#pragma once\n#include <string>\n\n/// Says hello to somebody.\nstd::string greeting(const std::string &name);\n",
    ),
    (
        "greeting.cpp",
        "#include \"greeting.h\"\n\nstd::string greeting(const std::string &name) {\n  return \"Hello, \" + name + \"!\";\n}\n\nstd::string nobody() { return greeting(\"nobody\"); }\n",
    ),
    (
        "main.cpp",
        "#include \"greeting.h\"\n#include <cstdio>\n\nint main() {\n  std::puts(greeting(\"world\").c_str());\n  return 0;\n}\n",
    ),
];

/// A toy language in which a word is declared by a keyword before it.
const TOY: Files = &[
    (
        "greeting.toy",
        "# In this toy language a word is declared by a keyword before it.\n\nfn greeting\n\n# A greeting for those who have no name, which uses the one above.\nfn nobody\n  greeting\n\nfn everybody\n  greeting nobody\n",
    ),
    (
        "main.toy",
        "# The main program, which uses what the other file declares, twice.\n\nfn main\n  greeting everybody\n\n# And a second way in, so that there is something more to find here.\nfn again\n  greeting nobody main\n",
    ),
];

/// Writes the sample of an adapter to a temporary folder, which goes when the
/// result is dropped.
pub(crate) fn write(adapter: &str) -> anyhow::Result<TempDir> {
    let files = match adapter {
        "rust" => RUST,
        "python" => PYTHON,
        "typescript" => TYPESCRIPT,
        SCRIPTED => TOY,
        "go" => GO,
        "java" => JAVA,
        "cpp" => CPP,
        other => anyhow::bail!("there is no sample project for {other}; say deixis try DIR"),
    };
    let folder = TempDir::with_prefix("deixis-sample-").context("no temporary folder")?;
    for (path, content) in files {
        let path = folder.path().join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, content)?;
    }
    Ok(folder)
}

/// The scripted server, which this binary is, too.
pub(crate) fn scripted() -> anyhow::Result<Choice> {
    let server = Server {
        command: Some(std::env::current_exe()?.to_string_lossy().into_owned()),
        args: Some(vec![crate::SCRIPTED.to_owned()]),
        file_extensions: Some(BTreeMap::from([(".toy".to_owned(), "toy".to_owned())])),
        ..Server::default()
    };
    Ok(Choice::custom(SCRIPTED, server))
}
