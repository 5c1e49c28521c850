"""How yaml-language-server is configured."""

import json

from wit_world import exports
from wit_world.exports.launch import LaunchPlan, Setting
from wit_world.imports.types import Facts

from .options import Options


class Launch(exports.Launch):
    def plan(self, facts: Facts) -> LaunchPlan:
        options = Options.read(facts.options)
        settings = {
            "validate": True,
            "hover": True,
            "schemas": options.schemas,
            # Else it asks a server on the network at every start.
            "schemaStore": {"enable": options.schema_store},
        }
        value = json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
        return LaunchPlan(
            args=None,
            environment=[],
            initialization_options=None,
            capabilities=None,
            settings=[Setting(section="yaml", value=value)],
            fallback=None,
            notifications=[],
            open=[],
            incomplete=[],
        )
