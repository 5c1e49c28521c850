"""An adapter of Deixis for YAML: yaml-language-server.

The server answers at once and from the open file alone, so there is no readiness to judge.
What is particular: it fetches schemas from the network unless it is told not to, without a
schema it checks no more than the syntax, and items of lists are called by their number.
"""

from .diagnostics import Diagnostics
from .info import Info
from .launch import Launch
from .symbols import Symbols

__all__ = ["Diagnostics", "Info", "Launch", "Symbols"]
