"""`tracer diff`: what changed, of which kind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.engine.mentions import mentions_in
from tracer.queries.changes import change_set_of_revisions, revision_after
from tracer.queries.classify import ChangeAnswer, answer_for, classify_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.model.workspace import Workspace


def diff(
    names: Sequence[str],
    workspace: Callable[[], Workspace],
    *,
    refactorings: bool = False,
    rows: bool = False,
) -> ChangeAnswer:
    """The change `names` means, and its verdict.

    With `refactorings` also these by name, with `rows` also the lines of each file side by side.

    Two names that both exist as paths are paths; anything else is git revisions, and only
    then is a workspace needed.
    """
    if len(names) == 2 and all(os.path.exists(name) for name in names):  # noqa: PLR2004
        return classify_paths(names[0], names[1], closed_world=False, names=refactorings, rows=rows)
    here = workspace()
    change_set = change_set_of_revisions(here, names)
    mentions = mentions_in(here, change_set, revision_after(here, names))
    return answer_for(change_set, mentions, names=refactorings, rows=rows)
