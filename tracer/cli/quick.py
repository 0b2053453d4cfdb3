"""`tracer blame` of a file whose answer is known, without the command-line framework.

Loading the framework and the engine takes longer than git needs for a whole blame. What is not
plainly a question that was answered before goes the common way, errors included.
"""

from __future__ import annotations

import os

from tracer.cli.show_blame import FORMATS, show
from tracer.model import waits
from tracer.model.workspace import find_workspace
from tracer.queries.blame_known import recall


def blame(arguments: list[str]) -> bool:
    """Answer `tracer blame ARGUMENTS` if that is possible at once; whether it was."""
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
    if workspace is None or path is None or waits.left(workspace):
        return False
    shares = not {"json", "porcelain", "line-porcelain"}.isdisjoint(chosen)
    answer = recall(workspace, path, rev=options.get("--rev"), merges=merges, shares=shares)
    if answer is None:
        return False
    show(answer, chosen[0] if chosen else None)
    return True
