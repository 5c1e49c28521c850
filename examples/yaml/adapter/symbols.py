"""What symbols are called: an item of a list after what it says of its own name.

The server calls items "0", "1" and so on. A mapping that says `name`, `id` or `key` is called
so; scalars in lists are hidden. Below a merge (`<<`) the server repeats the symbols of the
anchor, which are elsewhere: they are hidden, too.
"""

from typing import Dict, List

from wit_world import exports
from wit_world.exports.symbols import Normalised, Origin, Query, Symbol

# Keys that name their mapping, the best first.
NAMING = ("name", "id", "key")
# LSP `SymbolKind` of a list.
ARRAY = 18
MERGE = "<<"


class Symbols(exports.Symbols):
    def normalise(
        self, language: str, origin: Origin, symbols: List[Symbol]
    ) -> List[Normalised]:
        named = names(symbols)
        made: List[Normalised] = []
        for index, symbol in enumerate(symbols):
            parent = symbol.parent
            hidden = symbol.name == MERGE
            name = symbol.name
            if parent is not None:
                hidden = hidden or made[parent].hidden
                if symbols[parent].kind == ARRAY:
                    has_fields = index in named
                    hidden = hidden or not has_fields
                    name = named.get(index) or symbol.name
            made.append(Normalised(name, None, symbol.kind, None, hidden))
        return made

    def rewrite(self, name: str) -> Query:
        return Query(text=name.split(".")[-1], cap=None)


def names(symbols: List[Symbol]) -> Dict[int, str]:
    """What the symbols with children say is their name; "" where they say none."""
    found: Dict[int, Dict[str, str]] = {}
    for symbol in symbols:
        if symbol.parent is not None:
            fields = found.setdefault(symbol.parent, {})
            if symbol.detail:
                fields.setdefault(symbol.name, symbol.detail)
    return {
        index: next((fields[key] for key in NAMING if key in fields), "")
        for index, fields in found.items()
    }
