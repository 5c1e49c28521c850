"""How the server is started and configured."""

from wit_world import exports
from wit_world.exports.launch import LaunchPlan, Setting
from wit_world.imports.types import Facts

from .text import compact


class Launch(exports.Launch):
    def plan(self, facts: Facts) -> LaunchPlan:
        return LaunchPlan(
            args=None,
            environment=[],
            # Some servers look at who asks; the others do not mind.
            initialization_options=compact({"hostInfo": "deixis"}),
            capabilities=None,
            # The answer when the server asks for its settings.
            settings=[Setting(section="{{server}}", value=facts.options)],
            fallback=None,
            notifications=[],
            open=[],
            incomplete=[],
        )
