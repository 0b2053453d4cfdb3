"""The part of building a wheel that hatchling does not do by itself: what is compiled in it.

Without `TRACER_BUILT` a wheel is pure Python and fits everywhere. `.ci/wheel` sets it to the folder
in which it has built the native core and, on Linux, the command; the wheel is then for this system
and every Python from 3.11 on.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class CoreHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Puts what has been built into the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files, and say for which system they are."""
        built = os.environ.get("TRACER_BUILT")
        if self.target_name == "wheel" and version == "standard" and built:
            for name in os.listdir(built):
                path = os.path.join(built, name)
                if name.startswith("_core."):
                    build_data["force_include"][path] = f"tracer/native/{name}"
                elif name == "tracer":
                    build_data["shared_scripts"][path] = name
                    # An installer would make a script of that name, and leave this one out.
                    self.metadata.core.scripts.pop(name)
            build_data["pure_python"] = False
            # Linked with nothing but this system's C library, so a tag that names it is true.
            tags = list(platform_tags())
            known = [tag for tag in tags if tag.startswith(("manylinux", "musllinux"))]
            build_data["tag"] = f"cp311-abi3-{(known or tags)[0]}"
