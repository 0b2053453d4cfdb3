"""Chains of `filter` and `map` in JavaScript: loops only where nobody sees the lists between."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer
from tracer.model.enums import Verdict

TABLE = json.loads(Path(__file__).with_name("chained_steps.json").read_text())


def verdict(before: str, after: str) -> Verdict:
    """What a change of one TypeScript file is in a closed world."""
    texts = [{"m.ts": (TABLE["shared"] + one + "\n").encode()} for one in (before, after)]
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize("name", TABLE["same"])
def test_a_chain_is_the_loop(name: str) -> None:
    """Its functions only compute, and what follows changes nothing that they read."""
    assert verdict(*TABLE["same"][name]) is Verdict.AST_REFACTOR


@pytest.mark.parametrize("name", TABLE["other"])
def test_a_chain_makes_its_lists_first(name: str) -> None:
    """An effect, a failure or a changed source shows that all of a step ran before the next."""
    assert verdict(*TABLE["other"][name]) is Verdict.INTENT_EVOLUTION
