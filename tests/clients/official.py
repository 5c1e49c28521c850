"""The official MCP client against the real binary: lists tools, calls two of them.

Usage: official.py MODE DEIXIS ARGUMENT…
MODE is "legacy" (the handshake with initialize) or "auto" (server/discover first).
Prints one JSON object for the test that runs it.
"""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters


def answer(result):
    """What a host sees of a result."""
    dumped = result.model_dump(by_alias=True, mode="json")
    text = "\n".join(block.get("text", "") for block in dumped["content"])
    return {"isError": dumped.get("isError"), "text": text, "structured": dumped.get("structuredContent")}


async def main():
    mode, command, *arguments = sys.argv[1:]
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    async with Client(server, mode=mode) as client:
        listed = await client.list_tools()
        where = {"path": "a.toy", "line": 1, "symbol": "greet"}
        hover = await client.call_tool("hover", where)
        references = await client.call_tool("references", {**where, "includeDeclaration": True})
        said = {
            "protocol": client.protocol_version,
            "tools": [tool.name for tool in listed.tools],
            "hover": answer(hover),
            "references": answer(references),
        }
    print(json.dumps(said))


asyncio.run(main())
