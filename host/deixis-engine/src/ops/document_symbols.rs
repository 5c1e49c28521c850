//! `textDocument/documentSymbol`.

use std::sync::Arc;

use deixis_base::RootedPath;
use deixis_lsp::call;
use serde_json::json;

use super::symbols::convert;
use crate::aim::raw;
use crate::answer::{Answer, Symbol};
use crate::fleet::Server;
use crate::places::Places;
use crate::project::Project;
use crate::server::Track;
use crate::{CallContext, OpError};

impl Project {
    /// The outline of a file; parents before children.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn document_symbols(
        &self,
        cx: &CallContext,
        path: &str,
        server: Option<&str>,
    ) -> Result<Answer<Vec<Symbol>>, OpError> {
        let (path, _) = self.file(path)?;
        let (name, _) = self.route(&path, server, "document_symbols")?;
        let server = Arc::clone(self.fleet.server(&name)?);
        self.document_symbols_of(cx, &server, &path).await
    }

    pub(crate) async fn document_symbols_of(
        &self,
        cx: &CallContext,
        server: &Arc<Server>,
        path: &RootedPath,
    ) -> Result<Answer<Vec<Symbol>>, OpError> {
        let build: crate::ask::Build = Arc::new(|subject| {
            let uri = subject.document.map(|(uri, _)| uri);
            raw(&json!({"textDocument": {"uri": uri}}))
        });
        let (name, mut asked) = self
            .ask::<call::DocumentSymbols>(cx, server, Track::Navigation, Some(path), build)
            .await?;
        let Some(running) = server.running() else { return Err(self.gone(server)) };
        let mut places = Places::new(&self.root, &self.texts, &asked.sent, Some(path));
        let language = server.configured.routes.language(path).map_or("", |language| language);
        let uri = self.root.uri_of(path);
        let (value, bypassed) =
            convert(&running, &mut places, &self.root, asked.output.items, Some(&uri), language)
                .await;
        asked.state.note_bypassed(bypassed);
        Ok(Answer { servers: vec![name], state: asked.state, value })
    }
}
