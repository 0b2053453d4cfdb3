"""Whose a line is: the one rule from the credits of its leaves to the line.

A line belongs to the change that gave it its present meaning: the newest among the origins of
its leaves, and the newest change that took code away beside them. What only moved, renamed or
reformatted it changed no origin, so it is not among them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tracer.model.attribution import Credit, Source, Touch
from tracer.model.enums import SourceKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NEW = "new"  # the rule of a last touch that is the origin itself
NEW_NAME = "new_name"  # the same for the name of a definition that was there before
REMARK = "remark"  # the same for a comment beside code that was there before
# Rules of leaves that make no line new: they count where nothing else stands in it.
ASIDE = frozenset((NEW_NAME, REMARK))
# Rules of touches that move code and leave its words alone.
STILL = frozenset(
    (
        "",
        "move",
        "reflow",
        "layout",
        "baseline",
        "import_order",
        "reorder_definitions",
        "move_definition",
    )
)
WORD_KEPT = "word_kept"  # a word of the language stands in a statement that took another's place
CUT = "cut"  # code beside the leaf is gone, and no refactoring explains it


def line_owner(
    parts: Iterable[tuple[int, Credit]],
    when: Callable[[str, Credit], float],
    place: tuple[str, int],
) -> Credit:
    """The credit that stands for a line, from its parts (leaves, credit).

    `place` is the line's path and number; a cut is credited there, having no place of its own.
    `when` is the moment of a record or commit, by its id and a credit that names it. A new name
    or remark alone makes no line new: it counts where nothing else stands in the line. Where a
    change took code away and wrote none there since, the line is its, though no leaf is. Of
    records of one moment the later id counts, of other equally new ones the first.
    """
    parts = list(parts)
    keys = [
        (c.last.rule not in ASIDE, *_newness(c.origin.id, c.origin.kind, when(c.origin.id, c)))
        for _, c in parts
    ]
    best = max(keys)
    owner = parts[keys.index(best)][1]
    for _, credit in parts:
        if credit.last.rule == CUT:
            last = credit.last
            key = True, *_newness(last.id, last.kind, when(last.id, credit))
            if key > best:
                source = Source(credit.last.id, credit.last.kind, place[0])
                best, owner = key, credit._replace(origin=source, line=place[1])
    return owner


def _newness(id_: str, kind: SourceKind, moment: float) -> tuple[float, str]:
    """What to compare: the ids of records grow where the clock has not moved."""
    return moment, id_ if kind is SourceKind.RECORD and math.isfinite(moment) else ""


def is_cut_owner(owner: Credit) -> bool:
    """Whether a line's owner may have only taken code away there: it wrote no leaf of its own."""
    return owner.last.rule == CUT and (owner.origin.id, owner.origin.kind) == owner.last[:2]


def line_changed(
    parts: Iterable[tuple[int, Credit]], when: Callable[[str, Credit], float]
) -> Touch:
    """Who last changed the words of a line, as far as its parts can tell.

    That is the newest of their origins and of the last touches that did more than move or
    reindent them. A touch that a later move has hidden is not seen.
    """
    best: tuple[float, Touch] | None = None
    for _, credit in parts:
        new = Touch(credit.origin.id, credit.origin.kind, NEW)
        for touch in (new,) if credit.last.rule in STILL else (new, credit.last):
            moment = when(touch.id, credit)
            if best is None or moment > best[0]:
                best = moment, touch
    assert best is not None, "a line without parts"
    return best[1]


def is_lasting(before: Credit, rule: str) -> bool:
    """Whether a credit's last touch stays when `rule` touches the leaf.

    A cut, a new name and a remark are known from their touch alone; a refactoring after it must
    not hide it.
    """
    return rule != CUT and (before.last.rule == CUT or before.last.rule in ASIDE)


def touched(credit: Credit, last: Touch) -> Credit:
    """A credit after a later touch, which hides none that says whose the code is."""
    return credit if is_lasting(credit, last.rule) else credit._replace(last=last)
