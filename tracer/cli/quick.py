"""`tracer blame` of a whole file, without the command-line framework.

Loading the framework takes longer than git needs for a whole blame of a small file, and loading
the engine as well, which only a question that was not answered before needs. What is not plainly
a question goes the common way, errors included.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from tracer.cli import output
from tracer.cli.show_blame import FORMATS, show
from tracer.model.workspace import find_workspace
from tracer.queries.blame_known import recall

_WITH_SHARES = ("json", "porcelain", "line-porcelain")


class _Asked(NamedTuple):
    """A plain question: the file, and the options that were given."""

    file: str
    directory: str
    rev: str | None
    chosen: str | None
    merges: bool


def blame(arguments: list[str]) -> bool:
    """Answer `tracer blame ARGUMENTS` if that is a plain question; whether it was.

    Cost: of a question answered before, a look-up; of others, that of the query.
    Raises: what the query does.
    """
    asked = _asked(arguments)
    if asked is None:
        return False
    here = os.path.join(os.getcwd(), asked.directory)
    workspace = find_workspace(here) if os.path.isdir(here) else None
    path = workspace.relative(asked.file, os.path.realpath(here)) if workspace is not None else None
    if workspace is None or path is None:
        return False
    rev, merges, shares = asked.rev, asked.merges, asked.chosen in _WITH_SHARES
    answer = recall(workspace, path, rev=rev, merges=merges, shares=shares)
    notes: list[str] = []
    if answer is None:
        from tracer.queries.blame import blame as query  # noqa: PLC0415 - loads the engine

        with output.progress("blame", only_terminal=True) as bar:
            answer = query(
                workspace, path, rev=rev, merges=merges, shares=shares, progress=bar,
                note_to=notes.append,
            )  # fmt: skip
    show(answer, asked.chosen)
    for note in notes:
        output.note(f"tracer: note: {note}")
    return True


def _asked(arguments: list[str]) -> _Asked | None:
    """What is asked; None for what is not plainly one file with known options."""
    options: dict[str, str] = {}
    chosen: list[str] = []
    merges = False
    files: list[str] = []
    rest = iter(arguments)
    for word in rest:
        if word in ("-C", "--rev"):
            options[word] = next(rest, "")
        elif word.startswith("--rev="):
            options["--rev"] = word.removeprefix("--rev=")
        elif word == "--merges":
            merges = True
        elif word.removeprefix("--") in FORMATS and word.startswith("--"):
            chosen.append(word.removeprefix("--"))
        elif word.startswith("-"):
            return None
        else:
            files.append(word)
    if len(files) != 1 or len(chosen) > 1 or "" in options.values():
        return None
    return _Asked(
        files[0], options.get("-C", "."), options.get("--rev"), next(iter(chosen), None), merges
    )
