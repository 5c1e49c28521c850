//! `textDocument/signatureHelp`.

use deixis_lsp::{call, wire};

use crate::answer::{Answer, Parameter, Signature, Signatures};
use crate::project::Project;
use crate::query::Target;
use crate::server::Track;
use crate::{CallContext, OpError};

impl Project {
    /// The signatures of the call around a place.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn signature_help(
        &self,
        cx: &CallContext,
        target: &Target,
    ) -> Result<Answer<Option<Signatures>>, OpError> {
        let aimed = self.aim(cx, target, "signature_help").await?;
        // No context: it tells an editor's popup from a first question, and every
        // question here is a first one.
        let build = aimed.build(None);
        let (server, asked) = self
            .ask::<call::SignatureHelp>(
                cx,
                &aimed.server,
                Track::Navigation,
                Some(&aimed.path),
                build,
            )
            .await?;
        let help = asked.output.as_ref().filter(|help| !help.signatures.items.is_empty());
        let value = help.map(signatures);
        Ok(Answer { servers: vec![server], state: asked.state, value })
    }
}

fn signatures(help: &wire::SignatureHelp) -> Signatures {
    let of = |signature: &wire::Signature| Signature {
        label: signature.label.0.clone().unwrap_or_default(),
        documentation: wire::markdown(&signature.documentation),
        parameters: signature
            .parameters
            .items
            .iter()
            .map(|parameter| Parameter {
                label: signature.parameter_label(parameter).to_owned(),
                documentation: wire::markdown(&parameter.documentation),
            })
            .collect(),
        active_parameter: help.active_parameter(signature),
    };
    Signatures { signatures: help.signatures.items.iter().map(of).collect(), active: help.active() }
}
