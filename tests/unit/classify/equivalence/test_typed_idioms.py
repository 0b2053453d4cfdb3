"""Idioms of languages with declared types, each written in two ways, and one slip away."""

import json
from pathlib import Path

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

_IDIOMS = json.loads((Path(__file__).parent / "typed_idioms.json").read_text(encoding="utf-8"))


def _is_proved(path, before, after):
    change = tracer.ChangeSet.from_texts(
        {path: before.encode()}, {path: after.encode()}, closed_world=True
    )
    found = prove(match(change), closed_world=True, mentions=None, accepted=accepted("default"))
    return found.proof is not None


@pytest.mark.parametrize(("path", "before", "after", "other"), _IDIOMS.values(), ids=list(_IDIOMS))
def test_idiom(path, before, after, other):
    """Both ways are one program, in either direction; a slip is another."""
    assert _is_proved(path, before, after)
    assert _is_proved(path, after, before)
    assert not _is_proved(path, before, other)
    assert not _is_proved(path, after, other)
