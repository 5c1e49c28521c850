"""What symbols are called: `Type.method(String)` is `method` in `Type`."""

from typing import List, Optional, Tuple

from wit_world import exports
from wit_world.exports.symbols import Normalised, Origin, Query, Symbol

# LSP `SymbolKind`s of what is called: method, constructor, function.
CALLED = (6, 9, 12)


class Symbols(exports.Symbols):
    def normalise(
        self, language: str, origin: Origin, symbols: List[Symbol]
    ) -> List[Normalised]:
        return [one(symbol) for symbol in symbols]

    def rewrite(self, name: str) -> Query:
        last = cut(name)[0].split(".")[-1]
        return Query(text=last or name, cap=None)


def one(symbol: Symbol) -> Normalised:
    if symbol.kind not in CALLED:
        return Normalised(symbol.name, None, symbol.kind, None, False)
    path, parameters = cut(symbol.name)
    scope = path.split(".")
    if "" in scope:
        scope = [path]
    name = scope.pop()
    return Normalised(name, scope or None, symbol.kind, parameters, False)


def cut(name: str) -> Tuple[str, Optional[str]]:
    """The name, and the list of parameters at its end."""
    at = name.find("(")
    if at > 0 and name.endswith(")"):
        return name[:at], name[at:]
    return name, None
