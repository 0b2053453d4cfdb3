"""Look-alikes that somebody who read the prover wrote against it; each was called the same once."""

import json
from pathlib import Path

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

DIFFERENT = json.loads(Path(__file__).with_name("critics_pairs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", DIFFERENT)
def test_not_proved(name):
    """What differs for some input is no refactoring."""
    pair = DIFFERENT[name]
    change = tracer.ChangeSet.from_texts(
        {pair["path"]: pair["before"].encode()},
        {pair["path"]: pair["after"].encode()},
        closed_world=True,
    )
    outcome = prove(match(change), closed_world=True, mentions=None, accepted=accepted("default"))
    assert outcome.proof is None
