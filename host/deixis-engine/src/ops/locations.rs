//! Operations whose answer is a list of locations.

use deixis_hooks::results::Asked;
use deixis_lsp::{Call, call, wire};
use serde_json::json;

use super::refine::refine;
use super::virtual_documents;
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
            Goto::Definition => {
                self.locations::<call::Definition>(cx, target, near, Asked::Definition, None).await
            }
            Goto::Declaration => {
                let asked = Asked::Declaration;
                self.locations::<call::Declaration>(cx, target, near, asked, None).await
            }
            Goto::TypeDefinition => {
                let asked = Asked::TypeDefinition;
                self.locations::<call::TypeDefinition>(cx, target, near, asked, None).await
            }
            // Implementations are anywhere in the project.
            Goto::Implementation => {
                let asked = Asked::Implementation;
                self.locations::<call::Implementation>(cx, target, Track::Index, asked, None).await
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
        let extra = Some(("context", context));
        let asked = Asked::References;
        self.locations::<call::FindReferences>(cx, target, Track::Index, asked, extra).await
    }

    async fn locations<C: Call<Output = wire::Many<wire::Link>>>(
        &self,
        cx: &CallContext,
        target: &Target,
        track: Track,
        kind: Asked,
        extra: Option<(&'static str, serde_json::Value)>,
    ) -> Result<Answer<Vec<Place>>, OpError> {
        let aimed = self.aim(cx, target, operation(kind)).await?;
        let build = aimed.build(extra);
        let talk = self.talk(cx, &aimed.server).await?;
        let server = talk.running.name.clone();
        let mut asked = talk.ask::<C>(cx, track, &aimed.path, build).await?;
        if asked.output.unreadable > 0 {
            asked.state.incomplete.push(format!(
                "{} locations of {server} could not be read",
                asked.output.unreadable
            ));
        }
        let mut places = Places::new(&self.root, &self.texts, &asked.sent, Some(&aimed.path));
        let value = places.all(asked.output.items);
        let language = self.language(&aimed);
        let (running, state) = (&talk.running, &mut asked.state);
        let mut value = refine(running, &language, kind, value, |place| place, state).await;
        virtual_documents::complete(cx, &talk, value.iter_mut(), state).await;
        Ok(Answer { servers: vec![server], state: asked.state, value })
    }
}

/// The tool that asks for this.
fn operation(kind: Asked) -> &'static str {
    match kind {
        Asked::Definition => "definition",
        Asked::Declaration => "declaration",
        Asked::TypeDefinition => "type_definition",
        Asked::Implementation => "implementation",
        Asked::References | Asked::Calls => "references",
    }
}
