// An MCP server whose one tool has a schema that not every host digests: what shows that
// the inspector's strict check is on.

import { createInterface } from "node:readline";

const inputSchema = { type: "object", properties: { at: { type: ["integer", "null"] } } };
const results = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "odd", version: "1" },
  }),
  "tools/list": () => ({ tools: [{ name: "odd", description: "odd", inputSchema }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const make = results[method];
  const outcome = make ? { result: make(params) } : { error: { code: -32601, message: method } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
}
