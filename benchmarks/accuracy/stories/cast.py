"""Who acts in the stories."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.accuracy.stories.repository import Agent

AGENTS = (
    Agent("s1", "acme-1", "INT-001"),
    Agent("s2", "bolt-2", "INT-002"),
    Agent("s1", "acme-1", "INT-002"),
)
PEOPLE = ("Ann", "Ben", "Cleo")


class Writer(NamedTuple):
    """Who wrote a line: an agent with its model, intent and records, or people."""

    model: str | None
    intent: str | None
    names: set[str]  # of people that git may name, or ids of records
