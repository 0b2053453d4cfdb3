"""Records say what a refactoring rests on, and a team's list of assumptions counts for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from working_agent import Agent

BEFORE = "def shares(a, b):\n    total = a * b\n    rest = b - a\n    return [total, rest]\n"
AFTER = "def shares(a, b):\n    rest = b - a\n    return [a * b, rest]\n"


def recorded(tmp_path: Path, after: str, config: str | None = None) -> dict:
    """The record of one edit of a file that an earlier call wrote."""
    agent = Agent(str(tmp_path))
    agent.edit("write", "shop.py", BEFORE)
    if config is not None:
        Path(agent.workspace.config).write_text(config)
    agent.edit("edit", "shop.py", after)
    return json.loads(Path(agent.workspace.ledger).read_text().splitlines()[-1])


def test_a_proof_by_meaning_is_recorded_with_its_assumptions(tmp_path: Path) -> None:
    """The record is the verdict: its class, its grade and what it takes for granted."""
    record = recorded(tmp_path, AFTER)
    assert record["mutation_class"] == "AST_REFACTOR"
    assert record["proof"]["grade"] == "conditional"
    assert "plain-operators" in record["proof"]["assumes"]


@pytest.mark.parametrize(
    "after", [AFTER.replace("b - a", "a - b"), AFTER.replace("a * b", "a + b")]
)
def test_a_look_alike_has_no_proof(tmp_path: Path, after: str) -> None:
    """One slip away: evolution, and no grade."""
    record = recorded(tmp_path, after)
    assert record["mutation_class"] == "INTENT_EVOLUTION"
    assert "proof" not in record


@pytest.mark.parametrize("config", ["assume: none\n", "assume: [no-such-id]\n"])
def test_a_team_that_accepts_nothing_gets_evolution(tmp_path: Path, config: str) -> None:
    """What cannot be read accepts nothing, either."""
    assert recorded(tmp_path, AFTER, config)["mutation_class"] == "INTENT_EVOLUTION"
