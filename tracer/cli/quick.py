"""`tracer blame` without the command-line framework: what is known, and plain history in pipes.

Loading the framework and the engine takes longer than git needs for a whole blame. What is not
plainly such a question goes the common way, errors included, and so does what a person waits for
at a terminal, who sees how far it is.
"""

from __future__ import annotations

import os
import sys

from tracer.cli.show_blame import FORMATS, show
from tracer.model.workspace import SIDECAR, Workspace, find_workspace
from tracer.queries.blame_known import BlameAnswer, recall
from tracer.vcs import is_left_out


def blame(arguments: list[str]) -> bool:
    """Answer `tracer blame ARGUMENTS` if that takes no framework; whether it was answered."""
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
            return False
        else:
            files.append(word)
    if len(files) != 1 or len(chosen) > 1 or "" in options.values():
        return False
    here = os.path.join(os.getcwd(), options.get("-C", "."))
    workspace = find_workspace(here) if os.path.isdir(here) else None
    path = workspace.relative(files[0], os.path.realpath(here)) if workspace is not None else None
    if workspace is None or path is None:
        return False
    shares = not {"json", "porcelain", "line-porcelain"}.isdisjoint(chosen)
    rev = options.get("--rev")
    answer = recall(workspace, path, rev=rev, merges=merges, shares=shares) or _by_history(
        workspace, path, rev=rev, merges=merges, shares=shares
    )
    if answer is None:
        return False
    show(answer, chosen[0] if chosen else None)
    return True


def _by_history(
    workspace: Workspace, path: str, *, rev: str | None, merges: bool, shares: bool
) -> BlameAnswer | None:
    """The answer where git's history alone gives it, and nobody watches how far it is."""
    is_alone = not workspace.is_initialised and not is_left_out(workspace.root, SIDECAR)
    if not is_alone or sys.stderr.isatty():
        return None
    from tracer.queries.blame import blame as query  # noqa: PLC0415 - the engine

    return query(workspace, path, rev=rev, merges=merges, shares=shares)
