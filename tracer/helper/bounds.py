"""Whether a caller may do all that the helper may: nobody leaves a sandbox by way of the helper.

A command that an agent runs confined can reach the socket, for a file system's rules do not hold
for sockets. What would run for it outside its bounds it has to run itself.
"""

from __future__ import annotations

import os

_SAME = (
    "Uid", "Gid", "Groups", "NoNewPrivs", "Seccomp", "Seccomp_filters",
    "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "Cpus_allowed", "Mems_allowed",
)  # fmt: skip
_SPACES = ("mnt", "user", "net", "pid", "ipc", "uts", "cgroup")


class Bounds:
    """What confines a process; `umask` is not compared, for a helper takes the caller's."""

    def __init__(self, process: int) -> None:
        """Raises: OSError where the process is gone or another user's."""
        at = f"/proc/{process}"
        with open(f"{at}/status", encoding="utf-8", errors="replace") as file:
            told = {name: value for name, _, value in (line.partition(":") for line in file)}
        self.is_free = told.get("NoNewPrivs", "").strip() == "0"
        self.umask = int(told.get("Umask", "077"), 8)
        self._rules = [told.get(name, "").split() for name in _SAME]
        self._spaces = [os.readlink(f"{at}/ns/{name}") for name in _SPACES]
        root = os.stat(f"{at}/root")
        self._root = root.st_dev, root.st_ino
        with open(f"{at}/limits", "rb") as file:
            self._limits = file.read()
        self._label = _label(at)

    def hold_for(self, caller: Bounds) -> bool:
        """Whether the caller is bounded as this process is, and neither by a sandbox."""
        mine, theirs = dict(vars(self)), dict(vars(caller))
        del mine["umask"], theirs["umask"]
        return self.is_free and mine == theirs


def _label(at: str) -> bytes:
    """The security module's label (AppArmor, SELinux); empty without one."""
    try:
        with open(f"{at}/attr/current", "rb") as file:
            return file.read()
    except OSError:
        return b""
