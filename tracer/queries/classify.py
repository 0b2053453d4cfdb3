"""The verdict on a change set, with its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.classify import classify as classify_mapping
from tracer.classify import to_json
from tracer.matching import match
from tracer.queries.changes import change_set_of_paths

if TYPE_CHECKING:
    from tracer.model.changes import ChangeSet, ChangeVerdict


class ChangeAnswer(NamedTuple):
    """A verdict as JSON of CONTRACT.md, and the texts it speaks of."""

    document: dict[str, Any]
    change_set: ChangeSet


def classify(change_set: ChangeSet) -> ChangeVerdict:
    """What the change did to behaviour; default evolution, refactor only where it is proven."""
    return classify_mapping(match(change_set), closed_world=change_set.closed_world).verdict


def classify_paths(before: str, after: str, *, closed_world: bool | None = None) -> ChangeAnswer:
    """The verdict on the change from one file or directory to another."""
    return answer_for(change_set_of_paths(before, after, closed_world=closed_world))


def answer_for(change_set: ChangeSet) -> ChangeAnswer:
    """The verdict on a change set, as a document."""
    return ChangeAnswer(to_json(classify(change_set)), change_set)
