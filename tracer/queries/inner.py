"""Files that belong to another repository than their workspace: submodules, nested clones.

A workspace may hold several repositories: submodules, or clones below a directory that has
`.orchestration`. Its ledger tells what agents did in all of them; the history of a file is that of
the repository that the file is in.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.model.enums import EntityType
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = dict[str, Any]


class Inner(NamedTuple):
    """A file of an inner repository: that repository, where it is, and the file's path in it."""

    workspace: Workspace
    prefix: str
    path: str


def inner_repository(workspace: Workspace, path: str) -> Inner | None:
    """The repository below the workspace's root that a path is in; None where there is none.

    Cost: a look at each directory between the root and the file.
    """
    parts = path.split("/")
    for depth in range(len(parts) - 1, 0, -1):
        prefix = "/".join(parts[:depth])
        directory = os.path.join(workspace.root, *parts[:depth])
        if os.path.exists(os.path.join(directory, ".git")):
            return Inner(Workspace(directory), prefix, "/".join(parts[depth:]))
    return None


def repository_around(workspace: Workspace, directory: str) -> Inner | None:
    """The inner repository that a directory of the workspace is in; its path is the rest."""
    relative = workspace.relative(os.path.join(directory, "."), directory)
    return inner_repository(workspace, f"{relative}/.") if relative else None


def told_by_both(recorded: Sequence[Json], committed: Sequence[Json]) -> list[Json]:
    """Lines as the outer ledger tells them; as the inner history does where that knows nobody.

    A commit makes lines that no hook saw its author's.
    """
    by_line = {row["line"]: row for row in committed}
    rows = []
    for row in recorded:
        contributor = row["origin"].get("contributor") or {}
        is_known = contributor.get("entity_type", EntityType.UNKNOWN) != EntityType.UNKNOWN
        other = by_line.get(row["line"])
        takes = not is_known and other is not None and other["origin"]["kind"] == "commit"
        rows.append(other if takes and other is not None else row)
    return rows
