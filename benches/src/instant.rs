//! A language server that answers at once: references as prepared text, everything else
//! with `null`. The scripted server reads and fills in its replies each time, which for a
//! large one costs more than what is measured here.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Outcome;

/// What it says of itself.
const CAPABILITIES: &str = r#"{"capabilities":{"positionEncoding":"utf-8","textDocumentSync":1,"referencesProvider":true}}"#;

/// The part of a message that it looks at.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<String>,
}

/// Serves standard input until `exit` or its end; `references` holds the prepared answer.
pub(crate) fn serve(references: &Path) -> Outcome<()> {
    let references = std::fs::read_to_string(references)?;
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let mut output = std::io::stdout().lock();
    let (mut header, mut body) = (String::new(), Vec::new());
    loop {
        let mut length = 0;
        loop {
            header.clear();
            if input.read_line(&mut header)? == 0 {
                return Ok(());
            }
            match header.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse()?,
                None if header.trim_end().is_empty() => break,
                None => {}
            }
        }
        body.resize(length, 0);
        input.read_exact(&mut body)?;
        let message: Message<'_> = serde_json::from_slice(&body)?;
        let result = match message.method.as_deref() {
            Some("exit") => return Ok(()),
            Some("initialize") => CAPABILITIES,
            Some("textDocument/references") => &references,
            _ => "null",
        };
        if let Some(id) = message.id {
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.get());
            output.write_all(
                format!("Content-Length: {}\r\n\r\n{answer}", answer.len()).as_bytes(),
            )?;
            output.flush()?;
        }
    }
}
