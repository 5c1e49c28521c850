//! `workspace/symbol`, of one server or of all that are attached.

use std::sync::Arc;

use deixis_lsp::{Feature, call};
use futures_util::future::join_all;
use serde_json::json;

use super::state::join;
use super::symbols::convert;
use crate::aim::raw;
use crate::answer::{Answer, AnswerState, Degraded, Symbol};
use crate::fleet::Server;
use crate::places::Places;
use crate::project::Project;
use crate::server::{Running, Track, hear};
use crate::{CallContext, OpError};

impl Project {
    /// Symbols that match a query. With `server` that one is asked (and
    /// started if need be); without, all attached ones that can answer, at the
    /// same time; their answers follow each other in server-name order.
    ///
    /// # Errors
    /// [`OpError`]; of several servers' errors the first, if none answered.
    pub async fn workspace_symbols(
        &self,
        cx: &CallContext,
        query: &str,
        server: Option<&str>,
    ) -> Result<Answer<Vec<Symbol>>, OpError> {
        if let Some(name) = server {
            let server = Arc::clone(self.fleet.server(name)?);
            return self.symbols_of(cx, &server, query).await;
        }
        let mut asked = Vec::new();
        let answers = |server: &&Arc<Server>| server.configured.scope.answers("workspace_symbols");
        for server in self.fleet.servers.values().filter(answers) {
            if let Some(peek) = self.peek_attached(server).await
                && peek.features.contains(&Feature::WorkspaceSymbols)
            {
                asked.push(Arc::clone(server));
            }
        }
        let answers = join_all(asked.iter().map(|server| self.symbols_of(cx, server, query))).await;
        merge(answers)
    }

    async fn symbols_of(
        &self,
        cx: &CallContext,
        server: &Arc<Server>,
        query: &str,
    ) -> Result<Answer<Vec<Symbol>>, OpError> {
        let running = self.started(cx, server).await?;
        let (text, cap, bypassed) = rewrite(&running, query).await;
        let build: crate::ask::Build = Arc::new(move |_| raw(&json!({ "query": text })));
        let (name, mut asked) =
            self.ask::<call::WorkspaceSymbols>(cx, server, Track::Index, None, build).await?;
        if cap.is_some_and(|cap| asked.output.items.len() >= cap as usize) {
            asked.state.incomplete.push(format!(
                "{name} stops at {} symbols; say more of the name",
                asked.output.items.len()
            ));
        }
        let mut places = Places::new(&self.root, &self.texts, &asked.sent, None);
        let language = running
            .adapter
            .as_ref()
            .and_then(|adapter| adapter.descriptor().languages.first().map(|l| l.id.clone()));
        let (value, unnamed) = convert(
            &running,
            &mut places,
            &self.root,
            asked.output.items,
            None,
            &language.unwrap_or_default(),
        )
        .await;
        asked.state.note_bypassed(bypassed.into_iter().chain(unnamed));
        Ok(Answer { servers: vec![name], state: asked.state, value })
    }
}

/// What to send for a query, and where the server caps.
async fn rewrite(running: &Running, query: &str) -> (String, Option<u32>, Vec<Degraded>) {
    let hooks = running.adapter.as_ref().and_then(|adapter| Some((adapter, adapter.symbols()?)));
    let Some((adapter, hooks)) = hooks else { return (query.to_owned(), None, Vec::new()) };
    match hear(adapter, hooks.rewrite(query.to_owned())).await {
        (Ok(rewritten), bypassed) => (rewritten.text, rewritten.cap, bypassed),
        (Err(_), bypassed) => (query.to_owned(), None, bypassed),
    }
}

fn merge(
    answers: Vec<Result<Answer<Vec<Symbol>>, OpError>>,
) -> Result<Answer<Vec<Symbol>>, OpError> {
    let mut merged =
        Answer { servers: Vec::new(), state: AnswerState::default(), value: Vec::new() };
    let mut first_error = None;
    for answer in answers {
        match answer {
            Ok(answer) => {
                let base = merged.value.len();
                merged.servers.extend(answer.servers);
                join(&mut merged.state, answer.state);
                merged.value.extend(answer.value.into_iter().map(|mut symbol| {
                    symbol.parent = symbol.parent.map(|parent| parent + base);
                    symbol
                }));
            }
            Err(error) => {
                merged.state.incomplete.push(error.to_string());
                first_error.get_or_insert(error);
            }
        }
    }
    match first_error {
        Some(error) if merged.servers.is_empty() => Err(error),
        _ => Ok(merged),
    }
}
