// The official TypeScript clients against the real binary: each lists tools and calls two.
//
// Usage: official.mjs FOLDER CLIENT MODE DEIXIS ARGUMENT…
// FOLDER has the packages in its node_modules. CLIENT is "sdk" (1.x, which knows only the
// handshake with initialize) or "client" (2.x). MODE is "legacy" (that handshake), "auto"
// (server/discover first) or a revision, which must then be the one that is spoken.
// Prints one JSON object for the test that runs it.

import { createRequire } from "node:module";
import path from "node:path";

const [folder, which, mode, command, ...args] = process.argv.slice(2);
const load = createRequire(path.join(folder, "package.json"));

/** Client and transport of one package, with the way to ask for the revision in use. */
function parts() {
  const about = { name: "deixis-tests", version: "1" };
  const server = { command, args, env: { ...process.env } };
  if (which === "sdk") {
    const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");
    const transport = new StdioClientTransport(server);
    // The 1.x client tells only its transport which revision was agreed on.
    let revision;
    transport.setProtocolVersion = (version) => { revision = version; };
    return { client: new Client(about), transport, revision: () => revision };
  }
  const { Client } = load("@modelcontextprotocol/client");
  const { StdioClientTransport } = load("@modelcontextprotocol/client/stdio");
  const named = ["legacy", "auto"].includes(mode);
  const client = new Client(about, { versionNegotiation: { mode: named ? mode : { pin: mode } } });
  return {
    client,
    transport: new StdioClientTransport(server),
    revision: () => client.getNegotiatedProtocolVersion(),
  };
}

/** What a host sees of a result. */
function answer(result) {
  const text = result.content.map((block) => block.text ?? "").join("\n");
  return { isError: result.isError, text, structured: result.structuredContent };
}

const { client, transport, revision } = parts();
await client.connect(transport);
const listed = await client.listTools();
const where = { path: "a.toy", line: 1, symbol: "greet" };
const hover = await client.callTool({ name: "hover", arguments: where });
const references = await client.callTool({
  name: "references",
  arguments: { ...where, includeDeclaration: true },
});
const said = {
  protocol: revision(),
  tools: listed.tools.map((tool) => tool.name),
  hover: answer(hover),
  references: answer(references),
};
await client.close();
console.log(JSON.stringify(said));
