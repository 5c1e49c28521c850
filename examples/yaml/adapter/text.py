"""JSON as text."""

import json
from typing import Any


def compact(value: Any) -> str:
    """Without spaces, so that a recording is the same as that of any other language."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
