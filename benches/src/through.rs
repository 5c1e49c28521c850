//! The same through the real binary, as a host asks.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use deixis_tests::binary;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::start::Start;
use serde_json::{Value, json};

use crate::Outcome;

/// Handshakes that are measured.
const HANDSHAKES: usize = 10;

/// A blocking MCP client.
pub(crate) struct Through {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
    next_id: u64,
    _folder: tempfile::TempDir,
}

impl Through {
    /// Starts Deixis with the scripted server and shakes hands.
    pub(crate) fn start(root: &Path, script: &Path) -> Outcome<Self> {
        let arguments = vec!["--script".to_owned(), script.to_string_lossy().into_owned()];
        let config = Config::new()
            .set("servers.toy.command", binary::scripted_ls().to_string_lossy().into_owned())
            .set("servers.toy.args", arguments)
            .set("servers.toy.file_extensions", deixis_tests::config::routes(&[(".toy", "toy")]));
        Self::start_with(&Start::new(root, config))
    }

    /// The same with any configuration.
    pub(crate) fn start_with(start: &Start) -> Outcome<Self> {
        let mut through = Self::spawn(start)?;
        through.shake_hands()?;
        Ok(through)
    }

    /// Calls a tool and waits for the answer.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Outcome<Value> {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    /// Sends that many hovers at once, and reads until all are answered.
    pub(crate) fn flood(&mut self, calls: usize) -> Outcome<Duration> {
        let arguments = json!({"path": "a.toy", "position": {"line": 0, "character": 3}});
        let mut all = String::new();
        for _ in 0..calls {
            let id = self.next_id;
            self.next_id += 1;
            let params = json!({"name": "hover", "arguments": arguments});
            let call =
                json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
            all.push_str(&call.to_string());
            all.push('\n');
        }
        let begun = Instant::now();
        let (input, output, line) = (&mut self.input, &mut self.output, &mut self.line);
        std::thread::scope(|scope| {
            let writing = scope.spawn(move || input.write_all(all.as_bytes()));
            for _ in 0..calls {
                line.clear();
                output.read_line(line)?;
                let message: Value = serde_json::from_str(line)?;
                if message["result"]["structuredContent"]["contents"].is_null() {
                    return Err(format!("no hover: {message}").into());
                }
            }
            let took = begun.elapsed();
            writing.join().map_err(|_| "the writer failed")??;
            Ok(took)
        })
    }

    /// Memory that the host holds, in KiB, where the system says it.
    pub(crate) fn resident_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// Asks for that many hovers, one after the other.
    pub(crate) fn hovers(&mut self, calls: usize) -> Outcome<Vec<Duration>> {
        let arguments = json!({"path": "a.toy", "position": {"line": 0, "character": 3}});
        let params = json!({"name": "hover", "arguments": arguments});
        let mut times = Vec::with_capacity(calls);
        for _ in 0..calls {
            let begun = Instant::now();
            let answer = self.ask("tools/call", &params)?;
            times.push(begun.elapsed());
            if answer["result"]["structuredContent"]["contents"].is_null() {
                return Err(format!("no hover: {answer}").into());
            }
        }
        Ok(times)
    }

    /// Closes its input and waits for its end.
    pub(crate) fn stop(self) -> Outcome<()> {
        let Self { mut child, input, output, .. } = self;
        drop(input);
        drop(output);
        let status = child.wait()?;
        if status.success() { Ok(()) } else { Err(format!("deixis ended with {status}").into()) }
    }

    fn spawn(start: &Start) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let (mut command, _) = start.command(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let input = child.stdin.take().ok_or("no pipe")?;
        let output = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        Ok(Self { child, input, output, line: String::new(), next_id: 1, _folder: folder })
    }

    fn shake_hands(&mut self) -> Outcome<()> {
        let client = json!({"name": "deixis-bench", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        self.ask("initialize", &params)?;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
    }

    fn ask(&mut self, method: &str, params: &Value) -> Outcome<Value> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            self.line.clear();
            if self.output.read_line(&mut self.line)? == 0 {
                return Err("deixis has ended".into());
            }
            let message: Value = serde_json::from_str(&self.line)?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    fn send(&mut self, message: &Value) -> Outcome<()> {
        self.input.write_all(format!("{message}\n").as_bytes())?;
        Ok(())
    }
}

/// From the start of the process to the answer of `initialize`, with every built-in
/// adapter configured; `warm` tells whether compiled code may be found in a cache.
pub(crate) fn handshakes(warm: bool) -> Outcome<Vec<Duration>> {
    let project = Project::new();
    let mut times = Vec::new();
    for _ in 0..HANDSHAKES {
        let cache = tempfile::tempdir()?;
        let config = ["rust", "cpp", "go", "java", "typescript", "python"]
            .into_iter()
            .fold(Config::new(), Config::adapter);
        let mut start = Start::new(project.root(), config);
        if !warm {
            start = start.environment("XDG_CACHE_HOME", cache.path());
        }
        let begun = Instant::now();
        let mut through = Through::spawn(&start)?;
        through.shake_hands()?;
        times.push(begun.elapsed());
        through.stop()?;
    }
    Ok(times)
}
