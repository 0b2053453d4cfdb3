"""Hooks that a helper answers write the ledger that hooks alone would have written.

The first flow of every other theme that keeps its ledger in a file is played both ways; the two
ledgers say the same, but for names and times that are made anew each time. `TRACER_TEST_HELPER=on`
plays all flows and end-to-end tests with a helper.
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from test_flows import loaded
from world import Stopped, World

from tests.e2e import helped

if TYPE_CHECKING:
    from pathlib import Path

    from flow import Flow

LEDGER = ".orchestration/agent_trace.jsonl"
MADE = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # ids
    r"|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)"  # times
    r"|\b[0-9a-f]{12,64}\b"  # digests of what holds one of these, or of a clone's own salt
)
SECOND = re.compile(r"\bcli-\d+")  # the session of a command: two may be of one second


def first_of_themes() -> list[Flow]:
    """A flow of every other theme, of those that run always and whose ledger hooks write."""
    found: dict[str, Flow] = {}
    for flow in loaded():
        if not flow.seldom and any(config.ledger == "file" for config in flow.configs()):
            found.setdefault(flow.theme, flow)
    return list(found.values())[::2]


@pytest.mark.skipif(sys.platform != "linux", reason="helpers run on Linux only")
@pytest.mark.parametrize("flow", [pytest.param(flow, id=flow.id) for flow in first_of_themes()])
def test_ledgers_are_alike(flow: Flow, tmp_path: Path) -> None:
    """Every record of every clone, in order, says the same."""
    cold = played(flow, tmp_path / "one", {"TRACER_HELPER": "off"})
    warm_up(tmp_path)
    before = helped.served()
    warm = played(flow, tmp_path / "two", helped.on())
    assert warm == cold
    if any(cold.values()):
        assert helped.served() > before + 1  # beyond the question itself


def warm_up(tmp_path: Path) -> None:
    """A hook that starts a helper where none runs."""
    world = World(tmp_path / "three", next(iter(first_of_themes()[0].configs())))
    world.env |= helped.on()
    world.run_in(world.base, "tracer", "hook", "--agent", "generic", stdin="{}")
    helped.await_helper()


def played(flow: Flow, base: Path, variables: dict[str, str]) -> dict[str, list[Any]]:
    """The ledgers of a flow's clones, without what is made anew each time."""
    config = next(one for one in flow.configs() if one.ledger == "file")
    world = World(base, config, is_copied=False)  # so that both ways have times of the same kind
    world.env |= variables
    with suppress(Stopped):
        flow.play(world)
    assert not world.wrong, world.wrong
    ledgers = {name: clone.path / LEDGER for name, clone in sorted(world.clones.items())}
    return {
        name: [told(json.loads(line)) for line in normal(path.read_text(), base).splitlines()]
        for name, path in ledgers.items()
        if path.exists()
    }


def told(record: dict[str, Any]) -> dict[str, Any]:
    """A record without the origins of mixed lines: commits of one second are ordered by hash."""
    for file in record.get("files") or ():
        for line in file.get("mixed") or ():
            line["parts"] = len(line["parts"])
    return record


def normal(text: str, base: Path) -> str:
    """The text with each made name replaced by the number of its first place."""
    known: dict[str, str] = {}
    return MADE.sub(
        lambda found: known.setdefault(found.group(), f"<{len(known)}>"),
        SECOND.sub("cli-<second>", text.replace(str(base), "<base>")),
    )
