//! The yardstick: a language server asked directly, one request at a time.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use deixis_tests::binary;
use serde_json::{Value, json};

use crate::Outcome;

/// A blocking client.
pub(crate) struct Direct {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    uri: String,
    next_id: u64,
    body: Vec<u8>,
    header: String,
}

impl Direct {
    /// Starts the scripted server, shakes hands, opens the one document.
    pub(crate) fn start(root: &Path, script: &Path) -> Outcome<Self> {
        let arguments = ["--script".to_owned(), script.to_string_lossy().into_owned()];
        Self::spawn(binary::scripted_ls(), &arguments, root, "a.toy")
    }

    /// The same with any server and any document.
    pub(crate) fn spawn(
        program: &Path,
        arguments: &[String],
        root: &Path,
        document: &str,
    ) -> Outcome<Self> {
        let text = std::fs::read_to_string(root.join(document))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let input = child.stdin.take().ok_or("no pipe")?;
        let output = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        let root = format!("file://{}", root.display());
        let uri = format!("{root}/{document}");
        let (body, header) = (Vec::new(), String::new());
        let mut direct = Self { child, input, output, uri, next_id: 1, body, header };
        direct
            .ask("initialize", &json!({"processId": null, "rootUri": root, "capabilities": {}}))?;
        direct.send(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}))?;
        let document = json!({"uri": direct.uri, "languageId": "toy", "version": 1, "text": text});
        let params = json!({"textDocument": document});
        direct
            .send(&json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params}))?;
        Ok(direct)
    }

    /// Asks for that many hovers, one after the other.
    pub(crate) fn hovers(&mut self, calls: usize) -> Outcome<Vec<Duration>> {
        let params =
            json!({"textDocument": {"uri": self.uri}, "position": {"line": 0, "character": 3}});
        let mut times = Vec::with_capacity(calls);
        for _ in 0..calls {
            let begun = Instant::now();
            let answer = self.ask("textDocument/hover", &params)?;
            times.push(begun.elapsed());
            if answer["result"]["contents"].is_null() {
                return Err(format!("no hover: {answer}").into());
            }
        }
        Ok(times)
    }

    /// Lets the server go and waits for its end.
    pub(crate) fn stop(self) -> Outcome<()> {
        let Self { mut child, input, .. } = self;
        drop(input);
        child.wait()?;
        Ok(())
    }

    /// Asks and waits for the answer, which is read whole.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Outcome<Value> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let answer = self.receive()?;
        if answer["id"] != id {
            return Err(format!("not the answer to {id}: {answer}").into());
        }
        Ok(answer)
    }

    fn send(&mut self, message: &Value) -> Outcome<()> {
        let body = message.to_string();
        self.input.write_all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes())?;
        Ok(())
    }

    fn receive(&mut self) -> Outcome<Value> {
        let mut length = 0;
        loop {
            self.header.clear();
            if self.output.read_line(&mut self.header)? == 0 {
                return Err("the server has ended".into());
            }
            match self.header.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse()?,
                None if self.header.trim_end().is_empty() => break,
                None => {}
            }
        }
        self.body.resize(length, 0);
        self.output.read_exact(&mut self.body)?;
        Ok(serde_json::from_slice(&self.body)?)
    }
}
