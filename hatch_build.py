"""The part of building a wheel that hatchling does not do by itself: the native core in it.

Without `TRACER_CORE` a wheel is pure Python and fits everywhere. `.ci/wheel` sets it to the core
that it has built; the wheel is then for this system and every Python from 3.11 on.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class CoreHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Puts a core that has been built into the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file, and say for which system it is."""
        core = os.environ.get("TRACER_CORE")
        if self.target_name == "wheel" and version == "standard" and core:
            build_data["force_include"][core] = f"tracer/native/{os.path.basename(core)}"
            build_data["pure_python"] = False
            # Linked with nothing but this system's C library, so a tag that names it is true.
            tags = list(platform_tags())
            known = [tag for tag in tags if tag.startswith(("manylinux", "musllinux"))]
            build_data["tag"] = f"cp311-abi3-{(known or tags)[0]}"
