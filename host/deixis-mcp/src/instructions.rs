//! What a client tells its model about the whole server, once.

/// Instructions, at most 2,000 bytes; the first 512 stand on their own, because some clients cut
/// there.
pub(crate) const INSTRUCTIONS: &str = "\
Deixis asks this project's language servers. Prefer it to grep for code: answers follow meaning, \
not text, and are true for the files on disk now. Use `definition`, `type_definition`, \
`implementation` and `references` directly for targeted navigation; `document_symbols` only for \
an outline, never as a first step. Find a name with `workspace_symbols`; after an edit ask \
`diagnostics`. Say where with `path` + `line` + `symbol` (one-based line, the text on it).

Other ways to say where: `path` as `src/a.rs:12:5`, exactly as answers print it (one-based line, \
one-based UTF-8 byte column); `position` {line, character}, both zero-based, in UTF-8 bytes; or \
`symbol` alone, a name or name path such as `Session::new`, with or without `path`. If a name is \
ambiguous the error lists candidates: pass one back as `path`.

`incoming_calls` and `outgoing_calls` follow calls; `signature_help` wants a place between the \
parentheses of a call; `preview_rename` shows every edit of a rename and writes nothing, and \
`apply_rename`, if it is offered, makes exactly that.

Every answer names the server that gave it. `readiness` and `resultStability` say how settled an \
empty or early answer is: `transient` means ask again. `incomplete` lists known holes. An empty \
answer from a ready server means that there is nothing; diagnostics that are `unavailable` or not \
settled are no proof of a clean file, so run the project's own checks as well.

Long answers come in pages: call again with `offset` as the answer says. A server starts with the \
first call that needs it; `deixis_server_status` shows what runs and what a server can do.";

/// Longest instructions, in bytes: clients cut at 2,048.
#[cfg(test)]
pub(crate) const INSTRUCTIONS_BYTES: usize = 2_000;

/// How much some clients show at first, in bytes.
#[cfg(test)]
pub(crate) const LEAD_BYTES: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_fit_and_lead_with_the_guidance() {
        assert!(INSTRUCTIONS.len() <= INSTRUCTIONS_BYTES, "{} bytes", INSTRUCTIONS.len());
        let lead = INSTRUCTIONS.split("\n\n").next().unwrap_or_default();
        assert!(lead.len() <= LEAD_BYTES, "{} bytes", lead.len());
        for word in ["`definition`", "`references`"] {
            assert!(lead.contains(word), "{word}");
        }
        assert!(lead.contains("never as a first step"));
    }
}
