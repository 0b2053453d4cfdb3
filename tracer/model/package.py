"""The name that tracer is installed under, and the command that installs a part of it."""

from __future__ import annotations

import os
import sys

DISTRIBUTION = "intent-tracer"  # on PyPI `tracer` is another project


def install_command(extra: str, prefix: str | None = None) -> str:
    """The command that adds an extra, in the way this installation was made.

    `prefix` is the environment's directory; pipx and uv have one for each tool.
    """
    parts = (prefix or sys.prefix).replace(os.sep, "/").split("/")
    wanted = f"'{DISTRIBUTION}[{extra}]'"
    if parts[-1] == DISTRIBUTION and parts[-2:-1] == ["venvs"] and "pipx" in parts:
        return f"pipx install --force {wanted}"
    if parts[-3:] == ["uv", "tools", DISTRIBUTION]:
        return f"uv tool install {wanted}"
    return f"pip install {wanted}"
