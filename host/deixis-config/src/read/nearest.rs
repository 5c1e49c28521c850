//! The known name that an unknown one was meant to be.

/// Names that people write from habit, and what they are called here.
const HABITS: &[(&str, &str)] = &[
    ("arguments", "args"),
    ("cmd", "command"),
    ("env", "environment"),
    ("executable", "command"),
    ("extensions", "file_extensions"),
    ("init_options", "initialization_options"),
    ("language_servers", "servers"),
    ("lsp", "servers"),
    ("path", "source"),
    ("patterns", "file_patterns"),
    ("plugin", "plugins"),
    ("program", "command"),
    ("server", "servers"),
    ("settings", "initialization_options"),
    ("wasm", "source"),
];

/// The nearest of `known` to `unknown`, if one is near enough to be worth saying.
pub(super) fn nearest<'k>(
    unknown: &str,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Option<&'k str> {
    let unknown = snake_case(unknown);
    if let Some((_, meant)) = HABITS.iter().find(|(habit, _)| *habit == unknown)
        && let Some(found) = known.clone().find(|one| one == meant)
    {
        return Some(found);
    }
    let allowed = 1 + unknown.chars().count() / 4;
    let near = known.map(|one| (distance(&unknown, &snake_case(one)), one));
    let (distance, found) = near.min_by_key(|(distance, _)| *distance)?;
    (distance <= allowed).then_some(found)
}

/// `fileExtensions` and `file-extensions` are near to `file_extensions`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    let mut after_lower = false;
    for one in name.chars() {
        if one.is_uppercase() && after_lower {
            out.push('_');
        }
        after_lower = one.is_lowercase() || one.is_ascii_digit();
        match one {
            '-' | ' ' => out.push('_'),
            _ => out.extend(one.to_lowercase()),
        }
    }
    out
}

/// Insertions, deletions, replacements and swaps of neighbours between the two.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, r) in right.iter().enumerate() {
            let replaced = last[j] + usize::from(l != r);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_undone() {
        let known = ["adapter", "args", "command", "environment", "file_extensions", "servers"];
        let check = |unknown: &str, expected: Option<&str>| {
            assert_eq!(nearest(unknown, known.iter().copied()), expected, "{unknown}");
        };
        check("comand", Some("command"));
        check("commnad", Some("command"));
        check("Command", Some("command"));
        check("fileExtensions", Some("file_extensions"));
        check("file-extensions", Some("file_extensions"));
        check("env", Some("environment"));
        check("server", Some("servers"));
        check("arg", Some("args"));
        check("agrs", Some("args"));
        check("adaptor", Some("adapter"));
        check("telemetry", None);
        check("wasm", None);
        check("x", None);
        check("", None);
    }

    #[test]
    fn distances() {
        let check = |left: &str, right: &str, expected: usize| {
            assert_eq!(distance(left, right), expected, "{left} {right}");
            assert_eq!(distance(right, left), expected, "{right} {left}");
        };
        check("", "", 0);
        check("", "abc", 3);
        check("abc", "abc", 0);
        check("abc", "acb", 1);
        check("kitten", "sitting", 3);
        check("ä", "a", 1);
    }
}
