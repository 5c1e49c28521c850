"""The official MCP client asks one question of the real binary, as its first.

Usage: ask.py TOOL ARGUMENTS DEIXIS ARGUMENT…
ARGUMENTS is a JSON object. Prints what a host sees of the answer.
"""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters


async def main():
    tool, arguments, command, *more = sys.argv[1:]
    server = StdioServerParameters(command=command, args=more, env=dict(os.environ))
    async with Client(server) as client:
        result = await client.call_tool(tool, json.loads(arguments))
    dumped = result.model_dump(by_alias=True, mode="json")
    text = "\n".join(block.get("text", "") for block in dumped["content"])
    print(json.dumps({"text": text, "structured": dumped.get("structuredContent")}))


asyncio.run(main())
