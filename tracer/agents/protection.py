"""What all agents together protect."""

from __future__ import annotations

from tracer.agents.spec import agent_names, load_spec
from tracer.policy.facts import Guard


def guard() -> Guard:
    """What all agents together protect: each could be used to set another one free."""
    specs = [load_spec(name) for name in agent_names()]
    return Guard(
        tuple(dict.fromkeys(path for spec in specs for path in spec.get("protects", ()))),
        tuple(dict.fromkeys(path for spec in specs for path in spec.get("scratch", ()))),
    )
