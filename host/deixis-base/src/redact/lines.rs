//! Redacting line by line, where the text comes as a stream.

use std::borrow::Cow;

use super::redact;

/// What stands for each line of a key block, after the first.
const REST: &str = "[redacted:private-key]";

/// Lines after which a key block that never ends is taken for ended.
const BLOCK_LINES: usize = 400;

/// Redacts the lines of one stream. A secret of several lines, a private key, is recognised by
/// its first line; the lines up to its last are replaced whole.
#[derive(Debug, Clone, Default)]
pub struct LineRedactor {
    /// Lines of the present key block that may still follow.
    inside: usize,
}

impl LineRedactor {
    /// The line as it may be shown.
    pub fn redact<'a>(&mut self, line: &'a str) -> Cow<'a, str> {
        if self.inside > 0 {
            self.inside = if line.contains("-----END ") { 0 } else { self.inside - 1 };
            return Cow::Borrowed(REST);
        }
        let begin = line.find("-----BEGIN ").filter(|at| line[*at..].contains("PRIVATE KEY"));
        match begin {
            Some(at) if !line[at..].contains("-----END ") => {
                self.inside = BLOCK_LINES;
                let before = redact(&line[..at]);
                Cow::Owned(format!("{before}{REST}"))
            }
            _ => redact(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expected: &[&str]) {
        let mut redactor = LineRedactor::default();
        let shown: Vec<_> = lines.iter().map(|line| redactor.redact(line).into_owned()).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_key_block_is_replaced_to_its_end() {
        let dashes = "-----";
        let begin = format!("key: {dashes}BEGIN RSA PRIVATE KEY{dashes}");
        let end = format!("{dashes}END RSA PRIVATE KEY{dashes}");
        check(
            &["before", &begin, "MIIabc", "", &end, "after"],
            &["before", "key: [redacted:private-key]", REST, REST, REST, "after"],
        );
    }

    #[test]
    fn a_block_that_never_ends_does_not_hide_everything() {
        let begin = "-----BEGIN PRIVATE KEY-----";
        let mut redactor = LineRedactor::default();
        redactor.redact(begin);
        let hidden = (0..BLOCK_LINES * 2).filter(|_| redactor.redact("text") == REST).count();
        assert_eq!(hidden, BLOCK_LINES);
    }

    #[test]
    fn what_is_no_key_is_left_alone() {
        let certificate = "-----BEGIN CERTIFICATE-----";
        check(&[certificate, "MIIabc"], &[certificate, "MIIabc"]);
    }
}
