//! Something worth asking about: a function that is used elsewhere.

use deixis_engine::answer::{Place, Symbol};
use deixis_engine::{CallContext, OpError, Project, Target};

use super::walk;

/// Files that are looked into.
const MAX_FILES: usize = 8;
/// Symbols that are asked about.
const MAX_SYMBOLS: usize = 24;
/// Sizes of files that make a good outline, in bytes.
const GOOD_SIZE: std::ops::RangeInclusive<u64> = 20..=30_000;
/// LSP kinds worth asking about: class, method, interface, function, struct.
const GOOD_KINDS: [u32; 5] = [5, 6, 11, 12, 23];

/// The subject of a tour.
pub(crate) struct Subject {
    /// Its file.
    pub(crate) path: String,
    /// Its name.
    pub(crate) name: String,
    /// `path:line:column` of its declaration.
    pub(crate) at: String,
    /// `path:line:column` of a use, in another file where there is one.
    pub(crate) used_at: String,
}

/// The symbol that is used in most files, among those looked at.
pub(crate) async fn find(
    project: &Project,
    server: &str,
    cx: &CallContext,
) -> anyhow::Result<Option<Subject>> {
    let mut files: Vec<_> = walk::files(project.root())
        .into_iter()
        .filter(|file| GOOD_SIZE.contains(&file.size) && !file.path.as_str().contains("test"))
        .collect();
    files.sort_by_key(|file| std::cmp::Reverse(file.size));
    let mut best: Option<(usize, Subject)> = None;
    let mut looked = 0;
    let mut asked = 0;
    for file in files {
        if looked == MAX_FILES || asked == MAX_SYMBOLS {
            break;
        }
        let outline = match project.document_symbols(cx, file.path.as_str(), Some(server)).await {
            Ok(outline) => outline.value,
            Err(OpError::Routing { .. } | OpError::Document { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        looked += 1;
        for symbol in outline.iter().filter(|symbol| GOOD_KINDS.contains(&symbol.kind)).take(4) {
            asked += 1;
            let Some((spread, subject)) = uses(project, cx, symbol).await? else { continue };
            if best.as_ref().is_none_or(|(most, _)| spread > *most) {
                best = Some((spread, subject));
            }
        }
        if best.as_ref().is_some_and(|(spread, _)| *spread >= 3) {
            break;
        }
    }
    Ok(best.map(|(_, subject)| subject))
}

/// In how many files a symbol is used, and one of the uses.
async fn uses(
    project: &Project,
    cx: &CallContext,
    symbol: &Symbol,
) -> anyhow::Result<Option<(usize, Subject)>> {
    let Some((path, at)) = spot(&symbol.place) else { return Ok(None) };
    let target = Target { path: Some(at.clone()), ..Target::default() };
    let references = match project.references(cx, &target, false).await {
        Ok(references) => references.value,
        Err(OpError::Lsp { .. } | OpError::Unsupported { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut spots: Vec<(String, String)> = references.iter().filter_map(spot).collect();
    // Uses in other files first.
    spots.sort_by_key(|(in_file, _)| *in_file == path);
    let Some((_, used_at)) = spots.first().cloned() else { return Ok(None) };
    let mut in_files: Vec<&String> = spots.iter().map(|(in_file, _)| in_file).collect();
    in_files.sort();
    in_files.dedup();
    Ok(Some((in_files.len(), Subject { path, name: symbol.name_path.clone(), at, used_at })))
}

/// File and `path:line:column` of a place in the project.
fn spot(place: &Place) -> Option<(String, String)> {
    let Place::Inside { path, range, selection, .. } = place else { return None };
    let start = selection.unwrap_or(*range).start;
    Some((path.to_string(), format!("{path}:{}:{}", start.line + 1, start.byte + 1)))
}
