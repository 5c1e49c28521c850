//! The MCP server's side of rmcp, by hand: a static table instead of a router that is rebuilt on
//! each request.
//!
//! Both eras of the protocol (`initialize`, and stateless with metadata per request) reach the
//! same two methods; rmcp tells them apart. Without configured servers there are no tools and no
//! instructions, so that a client spends nothing on a project that Deixis does not serve.

use std::sync::Arc;

use deixis_engine::CallContext;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use crate::call;
use crate::instructions::INSTRUCTIONS;
use crate::operations::Operations;
use crate::options::Options;
use crate::progress::Ticker;
use crate::render::Rendered;
use crate::tools;

/// How long a client may keep the tool list, in milliseconds. It never changes while the process
/// runs, but another process may serve another configuration under the same name.
const LIST_TTL_MS: u64 = 60_000;

/// The handler of one connection.
pub(crate) struct Handler {
    operations: Arc<dyn Operations>,
    options: Options,
    /// Whether at least one server is configured.
    active: bool,
}

impl Handler {
    pub(crate) fn new(operations: Arc<dyn Operations>, options: Options) -> Self {
        let active = !operations.server_names().is_empty();
        Self { operations, options, active }
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let mut message = format!("unknown tool: {name}");
        if self.active {
            let names: Vec<&str> =
                tools::offered(&self.options).map(|built| built.spec.name).collect();
            message = format!("{message}; the tools are {}", names.join(", "));
        } else {
            message.push_str("; there are no tools, because no language server is configured");
        }
        ErrorData::invalid_params(message, None)
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let version = self.options.server_version.clone();
        let this = Implementation::new("deixis", version).with_title("Deixis");
        let info = ServerConfig::new(capabilities).with_server_info(this);
        if self.active { info.with_instructions(INSTRUCTIONS) } else { info }
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = if self.active {
            tools::offered(&self.options).map(|built| built.tool.clone()).collect()
        } else {
            Vec::new()
        };
        Ok(ListToolsResult::with_all_items(tools)
            .with_ttl_ms(LIST_TTL_MS)
            .with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let built = tools::find(&self.options, &request.name).filter(|_| self.active);
        let Some(built) = built else { return Err(self.unknown_tool(&request.name)) };
        let arguments = request.arguments.unwrap_or_default();
        let operations = &*self.operations;
        let outcome = if let Some(token) = context.meta.get_progress_token() {
            let (sink, ticker) = Ticker::new(context.peer, token);
            let cx = CallContext::new(context.ct, Some(sink));
            ticker.drive(call::run(operations, &cx, built, arguments)).await
        } else {
            let cx = CallContext::new(context.ct, None);
            call::run(operations, &cx, built, arguments).await
        };
        Ok(result(outcome).into())
    }
}

fn result(outcome: Result<Rendered, Rendered>) -> CallToolResult {
    let (mut result, structured) = match outcome {
        Ok(Rendered { text, structured }) => {
            (CallToolResult::success(vec![ContentBlock::text(text)]), structured)
        }
        Err(Rendered { text, structured }) => {
            (CallToolResult::error(vec![ContentBlock::text(text)]), structured)
        }
    };
    result.structured_content = Some(Value::Object(structured));
    result
}

#[cfg(test)]
mod tests;
