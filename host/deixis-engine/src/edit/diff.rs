//! The edits of a file as a unified diff, for people; only where it is small.

use similar::TextDiff;

use super::Planned;

/// Longest diff of one file, in bytes.
const MAX_DIFF: usize = 8_000;
/// Largest text that is compared, in bytes.
const MAX_TEXT: usize = 1024 * 1024;

/// The diff, unless it is too long.
pub(crate) fn unified(file: &Planned, new: &str) -> Option<String> {
    let replaced: usize = file.edits.iter().map(|edit| edit.new_text.len()).sum();
    if file.text.len() > MAX_TEXT || replaced > MAX_DIFF {
        return None;
    }
    let lines = TextDiff::from_lines(file.text.as_str(), new);
    let (old_name, new_name) = (format!("a/{}", file.path), format!("b/{}", file.path));
    let diff = lines.unified_diff().context_radius(1).header(&old_name, &new_name).to_string();
    (diff.len() <= MAX_DIFF).then_some(diff)
}
