"""The team's hard limits, `constraints.sidecar.yaml`: tools nobody uses, files nobody changes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NoReturn

from tracer.intents.context import SIDECAR_FILE, read_sidecar
from tracer.intents.scope import owns
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


class Limit(NamedTuple):
    """What is denied, as a pattern, and the team's reason."""

    pattern: str
    reason: str


class Constraints(NamedTuple):
    """`tools`: names of tools, as shell patterns. `paths`: gitignore globs of files."""

    tools: tuple[Limit, ...] = ()
    paths: tuple[Limit, ...] = ()

    def on_tool(self, name: str | None) -> Limit | None:
        """The limit on a tool, whatever the case of its name."""
        if not self.tools or name is None:
            return None
        from fnmatch import fnmatchcase  # noqa: PLC0415 - where a team blocks any

        return next(
            (x for x in self.tools if fnmatchcase(name.casefold(), x.pattern.casefold())), None
        )

    def on_path(self, path: str) -> Limit | None:
        """The limit on a file of the workspace."""
        return next((limit for limit in self.paths if owns((limit.pattern,), path)), None)


NONE = Constraints()


def load_constraints(workspace: Workspace) -> Constraints:
    """The limits of the workspace; none where there is no file.

    Raises: InputError for a file of another shape.
    """
    path = os.path.join(workspace.sidecar, SIDECAR_FILE)
    if not os.path.lexists(path):
        return NONE
    table = read_sidecar(workspace)
    return Constraints(
        tuple(_limit(item, "tool", path) for item in table["blocked_tools"]),
        tuple(_limit(item, "path_glob", path) for item in table["deny_mutations"]),
    )


def _limit(item: Any, key: str, path: str) -> Limit:
    if isinstance(item, str):
        return Limit(item, "")
    pattern = item.get(key) if isinstance(item, dict) else None
    if not isinstance(pattern, str) or not pattern:
        _refuse(path, key)
    limit = Limit(pattern, str(item.get("reason") or ""))
    if key == "path_glob":
        owns((limit.pattern,), "x")
    return limit


def _refuse(path: str, key: str) -> NoReturn:
    raise InputError(f"{path}: an entry without `{key}`", fix=f"Write `- {{{key}: PATTERN}}`.")
