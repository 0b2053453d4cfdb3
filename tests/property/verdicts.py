"""Whether a change is called a refactoring: what all soundness tests ask."""

from __future__ import annotations

import os

from tracer.classify import classify
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict

# More of them find more: `TRACER_FUZZ_EXAMPLES=20000 pytest tests/property`.
EXAMPLES = int(os.environ.get("TRACER_FUZZ_EXAMPLES", "30"))


def is_refactoring(before, after, *, closed_world=False):
    """Whether the verdict is AST_REFACTOR; each side is the text of `m.py`, or texts by path."""
    return verdict_on(before, after, closed_world=closed_world).verdict is Verdict.AST_REFACTOR


def verdict_on(before, after, *, closed_world=False):
    """The verdict with its evidence."""
    sides = ({"m.py": text} if isinstance(text, str) else text for text in (before, after))
    texts = ({path: text.encode() for path, text in side.items()} for side in sides)
    return classify(match(ChangeSet.from_texts(*texts)), closed_world=closed_world).verdict
