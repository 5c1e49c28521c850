"""An adapter of Deixis for {{id}}: {{server}}.

The host knows no language. It calls what is here with values and gets values back; nothing
is kept between calls. Each hook group is a module with a class, named as in the contract.
The groups are listed in wit/adapter.wit as well: take one out in both places, and the host
does as it always does.

`wit_world` is made of wit/ by the build; `.venv/bin/componentize-py -d wit -w groups bindings .`
writes it out for your editor.
"""

from .errors import Errors
from .info import Info
from .launch import Launch
from .readiness import Readiness
from .symbols import Symbols

__all__ = ["Errors", "Info", "Launch", "Readiness", "Symbols"]
