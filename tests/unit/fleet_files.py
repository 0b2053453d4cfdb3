"""The files of a warehouse, for the tests that compare two."""

from __future__ import annotations

import os


def files_of(root: str) -> dict[str, bytes]:
    """Every file but the lock, by name."""
    found = {}
    for directory, _, names in os.walk(root):
        for name in names:
            path = os.path.join(directory, name)
            if not name.endswith(".lock"):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, root)] = file.read()
    return found
