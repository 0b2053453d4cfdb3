"""States, and places of lines, carried to other texts by an edit that no hook saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.lineage import baseline, carry
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.queries.credits import parts_of
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


def standing_lines(before: tuple[str, bytes], after: tuple[str, bytes]) -> dict[int, int]:
    """Line after -> the line before that its code comes from, where that is one; both (path, text).

    Lines of functions that moved are found by their function, however often such lines are
    repeated elsewhere. A line that changed in part is there as well.
    Cost: one match of the two texts.
    """
    (old_path, old), (path, new) = before, after
    mapping = match(ChangeSet.from_texts({old_path: old}, {path: new}))
    lines = old.count(b"\n") + 1
    state = baseline(old_path, content_of(old), lines, _THERE)
    done = carry(mapping, {old_path: state}, {path: content_of(new)}, UNSEEN)
    found: dict[int, set[int]] = {}
    for line, credit in parts_of(done.states[0]):
        if credit.origin.id == _THERE:
            found.setdefault(line, set()).add(credit.line)
    return {line: places.pop() for line, places in found.items() if len(places) == 1}


_THERE = "the text before"
