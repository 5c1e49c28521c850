//! From what the caller said to a file, its server, and a place in the text
//! that the server has.

use std::sync::Arc;

use deixis_base::{Encoding, PathError, Position, RootedPath, Text, WirePosition};
use serde_json::json;
use serde_json::value::RawValue;

use crate::answer::Place;
use crate::ask::Build;
use crate::error::Candidate;
use crate::fleet::Server;
use crate::places::at;
use crate::project::Project;
use crate::query::{Aim, Target};
use crate::{CallContext, OpError, names};

/// A resolved target.
pub(crate) struct Aimed {
    pub(crate) server: Arc<Server>,
    pub(crate) path: RootedPath,
    spot: Spot,
}

/// A place that the driver finds in the text it has.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Spot {
    At(Position),
    /// One-based line and the text on it.
    OnLine(u32, String),
}

impl Aimed {
    /// The place in a text.
    pub(crate) fn position(&self, text: &Text) -> Result<Position, OpError> {
        let place = self.spot.find(&self.path, text, Encoding::Utf8)?;
        Ok(Position { line: place.line, byte: place.character })
    }

    /// Makes position parameters with `extra` fields.
    pub(crate) fn build(&self, extra: Option<(&'static str, serde_json::Value)>) -> Build {
        let (path, spot) = (self.path.clone(), self.spot.clone());
        Arc::new(move |subject| {
            let Some((uri, text)) = subject.document else {
                let message = format!("{path} is not open");
                return Err(OpError::Document { path: path.to_string(), message });
            };
            let position = spot.find(&path, text, subject.encoding)?;
            let mut params = json!({"textDocument": {"uri": uri}, "position": position});
            if let Some((key, value)) = &extra {
                params[*key] = value.clone();
            }
            raw(&params)
        })
    }
}

impl Project {
    /// Resolves a target of an operation, which is a tool's name.
    pub(crate) async fn aim(
        &self,
        cx: &CallContext,
        target: &Target,
        operation: &str,
    ) -> Result<Aimed, OpError> {
        let server = target.server.as_deref();
        let Some(given) = &target.path else {
            return match &target.aim {
                Aim::Symbol(name) => self.aim_anywhere(cx, name, server).await,
                _ => Err(OpError::InvalidArguments {
                    message: "path is missing; say for example path: \"src/lib.rs\", line: 12, symbol: \"name\"".to_owned(),
                }),
            };
        };
        let (path, suffix) = self.file(given)?;
        let (name, _) = self.route(&path, server, operation)?;
        let server = Arc::clone(self.fleet.server(&name)?);
        let spot = match (&target.aim, suffix) {
            (Aim::Position { line, character }, _) => {
                Spot::At(Position { line: *line, byte: *character })
            }
            (Aim::LineSymbol { line, symbol }, _) => Spot::OnLine(*line, symbol.clone()),
            (Aim::Symbol(name), _) => {
                Spot::At(self.symbol_in_file(cx, &path, &server, name).await?)
            }
            (Aim::Unsaid, Some(position)) => Spot::At(position),
            (Aim::Unsaid, None) => {
                return Err(OpError::InvalidArguments {
                    message: format!(
                        "where in {path}? Say line and symbol (line: 12, symbol: \"name\"), or symbol alone, or path: \"{path}:12:5\""
                    ),
                });
            }
        };
        Ok(Aimed { server, path, spot })
    }

    /// The language id of what was aimed at; empty where the server's routes do not say it.
    pub(crate) fn language(&self, aimed: &Aimed) -> Arc<str> {
        aimed.server.configured.routes.language(&aimed.path).cloned().unwrap_or_else(|| "".into())
    }

    /// A file that the caller named, with the position of `path:line:column`
    /// if no file has that literal name.
    pub(crate) fn file(&self, given: &str) -> Result<(RootedPath, Option<Position>), OpError> {
        match self.root.resolve(given) {
            Ok(path) => Ok((path, None)),
            Err(error) => {
                if let Some((path, line, column)) = with_place(given)
                    && matches!(error, PathError::NotFound { .. })
                    && let Ok(path) = self.root.resolve(path)
                {
                    return one_based(&path, line, column).map(|place| (path, Some(place)));
                }
                self.in_place()?;
                Err(OpError::InvalidPath { path: given.to_owned(), message: error.to_string() })
            }
        }
    }

    /// Fails if the root's path does not lead to the root any more.
    pub(crate) fn in_place(&self) -> Result<(), OpError> {
        if self.root.is_in_place() {
            return Ok(());
        }
        let path = self.root.path().display().to_string();
        let message = format!(
            "{path} is not the folder any more that it was when Deixis started (moved, deleted or replaced): restart Deixis"
        );
        Err(OpError::InvalidPath { path, message })
    }

    async fn symbol_in_file(
        &self,
        cx: &CallContext,
        path: &RootedPath,
        server: &Arc<Server>,
        name: &str,
    ) -> Result<Position, OpError> {
        let symbols = self.document_symbols_of(cx, server, path).await?;
        let symbol = names::find(&symbols.value, name, path.as_str(), false)
            .map_err(|error| self.with_uses(error, path, name))?;
        match &symbol.place {
            Place::Inside { range, selection, .. } => Ok(selection.unwrap_or(*range).start),
            Place::Outside { .. } => Err(OpError::SymbolNotFound {
                message: format!("{name:?} is not in {path}"),
                nearest: Vec::new(),
                incomplete: false,
            }),
        }
    }

    /// A name that a file does not declare may yet be used there.
    fn with_uses(&self, error: OpError, path: &RootedPath, name: &str) -> OpError {
        let OpError::SymbolNotFound { mut message, nearest, incomplete } = error else {
            return error;
        };
        let last = names::segments(name).last().map_or(name, |last| last);
        let mut uses =
            self.texts.get(path).map(|text| elsewhere(path, &text, last)).unwrap_or_default();
        if !uses.is_empty() {
            message.push_str(
                "; it is used there, though: say one of these places, or line and symbol",
            );
        }
        uses.extend(nearest);
        OpError::SymbolNotFound { message, nearest: uses, incomplete }
    }

    /// A symbol somewhere in the workspace.
    async fn aim_anywhere(
        &self,
        cx: &CallContext,
        name: &str,
        server: Option<&str>,
    ) -> Result<Aimed, OpError> {
        let last = names::segments(name).last().map_or(name, |last| last).to_owned();
        let found = self.workspace_symbols(cx, &last, server).await?;
        if found.servers.is_empty() {
            return Err(OpError::InvalidArguments {
                message: format!(
                    "no language server is attached yet, so {name:?} cannot be looked up by name alone; give a path, or server: one of {}",
                    self.server_names().join(", ")
                ),
            });
        }
        let whereabouts = format!("the workspace symbols of {}", found.servers.join(", "));
        let capped = !found.state.incomplete.is_empty();
        let symbol = names::find(&found.value, name, &whereabouts, capped)?;
        match &symbol.place {
            Place::Inside { path, range, selection, .. } => Ok(Aimed {
                server: Arc::clone(self.fleet.server(&symbol.server)?),
                path: path.clone(),
                spot: Spot::At(selection.unwrap_or(*range).start),
            }),
            Place::Outside { uri, .. } => Err(OpError::SymbolNotFound {
                message: format!("{name:?} is outside the project, in {uri}"),
                nearest: Vec::new(),
                incomplete: false,
            }),
        }
    }
}

impl Spot {
    fn find(
        &self,
        path: &RootedPath,
        text: &Text,
        encoding: Encoding,
    ) -> Result<WirePosition, OpError> {
        let position = match self {
            Self::At(position) => *position,
            Self::OnLine(line, symbol) => on_line(path, text, *line, symbol)?,
        };
        text.to_wire(position, encoding).map_err(|error| OpError::InvalidPosition {
            path: path.to_string(),
            message: format!("{path}: {error}"),
        })
    }
}

/// The one place on a line where a text stands; as a whole word if it stands
/// so anywhere.
fn on_line(path: &RootedPath, text: &Text, line: u32, symbol: &str) -> Result<Position, OpError> {
    let count = text.line_count();
    let content = line.checked_sub(1).and_then(|line| text.line(line)).ok_or_else(|| {
        OpError::InvalidPosition {
            path: path.to_string(),
            message: format!(
                "{path} has lines 1 to {count}; line {line} was asked for (line is one-based)"
            ),
        }
    })?;
    let hits: Vec<usize> =
        content.match_indices(symbol).map(|(at, _)| at).filter(|_| !symbol.is_empty()).collect();
    let words: Vec<usize> =
        hits.iter().copied().filter(|at| is_word(content, *at, symbol.len())).collect();
    let hits = if words.is_empty() { hits } else { words };
    let position =
        |at: usize| Position { line: line - 1, byte: u32::try_from(at).unwrap_or(u32::MAX) };
    match hits.as_slice() {
        [only] => Ok(position(*only)),
        [] => Err(OpError::SymbolNotFound {
            message: format!(
                "{symbol:?} does not stand on line {line} of {path}, which reads: {}",
                content.trim()
            ),
            nearest: elsewhere(path, text, symbol),
            incomplete: false,
        }),
        several => Err(OpError::AmbiguousSymbol {
            message: format!(
                "{symbol:?} stands {} times on line {line} of {path}; say which by its place",
                several.len()
            ),
            candidates: several
                .iter()
                .take(20)
                .map(|hit| spot_candidate(path, text, symbol, position(*hit)))
                .collect(),
        }),
    }
}

/// Other lines on which a text stands as a word.
fn elsewhere(path: &RootedPath, text: &Text, symbol: &str) -> Vec<Candidate> {
    if symbol.is_empty() {
        return Vec::new();
    }
    let whole = text.as_str();
    let hits = whole.match_indices(symbol).map(|(offset, _)| offset);
    hits.filter(|offset| is_word(whole, *offset, symbol.len()))
        .take(5)
        .map(|offset| spot_candidate(path, text, symbol, text.position(offset)))
        .collect()
}

fn spot_candidate(path: &RootedPath, text: &Text, symbol: &str, position: Position) -> Candidate {
    let line = crate::places::line_text(text, position.line).map(|line| line.to_string());
    Candidate { name: symbol.to_owned(), at: at(path, position), kind: None, text: line }
}

/// Whether so many bytes from there are a whole word.
pub(crate) fn is_word(line: &str, at: usize, length: usize) -> bool {
    let joins = |character: char| character.is_alphanumeric() || character == '_';
    let before = line[..at].chars().next_back().is_some_and(joins);
    let after = line[at + length..].chars().next().is_some_and(joins);
    !before && !after
}

/// `path:line:column` or `path:line`, with the numbers as they are.
fn with_place(given: &str) -> Option<(&str, u32, u32)> {
    let (rest, last) = given.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest.rsplit_once(':') {
        Some((path, line)) if line.parse::<u32>().is_ok() => Some((path, line.parse().ok()?, last)),
        _ => Some((rest, last, 1)),
    }
}

/// A place from one-based numbers.
fn one_based(path: &RootedPath, line: u32, column: u32) -> Result<Position, OpError> {
    match (line.checked_sub(1), column.checked_sub(1)) {
        (Some(line), Some(byte)) => Ok(Position { line, byte }),
        _ => Err(OpError::InvalidPosition {
            path: path.to_string(),
            message: format!(
                "{path}:{line}:{column} is no place: lines and columns begin at 1 in this form"
            ),
        }),
    }
}

/// Parameters as JSON text.
pub(crate) fn raw(params: &serde_json::Value) -> Result<Box<RawValue>, OpError> {
    serde_json::value::to_raw_value(params).map_err(|error| OpError::InvalidArguments {
        message: format!("the parameters cannot be written as JSON: {error}"),
    })
}
