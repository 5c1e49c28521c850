//! One small real project per built-in language.
//!
//! Each has one file that declares a function with a name of its own, and several
//! files in other folders that use it, more than one of them more than once, some
//! after characters that take more than one byte or UTF-16 unit.

use super::Project;

/// A sample project and what a test needs to know of it.
#[derive(Debug)]
pub struct Sample {
    /// Its files.
    pub project: Project,
    /// Name of the adapter.
    pub adapter: &'static str,
    /// The program that the adapter starts.
    pub program: &'static str,
    /// The function that everything is about; written nowhere but in code.
    pub function: &'static str,
    /// The declaring file.
    pub declared_in: &'static str,
    /// A file that uses it.
    pub used_in: &'static str,
    /// Endings of the source files.
    pub endings: &'static [&'static str],
}

impl Sample {
    /// Every place of the function, by the independent scan.
    #[must_use]
    pub fn everywhere(&self) -> Vec<String> {
        self.project.occurrences(self.function, self.endings)
    }

    /// The place of its declaration: the only one in the declaring file.
    ///
    /// # Panics
    ///
    /// When the sample is not as promised.
    #[must_use]
    pub fn declaration(&self) -> String {
        let prefix = format!("{}:", self.declared_in);
        let here: Vec<String> =
            self.everywhere().into_iter().filter(|at| at.starts_with(&prefix)).collect();
        assert_eq!(here.len(), 1, "one place in {}: {here:?}", self.declared_in);
        here[0].clone()
    }

    /// The first place of a use.
    ///
    /// # Panics
    ///
    /// When the sample is not as promised.
    #[must_use]
    pub fn a_use(&self) -> String {
        let prefix = format!("{}:", self.used_in);
        self.everywhere().into_iter().find(|at| at.starts_with(&prefix)).expect("a use")
    }

    /// A crate with modules in folders.
    #[must_use]
    pub fn rust() -> Self {
        let project = Project::new()
            .file("Cargo.toml", "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\n")
            .file(
                "src/lib.rs",
                "//! A sample.\npub mod greeting;\npub mod inner;\npub mod outer;\npub mod speech;\n\npub fn all() -> String {\n    \
                 let ö = \"🦀\"; format!(\"{ö}{}\", greeting::compose_greeting(\"all\"))\n}\n",
            )
            .file(
                "src/greeting.rs",
                "/// Greets by name.\npub fn compose_greeting(name: &str) -> String {\n    format!(\"hello {name}\")\n}\n",
            )
            .file(
                "src/inner/mod.rs",
                "pub mod deep;\nuse crate::greeting::compose_greeting;\n\npub fn twice() -> String {\n    \
                 compose_greeting(\"a\") + &compose_greeting(\"b\")\n}\n",
            )
            .file(
                "src/inner/deep.rs",
                "pub fn deep() -> Vec<String> {\n    [\"x\", \"y\"].iter().map(|n| \
                 crate::greeting::compose_greeting(n)).collect()\n}\n",
            )
            .file(
                "src/speech.rs",
                "pub trait Speaks {\n    fn speak(&self);\n}\n\npub struct Dog;\nimpl Speaks for Dog {\n    fn \
                 speak(&self) {}\n}\n\npub struct Cat;\nimpl Speaks for Cat {\n    fn speak(&self) {}\n}\n",
            )
            .file("src/outer.rs", "pub fn outer() -> usize {\n    super::greeting::compose_greeting(\"é\").len()\n}\n")
            .file(
                "tests/uses.rs",
                "#[test]\nfn greets() {\n    assert_eq!(sample::greeting::compose_greeting(\"t\"), \"hello t\");\n}\n",
            );
        Self {
            project,
            adapter: "rust",
            program: "rust-analyzer",
            function: "compose_greeting",
            declared_in: "src/greeting.rs",
            used_in: "src/outer.rs",
            endings: &[".rs"],
        }
    }

    /// C++ with a compilation database; the declaration is the definition, in a header.
    #[must_use]
    pub fn cpp() -> Self {
        let project = Project::new()
            .file(
                "include/greeting.hpp",
                "#pragma once\n#include <string>\n\nnamespace sample {\ninline std::string compose_greeting(const \
                 std::string& name) {\n  return \"hello \" + name;\n}\n}  // namespace sample\n",
            )
            .file(
                "src/main.cpp",
                "#include \"greeting.hpp\"\n\nint main() {\n  auto a = sample::compose_greeting(\"a\");\n  /* ö🦀 */ auto b \
                 = sample::compose_greeting(a);\n  return static_cast<int>(b.size());\n}\n",
            )
            .file(
                "src/inner/one.cpp",
                "#include \"greeting.hpp\"\n\nstd::string one() { return sample::compose_greeting(\"one\"); }\n",
            )
            .file(
                "src/outer/two.cpp",
                "#include \"greeting.hpp\"\n\nusing sample::compose_greeting;\n\nstd::string two() { return \
                 compose_greeting(compose_greeting(\"two\")); }\n",
            );
        let root = project.root().to_string_lossy().into_owned();
        let command = |file: &str| {
            serde_json::json!({
                "directory": root, "file": file,
                "arguments": ["clang++", "-std=c++17", "-Iinclude", "-c", file],
            })
        };
        let database = ["src/main.cpp", "src/inner/one.cpp", "src/outer/two.cpp"].map(command);
        project.write("compile_commands.json", &serde_json::json!(database).to_string());
        Self {
            project,
            adapter: "cpp",
            program: if crate::binary::on_path("clangd-22") { "clangd-22" } else { "clangd" },
            function: "compose_greeting",
            declared_in: "include/greeting.hpp",
            used_in: "src/inner/one.cpp",
            endings: &[".cpp", ".hpp"],
        }
    }

    /// A module with packages.
    #[must_use]
    pub fn go() -> Self {
        let project = Project::new()
            .file("go.mod", "module example.com/sample\n\ngo 1.18\n")
            .file(
                "greeting/greeting.go",
                "// Package greeting greets.\npackage greeting\n\nfunc ComposeGreeting(name string) string {\n\treturn \
                 \"hello \" + name\n}\n",
            )
            .file(
                "main.go",
                "package main\n\nimport (\n\t\"example.com/sample/greeting\"\n\t\"example.com/sample/inner\"\n\t\"example.com/\
                 sample/outer/far\"\n)\n\nfunc main() {\n\tö := \"🦀\"; println(ö, greeting.ComposeGreeting(\"main\"), \
                 inner.Twice(), far.Far())\n}\n",
            )
            .file(
                "inner/inner.go",
                "package inner\n\nimport \"example.com/sample/greeting\"\n\nfunc Twice() string {\n\treturn \
                 greeting.ComposeGreeting(\"a\") + greeting.ComposeGreeting(\"b\")\n}\n",
            )
            .file(
                "speech/speech.go",
                "package speech\n\ntype Speaker interface {\n\tSpeak() string\n}\n\ntype Dog struct{}\n\nfunc (Dog) \
                 Speak() string { return \"wow\" }\n\ntype Cat struct{}\n\nfunc (Cat) Speak() string { return \"mew\" }\n",
            )
            .file(
                "outer/far/far.go",
                "package far\n\nimport g \"example.com/sample/greeting\"\n\nfunc Far() func(string) string {\n\treturn \
                 g.ComposeGreeting\n}\n",
            );
        Self {
            project,
            adapter: "go",
            program: "gopls",
            function: "ComposeGreeting",
            declared_in: "greeting/greeting.go",
            used_in: "outer/far/far.go",
            endings: &[".go"],
        }
    }

    /// Modules under a `tsconfig.json`.
    #[must_use]
    pub fn typescript() -> Self {
        let config = r#"{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "node", "target":
            "es2020", "noEmit": true}, "include": ["src"]}"#;
        let project = Project::new()
            .file("tsconfig.json", config)
            .file("package.json", "{\"name\": \"sample\", \"private\": true}\n")
            .file(
                "src/greeting.ts",
                "/** Greets by name. */\nexport function composeGreeting(name: string): string {\n  return `hello \
                 ${name}`;\n}\n",
            )
            .file(
                "src/main.ts",
                "import { composeGreeting } from \"./greeting\";\n\nexport const ö = \"🦀\"; export const all = ö + \
                 composeGreeting(\"all\");\n",
            )
            .file(
                "src/inner/twice.ts",
                "import { composeGreeting } from \"../greeting\";\n\nexport function twice(): string {\n  return \
                 composeGreeting(\"a\") + composeGreeting(\"b\");\n}\n",
            )
            .file(
                "src/outer/far/far.ts",
                "import * as greeting from \"../../greeting\";\n\nexport const far = [\"x\"].map((n) => \
                 greeting.composeGreeting(n));\n",
            )
            .file("src/outer/again.ts", "export { composeGreeting } from \"../greeting\";\n");
        Self {
            project,
            adapter: "typescript",
            program: "typescript-language-server",
            function: "composeGreeting",
            declared_in: "src/greeting.ts",
            used_in: "src/outer/far/far.ts",
            endings: &[".ts"],
        }
    }

    /// A folder of sources without a build file: Maven and Gradle want a network.
    #[must_use]
    pub fn java() -> Self {
        let project = Project::new()
            .file(
                "src/sample/Greeting.java",
                "package sample;\n\n/** Greets people. */\npublic class Greeting {\n    private final String mark;\n\n    \
                 public Greeting(String mark) {\n        this.mark = mark;\n    }\n\n    /** Greets by name. */\n    public \
                 static String composeGreeting(String name) {\n        return \"hello \" + name;\n    }\n\n    public String \
                 marked(String name, int times) {\n        return (name + mark).repeat(times);\n    }\n\n    static class \
                 Inner<T> {\n        T value;\n    }\n}\n",
            )
            .file(
                "src/sample/Main.java",
                "package sample;\n\nimport java.util.List;\n\npublic class Main {\n    public static void main(String[] args) \
                 {\n        String ö = \"🦀\"; System.out.println(ö + Greeting.composeGreeting(\"all\"));\n        \
                 List<String> none = List.of();\n    }\n}\n",
            )
            .file(
                "src/sample/inner/Twice.java",
                "package sample.inner;\n\nimport sample.Greeting;\n\npublic final class Twice {\n    public String twice() \
                 {\n        return Greeting.composeGreeting(\"a\") + Greeting.composeGreeting(\"b\");\n    }\n}\n",
            )
            .file(
                "src/sample/outer/Far.java",
                "package sample.outer;\n\nimport java.util.List;\nimport sample.Greeting;\n\npublic final class Far {\n    \
                 public static List<String> far() {\n        return List.of(\"x\", \
                 \"y\").stream().map(Greeting::composeGreeting).toList();\n    }\n}\n",
            );
        Self {
            project,
            adapter: "java",
            program: "jdtls",
            function: "composeGreeting",
            declared_in: "src/sample/Greeting.java",
            // In Far, jdtls leads from the name to the interface that it stands for.
            used_in: "src/sample/inner/Twice.java",
            endings: &[".java"],
        }
    }

    /// A package with sub-packages.
    #[must_use]
    pub fn python() -> Self {
        let project = Project::new()
            .file("pyproject.toml", "[project]\nname = \"sample\"\nversion = \"0.1.0\"\n")
            .file("sample/__init__.py", "")
            .file(
                "sample/greeting.py",
                "def compose_greeting(name: str) -> str:\n    \"\"\"Greets by name.\"\"\"\n    return f\"hello {name}\"\n",
            )
            .file(
                "sample/main.py",
                "from sample.greeting import compose_greeting\n\nö = \"🦀\"; ALL = ö + compose_greeting(\"all\")\n",
            )
            .file("sample/inner/__init__.py", "")
            .file(
                "sample/inner/twice.py",
                "from ..greeting import compose_greeting\n\n\ndef twice() -> str:\n    return compose_greeting(\"a\") + \
                 compose_greeting(\"b\")\n",
            )
            .file("sample/outer/__init__.py", "")
            .file(
                "sample/outer/far.py",
                "import sample.greeting as g\n\n\ndef far() -> list[str]:\n    return [g.compose_greeting(n) for n in \
                 (\"x\", \"y\")]\n",
            );
        Self {
            project,
            adapter: "python",
            program: "pyright-langserver",
            function: "compose_greeting",
            declared_in: "sample/greeting.py",
            used_in: "sample/outer/far.py",
            endings: &[".py"],
        }
    }
}
