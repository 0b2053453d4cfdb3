"""Chains of `filter` and `map`, entries of maps, lists taken apart: TypeScript of every day."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer
from tracer.model.enums import Verdict

TABLE, ENTRIES, LISTS = (
    json.loads(Path(__file__).with_name(f"{name}.json").read_text())
    for name in ("chained_steps", "asked_entries", "flattened_lists")
)


def verdict(before: str, after: str, shared: str = TABLE["shared"]) -> Verdict:
    """What a change of one TypeScript file is in a closed world."""
    texts = [{"m.ts": (shared + one + "\n").encode()} for one in (before, after)]
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize("name", TABLE["same"])
def test_a_chain_is_the_loop(name: str) -> None:
    """Its functions only compute, and what follows changes nothing that they read."""
    assert verdict(*TABLE["same"][name]) is Verdict.AST_REFACTOR


@pytest.mark.parametrize("name", TABLE["other"])
def test_a_chain_makes_its_lists_first(name: str) -> None:
    """An effect, a failure or a changed source shows that all of a step ran before the next."""
    assert verdict(*TABLE["other"][name]) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("name", ENTRIES["same"])
def test_an_entry_is_asked_for_or_taken(name: str) -> None:
    """A table of numbers or objects gives nothing only for a key that it has not."""
    assert verdict(*ENTRIES["same"][name], ENTRIES["shared"]) is Verdict.AST_REFACTOR


@pytest.mark.parametrize("name", ENTRIES["other"])
def test_an_entry_may_be_nothing_or_false(name: str) -> None:
    """Values that may be undefined, zero or empty, other keys, changes between."""
    assert verdict(*ENTRIES["other"][name], ENTRIES["shared"]) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("name", LISTS["same"])
def test_lists_of_elements_are_one_list(name: str) -> None:
    """`flatMap` and `push(...list)` are loops that add each."""
    assert verdict(*LISTS["same"][name], LISTS["shared"]) is Verdict.AST_REFACTOR


@pytest.mark.parametrize("name", LISTS["other"])
def test_what_is_flattened_may_be_no_list(name: str) -> None:
    """Texts, fields that may be missing, lists of lists, effects between, other orders."""
    assert verdict(*LISTS["other"][name], LISTS["shared"]) is Verdict.INTENT_EVOLUTION
