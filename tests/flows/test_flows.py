"""A team's day with git, agents and people: each flow's truth is known from what was done.

`TRACER_FLOWS=all` runs each flow in all of its configurations, else one is chosen by its name; of
the flows that are marked as seldom, a tenth.
`TRACER_FLOWS_MORE=DIR` adds the flows of a directory, `TRACER_FLOWS_BIN=DIR` tries the command
there instead of the one beside this interpreter. `known_failures.txt` names the flows that do not
hold yet; one that begins to hold fails until its line is taken out (not so with `all`, where it
may hold in some configurations).
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

from flow import FLOWS, Flow  # noqa: E402
from world import Config, Stopped, World  # noqa: E402

ALL = os.environ.get("TRACER_FLOWS") == "all"
MORE = os.environ.get("TRACER_FLOWS_MORE")
KNOWN = dict(
    line.split(maxsplit=1)
    for line in (HERE / "known_failures.txt").read_text().splitlines()
    if line and not line.startswith("#")
)


def loaded() -> list[Flow]:
    """The table, from this directory and from the one that `TRACER_FLOWS_MORE` names."""
    for folder in (HERE, *([Path(MORE)] if MORE else [])):
        for file in sorted(folder.glob("flows_*.py")):
            name = f"{'more_' if folder != HERE else ''}{file.stem}"
            if name not in sys.modules:
                spec = importlib.util.spec_from_file_location(name, file)
                assert spec
                assert spec.loader
                sys.modules[name] = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(sys.modules[name])
    return FLOWS


def cases() -> list[object]:
    """Each flow in each chosen configuration; a known failure is marked."""
    made = []
    for flow in loaded():
        for config in flow.chosen():
            reason = KNOWN.get(flow.id) or KNOWN.get(f"{flow.id}[{config.name}]")
            marks = [pytest.mark.xfail(reason=reason, strict=not ALL)] if reason else []
            made.append(pytest.param(flow, config, id=f"{flow.id}[{config.name}]", marks=marks))
    return made


@pytest.mark.parametrize(("flow", "config"), cases())
def test_flow(flow: Flow, config: Config, tmp_path: Path) -> None:
    """A10, A11: git goes on, the ledger verifies, and every answer is the truth of the flow."""
    world = World(tmp_path / "flow", config)
    try:
        flow.play(world)
        world.close()
    except Stopped:
        pass
    record(flow, config, world)
    assert not world.wrong, "\n".join([flow.play.__doc__ or "", *world.wrong])


def test_known_failures_name_flows() -> None:
    """Every line of known_failures.txt names a flow of the table, and says why."""
    ids = {flow.id for flow in loaded()}
    assert {name.partition("[")[0] for name in KNOWN} <= ids
    assert all(KNOWN.values())


def record(flow: Flow, config: Config, world: World) -> None:
    """Write what was counted where `TRACER_FLOWS_FIGURES` says, for benchmarks and reports."""
    target = os.environ.get("TRACER_FLOWS_FIGURES")
    if target:
        with open(target, "a", encoding="utf-8") as out:
            out.write(f"{flow.id}\t{config.name}\t{world.right}\t{len(world.wrong)}\n")
            out.writelines(f"\t{line}\n" for line in world.wrong)
