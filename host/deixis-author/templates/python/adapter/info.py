"""Who the adapter is and what it serves."""

from wit_world import exports
from wit_world.exports.info import Descriptor, Language, OpenPolicy, Recipe


class Info(exports.Info):
    def describe(self) -> Descriptor:
        return Descriptor(
            id="{{id}}",
            version="0.1.0",
            display_name="{{id}} ({{server}})",
            languages=[
                Language(id="{{id}}", suffixes=["{{extension}}"], file_names=[], globs=[])
            ],
            never_send=[],
            recipes=[
                Recipe(
                    id="{{server}}",
                    commands=["{{server}}"],
                    args=[],
                    operations=[],
                    install=[],
                    version_args=[],
                    version_pattern=None,
                )
            ],
            root_markers=[],
            separators=["."],
            identifier=None,
            keywords=[],
            open_policy=OpenPolicy.TARGET,
            # JSON Schema of the user's `options`: whatever settings the server has.
            options_schema='{"type":"object"}',
            extra=None,
        )
