"""States of files carried to other texts by an edit that no hook saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.lineage import carry
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.queries.ledger_recall import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.model.attribution import FileState


def carried(
    before: Mapping[str, bytes], after: Mapping[str, bytes], states: Mapping[str, FileState]
) -> dict[str, FileState]:
    """The states of the texts after, by path; `states` are those of the texts before.

    What the edit wrote is nobody's.
    Cost: one match of all the files together.
    """
    from tracer.classify import whose  # noqa: PLC0415 - 25 ms that most questions do not need

    mapping = match(ChangeSet.from_texts(before, after))
    found = whose(mapping, closed_world=True)
    contents = {path: content_of(text) for path, text in after.items()}
    done = carry(
        mapping,
        states,
        contents,
        UNSEEN,
        kept=found.kept,
        rules=found.rules,
        removed=found.removed,
    )
    return {state.path: state for state in done.states}
