//! Operations whose answer is a list of locations.

use deixis_lsp::{Call, call, wire};
use serde_json::json;

use crate::answer::{Answer, Place};
use crate::places::Places;
use crate::project::Project;
use crate::query::{Goto, Target};
use crate::server::Track;
use crate::{CallContext, OpError};

impl Project {
    /// Definition, declaration, type definition or implementations.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn go_to(
        &self,
        cx: &CallContext,
        target: &Target,
        goto: Goto,
    ) -> Result<Answer<Vec<Place>>, OpError> {
        let near = Track::Navigation;
        match goto {
            Goto::Definition => self.locations::<call::Definition>(cx, target, near, None).await,
            Goto::Declaration => self.locations::<call::Declaration>(cx, target, near, None).await,
            Goto::TypeDefinition => {
                self.locations::<call::TypeDefinition>(cx, target, near, None).await
            }
            // Implementations are anywhere in the project.
            Goto::Implementation => {
                self.locations::<call::Implementation>(cx, target, Track::Index, None).await
            }
        }
    }

    /// `textDocument/references`.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn references(
        &self,
        cx: &CallContext,
        target: &Target,
        include_declaration: bool,
    ) -> Result<Answer<Vec<Place>>, OpError> {
        let context = json!({ "includeDeclaration": include_declaration });
        self.locations::<call::FindReferences>(cx, target, Track::Index, Some(("context", context)))
            .await
    }

    async fn locations<C: Call<Output = wire::Many<wire::Link>>>(
        &self,
        cx: &CallContext,
        target: &Target,
        track: Track,
        extra: Option<(&'static str, serde_json::Value)>,
    ) -> Result<Answer<Vec<Place>>, OpError> {
        let aimed = self.aim(cx, target).await?;
        let build = aimed.build(extra);
        let (server, mut asked) =
            self.ask::<C>(cx, &aimed.server, track, Some(&aimed.path), build).await?;
        if asked.output.unreadable > 0 {
            asked.state.incomplete.push(format!(
                "{} locations of {server} could not be read",
                asked.output.unreadable
            ));
        }
        let mut places = Places::new(&self.root, &self.texts, &asked.sent, Some(&aimed.path));
        let value = places.all(asked.output.items);
        Ok(Answer { servers: vec![server], state: asked.state, value })
    }
}
