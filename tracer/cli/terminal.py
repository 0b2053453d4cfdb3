"""The terminal: whether there is one, its width and colours, and the pager before it.

As git does it: output that a person reads goes through `less`, unless it fits on the screen; a
pipe or a file gets the plain text. `NO_COLOR` and `CLICOLOR_FORCE` are heeded
(https://no-color.org, https://bixense.com/clicolors).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import IO

from tracer.model.named_tuple import NamedTuple

_CHOICES = ("TRACER_PAGER", "GIT_PAGER", "PAGER")
_USUAL = "less"
# Leave if it fits on one screen, show colours, leave the text on the screen: git's choice.
_SETTINGS = {"LESS": "FRX", "LV": "-c"}
_SHELL_CHARACTERS = frozenset("|&;<>()$`\\\"' \t\n*?[#~=%")
DEFAULT_WIDTH = 80
_CODES = {
    "bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34",
    "magenta": "35", "cyan": "36",
}  # fmt: skip


class _Pager(NamedTuple):
    """A pager that runs, and the terminal that stdout was before it."""

    process: subprocess.Popen[bytes]
    terminal: int
    columns: int


_state: dict[str, _Pager | None] = {"pager": None}
_allowed: list[bool] = []
_deferred: list[str] = []  # what was said to stderr while the pager has the screen


def is_terminal() -> bool:
    """Whether a person sees what goes to stdout."""
    return _state["pager"] is not None or sys.stdout.isatty()


def is_coloured() -> bool:
    """Whether stdout wants colours."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return True
    plain = os.environ.get("CLICOLOR") == "0" or os.environ.get("TERM") in ("dumb", "unknown")
    return is_terminal() and not plain


def columns() -> int | None:
    """Columns to lay out for; None for a pipe or a file, which have no width."""
    if os.environ.get("COLUMNS", "").isdigit() and int(os.environ["COLUMNS"]) > 0:
        return int(os.environ["COLUMNS"])
    pager = _state["pager"]
    if pager is not None:
        return pager.columns
    return _terminal_columns() if sys.stdout.isatty() else None


def styled(text: str, style: str) -> str:
    """The text in a style (`bold red`), for a terminal with colours."""
    if not style or not text.strip():
        return text
    return f"\x1b[{';'.join(_CODES[word] for word in style.split())}m{text}\x1b[0m"


def allow_pager() -> None:
    """Let the first output of this command start the pager."""
    _allowed.append(True)


def start_pager() -> None:
    """Send what goes to stdout through the person's pager: where allowed, and on a terminal."""
    command = next((os.environ[name] for name in _CHOICES if name in os.environ), _USUAL).strip()
    if not _allowed or _state["pager"] is not None or command in ("", "cat"):
        return
    if not sys.stdout.isatty():
        return
    if not _SHELL_CHARACTERS.intersection(command) and shutil.which(command) is None:
        return
    width = _terminal_columns()
    sys.stdout.flush()
    try:
        process = subprocess.Popen(  # noqa: S602 - the person's own command line
            command,
            shell=True,
            stdin=subprocess.PIPE,
            env={**_SETTINGS, **os.environ},
        )
    except OSError:
        return
    assert process.stdin is not None
    terminal = os.dup(sys.stdout.fileno())
    os.dup2(process.stdin.fileno(), sys.stdout.fileno())
    process.stdin.close()
    _state["pager"] = _Pager(process, terminal, width)


def end_pager() -> bool:
    """Wait until the person has left the pager; whether there was one."""
    pager, _state["pager"] = _state["pager"], None
    _allowed.clear()
    if pager is None:
        return False
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)  # the person has read enough
    os.dup2(pager.terminal, sys.stdout.fileno())
    os.close(pager.terminal)
    while True:
        try:
            pager.process.wait()
            break
        except KeyboardInterrupt:
            continue  # it means the pager
    for text in _deferred:
        print(text, file=sys.stderr)  # noqa: T201
    _deferred.clear()
    return True


def say(text: str) -> None:
    """Write a line to stderr, after the pager where one has the screen."""
    if _state["pager"] is None:
        print(text, file=sys.stderr)  # noqa: T201
    else:
        _deferred.append(text)


def discard(stream: IO[str]) -> None:
    """Let what is still buffered, and is flushed once more at exit, go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    stream.flush()


def _terminal_columns() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH
