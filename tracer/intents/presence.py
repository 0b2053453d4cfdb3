"""Whether it is a person who runs this command: what opens a gate needs proof of that.

The proof is a terminal of the person's own: the process has a controlling terminal, and no agent
stands anywhere above it. An agent's shell call has no terminal, or the agent's; one that makes
itself a new terminal still descends from the agent. A process that left the agent's tree
altogether and made itself a terminal is taken for a person: only confinement keeps an agent's
command from that (docs/threats.md).
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

TERMINAL = "terminal"  # proofs, as records name them
_RUNNERS = frozenset({"node", "bun", "deno", "npx", "python", "python3", "sh", "bash"})
_MOST = 64  # processes above this one
_ARGUMENTS = 3  # of a process in which its program may stand: `node --flag /path/to/claude`


class Presence(NamedTuple):
    """How it is known that a person runs the command: `proof` names it, None where it is not.

    `why` says what speaks against it, `is_agent` whether that is an agent.
    """

    proof: str | None
    why: str = ""
    is_agent: bool = False


def presence(programs: Collection[str], marks: Collection[str]) -> Presence:
    """Whether a person at a terminal runs this process.

    `programs` are names of agents' programs, `marks` environment variables that agents set for
    their commands.
    """
    mark = next((name for name in sorted(marks) if os.environ.get(name)), None)
    if mark is not None:
        return Presence(None, f"{mark} is set, as an agent sets it for its commands", is_agent=True)
    wanted = {name.casefold() for name in programs}
    for words in _above(os.getpid()):
        name = _program_in(words, wanted)
        if name is not None:
            return Presence(None, f"{name} runs it", is_agent=True)
    return Presence(TERMINAL) if _has_terminal() else Presence(None, "it has no terminal")


def _has_terminal() -> bool:
    """Whether the process has a controlling terminal."""
    if sys.platform == "win32":
        return sys.stdin is not None and sys.stdin.isatty()
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def _program_in(words: list[str], wanted: set[str]) -> str | None:
    """The agent's program among the first words of a command line, None where there is none.

    `/usr/bin/claude`, and `node /lib/node_modules/@openai/codex/bin/codex.js`.
    """
    for number, word in enumerate(words[:_ARGUMENTS]):
        *folders, name = word.replace("\\", "/").casefold().split("/")
        names = {name, name.rpartition(".")[0]}
        if "node_modules" in folders:
            names.update(folders[folders.index("node_modules") :])
        found = names & wanted
        if found:
            return min(found)
        if number == 0 and name.rpartition(".")[0] not in _RUNNERS and name not in _RUNNERS:
            return None
    return None


def _above(process: int) -> Iterator[list[str]]:
    """The command lines of the processes above one, nearest first."""
    parent = os.getppid()
    for _ in range(_MOST):
        if parent <= 1 or parent == process:
            return
        process = parent
        parent, words = _from_proc(process) if os.path.isdir("/proc/self") else _from_ps(process)
        yield words


def _from_proc(process: int) -> tuple[int, list[str]]:
    """(parent, command line) of a process; (0, nothing) when it is gone."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            parent = int(file.read().rpartition(b")")[2].split()[1])
        with open(f"/proc/{process}/cmdline", "rb") as file:
            raw = file.read(1 << 16)
    except (OSError, ValueError, IndexError):
        return 0, []
    return parent, [word.decode("utf-8", "replace") for word in raw.split(b"\0") if word]


def _from_ps(process: int) -> tuple[int, list[str]]:
    """As `_from_proc`, asked of `ps` (macOS, BSD)."""
    try:
        done = subprocess.run(
            ["/bin/ps", "-o", "ppid=,args=", "-p", str(process)], capture_output=True, check=False
        )
        parent, *words = done.stdout.decode("utf-8", "replace").split()
        return int(parent), words
    except (OSError, ValueError):
        return 0, []
