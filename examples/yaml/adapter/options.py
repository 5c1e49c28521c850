"""What the user may say."""

import json
from dataclasses import dataclass, field
from typing import Dict, List, Union

# JSON Schema of `Options`.
SCHEMA = """{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "schemas": {"type": "object", "description": "Schema (path or URL) to the glob, or globs, of the files that it is for."},
    "schema_store": {"type": "boolean", "default": false, "description": "Fetch schemas of well-known files from the network."}
  }
}"""


@dataclass
class Options:
    schemas: Dict[str, Union[str, List[str]]] = field(default_factory=dict)
    schema_store: bool = False

    @staticmethod
    def read(text: str) -> "Options":
        return Options(**json.loads(text))
