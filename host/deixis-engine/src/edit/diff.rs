//! The edits as a unified diff, for people; only where it is small.

use similar::TextDiff;

use super::Planned;
use crate::answer::Edit;
use deixis_base::Text;

/// Longest diff, in bytes.
const MAX_DIFF: usize = 8_000;
/// Bytes of text that are compared, in all files together.
const MAX_TEXT: usize = 2 * 1024 * 1024;

/// The diff, unless it is too long.
pub(crate) fn unified(files: &[Planned]) -> Option<String> {
    let size: usize = files.iter().map(|file| file.text.len()).sum();
    let replaced: usize =
        files.iter().flat_map(|file| &file.edits).map(|edit| edit.new_text.len()).sum();
    if size > MAX_TEXT || replaced > MAX_DIFF {
        return None;
    }
    let mut diff = String::new();
    for file in files {
        let new = applied(&file.text, &file.edits);
        let lines = TextDiff::from_lines(file.text.as_str(), &new);
        let (old_name, new_name) = (format!("a/{}", file.path), format!("b/{}", file.path));
        let mut of_file = lines.unified_diff();
        diff.push_str(&of_file.context_radius(1).header(&old_name, &new_name).to_string());
        if diff.len() > MAX_DIFF {
            return None;
        }
    }
    Some(diff)
}

/// The text with the edits made; they are sorted and do not overlap.
fn applied(text: &Text, edits: &[Edit]) -> String {
    let old = text.as_str();
    let mut new = String::with_capacity(old.len());
    let mut done = 0;
    for edit in edits {
        let range = text.byte_range(edit.range);
        new.push_str(&old[done..range.start]);
        new.push_str(&edit.new_text);
        done = range.end;
    }
    new.push_str(&old[done..]);
    new
}
