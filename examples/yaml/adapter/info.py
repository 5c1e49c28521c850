"""What yaml-language-server serves, and how to get it."""

from wit_world import exports
from wit_world.exports.info import (
    Descriptor,
    InstallHint,
    Language,
    OpenPolicy,
    Recipe,
)

from .options import SCHEMA


class Info(exports.Info):
    def describe(self) -> Descriptor:
        return Descriptor(
            id="yaml",
            version="0.1.0",
            display_name="YAML (yaml-language-server)",
            languages=[
                Language(id="yaml", suffixes=[".yaml", ".yml"], file_names=[], globs=[])
            ],
            never_send=[],
            recipes=[
                Recipe(
                    id="yaml-language-server",
                    commands=["yaml-language-server"],
                    args=["--stdio"],
                    operations=[],
                    install=[
                        InstallHint("any", "npm install --global yaml-language-server")
                    ],
                    version_args=[],
                    version_pattern=None,
                )
            ],
            root_markers=[],
            separators=["."],
            # Of an anchor, which is all that can be renamed.
            identifier=r"[^\s\[\]{},]+",
            keywords=[],
            open_policy=OpenPolicy.TARGET,
            options_schema=SCHEMA,
            extra=None,
        )
