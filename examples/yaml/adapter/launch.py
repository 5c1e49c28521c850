"""How yaml-language-server is configured."""

import re
from typing import List, Union

from wit_world import exports
from wit_world.exports.launch import LaunchPlan, Setting
from wit_world.imports.types import Facts

from .options import Options
from .text import compact


class Launch(exports.Launch):
    def plan(self, facts: Facts) -> LaunchPlan:
        options = Options.read(facts.options)
        settings = {
            "validate": True,
            "hover": True,
            "schemas": {
                schema: [below_root(glob, facts) for glob in listed(globs)]
                for schema, globs in options.schemas.items()
            },
            # Else it asks a server on the network at every start.
            "schemaStore": {"enable": options.schema_store},
        }
        return LaunchPlan(
            args=None,
            environment=[],
            initialization_options=None,
            capabilities=None,
            settings=[Setting(section="yaml", value=compact(settings))],
            fallback=None,
            notifications=[],
            open=[],
            incomplete=[],
        )


def listed(globs: Union[str, List[str]]) -> List[str]:
    return [globs] if isinstance(globs, str) else globs


def below_root(glob: str, facts: Facts) -> str:
    """The glob with the project's folder in front.

    The server puts `**/` in front, which does not match folders whose name begins with a dot:
    in a project below such a folder no schema would ever be found.
    """
    if facts.platform == "windows":
        return glob
    root = re.sub(r"([\\\[\](){}!*?+@|])", r"\\\1", facts.root_path)
    negation = "!" if glob.startswith("!") else ""
    return f"{negation}{root}/**/{glob.removeprefix('!')}"
