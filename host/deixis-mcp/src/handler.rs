//! The MCP server's side of rmcp, by hand: a static table instead of a router that is rebuilt on
//! each request.
//!
//! Both eras of the protocol (`initialize`, and stateless with metadata per request) reach the
//! same two methods; rmcp tells them apart. Without configured servers there are no tools and no
//! instructions, so that a client spends nothing on a project that Deixis does not serve.

use std::sync::Arc;

use deixis_engine::CallContext;
use rmcp::model::{
    CacheScope, CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult,
    ConstString, ContentBlock, CustomRequest, CustomResult, ErrorCode, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
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
use crate::tools::{self, Built};

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

    /// The tool of that name.
    ///
    /// # Errors
    /// The protocol's error for an unknown tool.
    fn find(&self, name: &str) -> Result<&'static Built, ErrorData> {
        let built = tools::find(&self.options, name).filter(|_| self.active);
        built.ok_or_else(|| self.unknown_tool(name))
    }

    async fn run(
        &self,
        built: &Built,
        arguments: JsonObject,
        context: RequestContext<RoleServer>,
    ) -> Result<Rendered, Rendered> {
        let operations = &*self.operations;
        if let Some(token) = context.meta.get_progress_token() {
            let (sink, ticker) = Ticker::new(context.peer, token);
            let cx = CallContext::new(context.ct, Some(sink));
            // Kept out of the future of calls without progress, which are most.
            Box::pin(ticker.drive(call::run(operations, &cx, built, arguments))).await
        } else {
            let cx = CallContext::new(context.ct, None);
            call::run(operations, &cx, built, arguments).await
        }
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let mut message = format!("unknown tool: {name}");
        if self.active && tools::is_held_back(&self.options, name) {
            message = format!("{message}: {}; start it with --allow-mutation", call::HELD_BACK);
        } else if self.active {
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
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = if self.active {
            tools::offered(&self.options).map(|built| built.tool.clone()).collect()
        } else {
            Vec::new()
        };
        let list = ListToolsResult::with_all_items(tools);
        // Older clients know no such members.
        Ok(if is_stateless(&context) {
            list.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private)
        } else {
            list
        })
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let built = self.find(&request.name)?;
        let arguments = request.arguments.unwrap_or_default();
        // rmcp moves this future several times before it runs it, and keeps room for the
        // largest of all requests' futures for each one.
        let run = Box::pin(self.run(built, arguments, context));
        Ok(result(run.await).into())
    }

    /// rmcp hands a `tools/call` here whose parameters do not have the protocol's shape, such as
    /// arguments that are JSON text instead of an object. A model can mend that if it is told.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != CallToolRequestMethod::VALUE {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None));
        }
        let mut params = request.params.unwrap_or_default();
        let Some(name) = params.get("name").and_then(Value::as_str) else {
            return Err(ErrorData::invalid_params("tools/call needs the `name` of a tool", None));
        };
        let built = self.find(name)?;
        let said = params.get_mut("arguments").map(Value::take).unwrap_or_default();
        let stateless = is_stateless(&context);
        let outcome = match call::object(built, said) {
            Ok(arguments) => Box::pin(self.run(built, arguments, context)).await,
            Err(failure) => Err(failure.render(built.spec.name)),
        };
        let mut result = result(outcome);
        if !stateless {
            result.result_type = None;
        }
        let value = serde_json::to_value(result);
        value.map(CustomResult::new).map_err(|error| {
            ErrorData::internal_error(format!("the answer is not JSON: {error}"), None)
        })
    }
}

/// Whether the request belongs to the stateless era.
fn is_stateless(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
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
