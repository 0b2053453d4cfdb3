"""One edit to fresh files, matched and carried: what the engine knows without any memory."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from benchmarks.accuracy.property.edits import EDITS
from benchmarks.accuracy.property.judge import Judged, judge
from benchmarks.accuracy.property.world import START, World
from tracer.classify import classify
from tracer.lineage import Maker, baseline, carry
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Method, SourceKind

# Edits that undo what another one did.
_BEFORE = {"inline-function": ("extract-function",), "reformat": ("mess-up", "mess-up")}


class Case(NamedTuple):
    """What an edit did in words, the texts around it, and how tracer's origins compare."""

    what: str
    before: dict[str, bytes]
    after: dict[str, bytes]
    judged: Judged


def content_of(text: bytes) -> str:
    """A file version's identity."""
    return f"sha256:{hashlib.sha256(text).hexdigest()}"


def edited(language: str, kind: str, seed: int) -> tuple[World, str, dict[str, bytes]] | None:
    """The world after one edit of a kind, what was done in words, and the texts before.

    None when this seed's files offer nothing to do it to.
    """
    world = World(language, seed)
    for first in _BEFORE.get(kind, ()):
        EDITS[first](world, START)
    before = world.texts()
    what = EDITS[kind](world, "edit")
    return None if what is None else (world, what, before)


def single(language: str, kind: str, seed: int) -> Case | None:
    """One edit of a kind; None when this seed's files offer nothing to do it to."""
    found = edited(language, kind, seed)
    if found is None:
        return None
    world, what, before = found
    after = world.texts()
    states = {p: baseline(p, content_of(t), t.count(b"\n"), START) for p, t in before.items()}
    mapping = match(ChangeSet.from_texts(before, after))
    verdict = classify(mapping)
    contents = {path: content_of(text) for path, text in after.items()}
    maker = Maker("edit", SourceKind.RECORD, Method.OBSERVED)
    carried = carry(
        mapping, states, contents, maker, kept=verdict.whose.kept, rules=verdict.whose.rules
    )
    judged = Judged(0, 0, 0, [])
    for state in carried.states:
        judged += judge(world, state.path, state, after[state.path], lambda c: {c.origin.id})
    return Case(what, before, after, judged)
