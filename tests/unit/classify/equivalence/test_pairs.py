"""Tables of pairs by language: what is the same is proved, and no look-alike is."""

import json
from pathlib import Path

import pytest

import tracer
from tests.unit.classify.equivalence import (
    c_idioms,
    c_pairs,
    cpp_own_pairs,
    initialiser_pairs,
    javascript_pairs,
    name_pairs,
    python_pairs,
    rust_pairs,
    rust_steps,
)
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

# Look-alikes that somebody who read the prover wrote against it; each was called the same once.
CRITICS = json.loads(Path(__file__).with_name("critics_pairs.json").read_text(encoding="utf-8"))

PAIRS = [
    *(
        (
            name,
            one.get("label", "differs"),
            {one["path"]: one["before"]},
            {one["path"]: one["after"]},
        )
        for name, one in CRITICS.items()
    ),
    *c_pairs.PAIRS,
    *c_idioms.PAIRS,
    *cpp_own_pairs.PAIRS,
    *initialiser_pairs.PAIRS,
    *javascript_pairs.PAIRS,
    *name_pairs.PAIRS,
    *rust_pairs.PAIRS,
    *rust_steps.PAIRS,
    *python_pairs.PAIRS,
]


@pytest.mark.parametrize(
    ("label", "before", "after"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS]
)
def test_pair(label, before, after):
    """What is the same is proved, what differs is not."""
    change = tracer.ChangeSet.from_texts(
        {path: text.encode() for path, text in before.items()},
        {path: text.encode() for path, text in after.items()},
        closed_world=True,
    )
    outcome = prove(match(change), closed_world=True, mentions=None, accepted=accepted("default"))
    assert (outcome.proof is not None) == (label == "same"), outcome.differences


LOOK_ALIKES = {name: one for name, one in CRITICS.items() if one.get("label") != "same"}


@pytest.mark.parametrize("one", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_verdict_on_a_look_alike(one):
    """No rule says that it is the same, either."""
    change = tracer.ChangeSet.from_texts(
        {one["path"]: one["before"].encode()},
        {one["path"]: one["after"].encode()},
        closed_world=True,
    )
    assert tracer.classify(change).verdict == "INTENT_EVOLUTION"
