"""The parts of building that hatchling does not do by itself: what is compiled, and its sources.

With `TRACER_WHEEL=native` a wheel has the native core and, on Linux, the compiled command; it is
then for this system and every Python from 3.11 on. Without, it is pure Python and fits everywhere.
`TRACER_VENDOR` names the folder of the libraries' source archives that a source distribution gets
(`.ci/sdist` fetches them), so that a native wheel can be built from it without an index.
"""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class CoreHook(BuildHookInterface):  # type: ignore[misc, type-arg]
    """Builds what is compiled into the wheel; puts sources into the source distribution."""

    PLUGIN_NAME = "custom"
    _built: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What building needs besides hatchling."""
        if not self._is_native():
            return []
        own = self._own()
        wanted = [f"{name}=={number}" for name, number in own.KNOWN if name == "tree_sitter"]
        return [f"setuptools>={own.SETUPTOOLS}", "xxhash>=3.5", *wanted]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files, and say for which system they are."""
        vendor = os.environ.get("TRACER_VENDOR")
        if self.target_name == "sdist" and vendor:
            for name in sorted(os.listdir(vendor)):
                build_data["force_include"][os.path.join(vendor, name)] = f"vendor/{name}"
        if not self._is_native() or version != "standard":
            return
        own, self._built = self._own(), tempfile.TemporaryDirectory()
        core = own.build(target=self._built.name)
        build_data["force_include"][core] = f"tracer/native/{os.path.basename(core)}"
        if sys.platform == "linux":
            command = own.build_command(self._built.name)
            build_data["shared_scripts"][command] = "tracer"
            # An installer would make a script of that name, and leave this one out.
            self.metadata.core.scripts.pop("tracer")
        build_data["pure_python"] = False
        # Linked with nothing but this system's C library, so a tag that names it is true.
        tags = list(platform_tags())
        known = [tag for tag in tags if tag.startswith(("manylinux", "musllinux"))]
        build_data["tag"] = f"cp311-abi3-{(known or tags)[0]}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was built: the wheel has it."""
        del version, build_data, artifact_path
        if self._built is not None:
            self._built.cleanup()

    def _is_native(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("TRACER_WHEEL") == "native"

    def _own(self) -> Any:
        """The build of tracer's own that belongs to the sources being packed."""
        sys.path.insert(0, self.root)
        try:
            from tracer.native import build  # noqa: PLC0415 - not where nothing is compiled
        finally:
            sys.path.remove(self.root)
        return build
