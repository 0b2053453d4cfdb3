"""The table of flows: how a flow is declared, and in which configuration it runs."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from world import Config, World

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = tuple(
    Config(ledger, index, mode)
    for ledger in ("ref", "file")
    for index in ("kept", "dropped")
    for mode in ("observe", "enforce")
)
NONE = Config("none")
ONE_IN = 10  # flows that run seldom
BY_LEDGER = {"ref": RUNS[:4], "file": RUNS[4:], "none": (NONE,)}


@dataclass(frozen=True, slots=True)
class Flow:
    """One story with its truth, and the configurations in which it makes sense."""

    theme: str
    name: str
    play: Callable[[World], None]
    ledgers: tuple[str, ...]
    index: str | None
    mode: str | None
    seldom: bool = False

    @property
    def id(self) -> str:
        """`theme/name`, which stands in known_failures.txt."""
        return f"{self.theme}/{self.name}"

    def configs(self) -> list[Config]:
        """Every configuration of this flow."""
        return [
            config
            for ledger in self.ledgers
            for config in BY_LEDGER[ledger]
            if ledger == "none"
            or (self.index in (None, config.index) and self.mode in (None, config.mode))
        ]

    def chosen(self) -> list[Config]:
        """The configurations of this run: one by the name's hash, or all of them.

        Of the flows that run seldom one in ten has its one, the others none.
        """
        every = self.configs()
        if os.environ.get("TRACER_FLOWS") == "all":
            return every
        if self.seldom and digest(self.name) % ONE_IN:
            return []
        weighed = [config for config in every for _ in range(2 if config.ledger == "ref" else 1)]
        return [weighed[digest(self.id) % len(weighed)]]


FLOWS: list[Flow] = []


def flow(
    *,
    ledgers: str = "ref file none",
    index: str | None = None,
    mode: str | None = None,
    seldom: bool = False,
) -> Callable[[Callable[[World], None]], Callable[[World], None]]:
    """Enter the function into the table; the docstring says what is done and what is true.

    `seldom` is for flows beside others of their class: they run with `TRACER_FLOWS=all`.
    """

    def enter(play: Callable[[World], None]) -> Callable[[World], None]:
        theme = play.__module__.rpartition("flows_")[2]
        FLOWS.append(Flow(theme, play.__name__, play, tuple(ledgers.split()), index, mode, seldom))
        return play

    return enter


def digest(name: str) -> int:
    """A number that depends on the name alone."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])
