"""Lines of tracer's in the repository's own git hooks, and taking them out again.

Other tools' hooks stay as they are: tracer adds a marked block at the beginning of a shell script,
for many end with `exit`, and makes one where there is none. What a hook reads from its input is
handed on to the script. A hook that is no shell script is left alone.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.model.disk import write_atomically
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.vcs.git import Git

_BEGIN, _END = "# tracer begin\n", "# tracer end\n"
_SHEBANG = "#!/bin/sh\n"
_WITH_INPUT = frozenset({"pre-push"})
_INPUT = """\
    tracer_input=$(cat)
{commands}\
    if [ -n "$tracer_input" ]; then
        exec <<TRACER_INPUT
$tracer_input
TRACER_INPUT
    fi
"""
_STUBS, _STUB_RUNNER = "_", "h"  # husky 9 writes `.husky/_` anew; a team's hooks are beside it
_EXECUTABLE = 0o111


def add(git: Git, hook: str, commands: Sequence[str]) -> str | None:
    """The path of the hook that runs `commands` now, None when it did already.

    The commands never make git fail, and nothing happens where tracer is not installed.
    Raises: InputError for a hook that is no shell script, or cannot be written.
    """
    path = _path(git, hook)
    before = _read(path)
    if before is not None and not _is_shell(before):
        raise InputError(
            f"{path}: is no shell script",
            fix=f"Let it run: {'; '.join(commands)}",
        )
    rest = _without_block(_SHEBANG if before is None else before)
    first = rest[: rest.find("\n") + 1] if rest.startswith("#!") else ""
    after = first + _block(commands, with_input=hook in _WITH_INPUT) + rest[len(first) :]
    if after == before:
        return None
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_atomically(path, after.encode())
        os.chmod(path, os.stat(path).st_mode | _EXECUTABLE)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Make it writable.") from error
    return path


def _block(commands: Sequence[str], *, with_input: bool) -> str:
    given = 'printf "%s\\n" "$tracer_input" | ' if with_input else ""
    lines = "".join(f"    {given}{command} || :\n" for command in commands)
    lines = _INPUT.format(commands=lines) if with_input else lines
    return f"{_BEGIN}if command -v tracer >/dev/null 2>&1; then\n{lines}fi\n{_END}"


def _is_shell(text: str) -> bool:
    """Whether a script is the shell's: it says so, or says nothing, which means it to git."""
    first = text.split("\n", 1)[0].rstrip()
    return not first.startswith("#!") or first.endswith("sh")


def text(git: Git, hook: str) -> str | None:
    """What a hook's file holds, or None where there is none."""
    return _read(_path(git, hook))


def is_first(git: Git, hook: str) -> bool:
    """Whether tracer's block begins a hook; behind other code it may never run."""
    lines = (_read(_path(git, hook)) or "").split("\n")
    return _BEGIN.rstrip("\n") in lines[:2]


def remove(git: Git, hook: str) -> str | None:
    """The path of the hook that tracer's block was in, None when there was none."""
    path = _path(git, hook)
    before = _read(path)
    if before is None or _BEGIN not in before:
        return None
    after = _without_block(before)
    if after == _SHEBANG:
        os.unlink(path)
    else:
        write_atomically(path, after.encode())
    return path


def _path(git: Git, hook: str) -> str:
    # The last value is `Git`'s own, which switches hooks off for its calls.
    values = git.run("config", "--type=path", "--get-all", "core.hooksPath").decode().splitlines()
    if len(values) > 1:
        top = git.run("rev-parse", "--show-toplevel").decode().rstrip("\n")
        directory = os.path.normpath(os.path.join(top, values[-2]))
        stubs = os.path.basename(directory) == _STUBS
        if stubs and os.path.exists(os.path.join(directory, _STUB_RUNNER)):
            directory = os.path.dirname(directory)
        return os.path.join(directory, hook)
    directory = git.run("rev-parse", "--git-common-dir").decode().rstrip("\n")
    return os.path.join(git.root, directory, "hooks", hook)


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read as text", fix="Look at that hook.") from error


def _without_block(text: str) -> str:
    head, begin, rest = text.partition(_BEGIN)
    return head + rest.partition(_END)[2] if begin else text
