"""Whether the files that a helper was loaded from are still what they were.

Cost: a `stat` for each module and table, some 2 ms for 800 files.
"""

from __future__ import annotations

import os
import sys

_KINDS = (".py", ".yaml", ".scm", ".so")
_INSTALLED = ("site-packages", "dist-packages")  # of which each installation changes the time


class Stamp:
    """The state of all files below some directories, and of where packages are installed."""

    def __init__(self, directories: list[str]) -> None:
        """Raises: OSError where a file goes away meanwhile."""
        found = [sys.executable]
        found += [path for path in sys.path if os.path.basename(path) in _INSTALLED]
        for directory in directories:
            for folder, _, names in os.walk(directory):
                found += [os.path.join(folder, name) for name in names if name.endswith(_KINDS)]
        self._paths = [path for path in found if os.path.exists(path)]
        self._states = self._now()

    def holds(self) -> bool:
        """Whether nothing was changed, replaced or removed since."""
        try:
            return self._now() == self._states
        except OSError:
            return False

    def _now(self) -> list[tuple[int, int, int]]:
        states = map(os.stat, self._paths)
        return [(one.st_mtime_ns, one.st_size, one.st_ino) for one in states]
