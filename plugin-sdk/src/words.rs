//! Words of programs, for hooks that judge names.

/// Whether a text is formed like an identifier: letters, digits and
/// underscores, with no digit first. `also` are further characters that count
/// as letters, like `$`. For names that a hook makes or accepts by itself,
/// which the host does not check any more.
#[must_use]
pub fn is_word(text: &str, also: &[char]) -> bool {
    let letter = |c: char| c.is_alphabetic() || c == '_' || also.contains(&c);
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_alphanumeric())
}

/// Bytes of a text that is kept or shown.
const SHORT_BYTES: usize = 1 << 10;
/// Bytes of a name that the host takes.
const NAME_BYTES: usize = 256;
/// Bytes of a sentence that the host takes.
const SENTENCE_BYTES: usize = 4 << 10;

/// The beginning of what a server says, for states and sentences.
#[must_use]
pub fn shortened(text: &str) -> String {
    text[..text.floor_char_boundary(SHORT_BYTES)].to_owned()
}

/// A name, as much of it as the host takes.
pub(crate) fn name(text: &str) -> String {
    text[..text.floor_char_boundary(NAME_BYTES)].to_owned()
}

/// A sentence, as much of it as the host takes.
pub(crate) fn sentence(text: &str) -> String {
    text[..text.floor_char_boundary(SENTENCE_BYTES)].to_owned()
}

/// How often the word `as` stands beside one of the names.
pub(crate) fn aliases(text: &str, names: [&str; 2]) -> usize {
    let apart = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#'));
    let words: Vec<&str> = text.split(apart).filter(|word| !word.is_empty()).collect();
    let is_name = |at: Option<usize>| {
        at.and_then(|at| words.get(at)).is_some_and(|word| names.contains(word))
    };
    let beside = |at: &usize| is_name(at.checked_sub(1)) || is_name(at.checked_add(1));
    (0..words.len()).filter(|at| words[*at] == "as").filter(beside).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_do_not_start_with_digits() {
        for text in ["a", "_", "größe", "a1", "__x9"] {
            assert!(is_word(text, &[]), "{text}");
        }
        for text in ["", "1", "1a", "a b", "a-b", "$a", "a$"] {
            assert!(!is_word(text, &[]), "{text}");
        }
        assert!(is_word("$a", &['$']) && is_word("a$1", &['$']) && !is_word("1$", &['$']));
    }
}
