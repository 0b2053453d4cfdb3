"""A fleet of small real repositories, and a warehouse of it."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tracer.fleet.sources import Source
from tracer.fleet.storage import Storage
from tracer.fleet.sync import Options, sync

SHOP = """\
def price(count, each):
    total = count * each
    if total > 100:
        total -= 5
    return total
"""
RENAMED = SHOP.replace("total", "amount")


class Fleet:
    """Repositories `one` (an agent's work, twice), `two` (a copy of its function) and `three`."""

    def __init__(self, tmp_path, make) -> None:
        self.path = str(tmp_path)
        self.repos: dict[str, Any] = {}
        for name in ("one", "two", "three"):
            self.repos[name] = make(os.path.join(self.path, name))
        one, two, three = self.repos.values()
        one.repo.write(
            ".orchestration/active_intents.yaml",
            "active_intents:\n  - id: INT-001\n    name: Prices\n    status: IN_PROGRESS\n",
        )
        one.repo.commit("start", README__md="# one\n")
        one.agent("INT-001", shop__py=SHOP)
        one.repo.commit("Prices")
        one.agent("INT-002", shop__py=SHOP + "\n\ndef none():\n    return 0\n")
        two.repo.clock += 1000
        two.repo.commit("start", lib__py=RENAMED)
        two.agent("INT-001", more__py="LIMIT = 3\nOTHER = 4\n")
        three.repo.commit("Prices\n\nIntent: INT-001", a__py="x = 1\n")

    @property
    def sources(self) -> list[Source]:
        return [Source(name, repo.workspace.root) for name, repo in self.repos.items()]

    def storage(self, name: str = "warehouse") -> Storage:
        return Storage(os.path.join(self.path, name))

    def sync(self, name: str = "warehouse", **options: Any) -> dict[str, Any]:
        return sync(self.sources, self.storage(name), Options(**{"jobs": 1, **options}))


@pytest.fixture
def fleet(tmp_path, make_traced) -> Fleet:
    return Fleet(tmp_path, make_traced)
