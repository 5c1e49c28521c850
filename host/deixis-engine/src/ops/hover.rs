//! `textDocument/hover`.

use deixis_lsp::{call, wire};

use super::refine::clean;
use crate::answer::{Answer, Hover};
use crate::project::Project;
use crate::query::Target;
use crate::server::Track;
use crate::{CallContext, OpError};

impl Project {
    /// What the server says about a place, as markdown, uncut.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn hover(
        &self,
        cx: &CallContext,
        target: &Target,
    ) -> Result<Answer<Option<Hover>>, OpError> {
        let aimed = self.aim(cx, target, "hover").await?;
        let build = aimed.build(None);
        let talk = self.talk(cx, &aimed.server).await?;
        let server = talk.running.name.clone();
        let mut asked = talk.ask::<call::Hover>(cx, Track::Navigation, &aimed.path, build).await?;
        let mut hover = asked.output.and_then(|hover| {
            let contents = wire::markdown(&hover.contents);
            let range = hover.range.0.zip(asked.sent.text.as_ref());
            let range = range.map(|(range, text)| text.range_from_wire(range, asked.sent.encoding));
            (!contents.is_empty()).then_some(Hover { contents, range })
        });
        if let Some(hover) = &mut hover {
            let text = std::mem::take(&mut hover.contents);
            let language = self.language(&aimed);
            hover.contents = clean(&talk.running, &language, text, &mut asked.state).await;
        }
        Ok(Answer { servers: vec![server], state: asked.state, value: hover })
    }
}
