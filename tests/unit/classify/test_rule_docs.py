"""docs/rules.md names every rule."""

from __future__ import annotations

import os
import re

from tracer.classify.rules import RULES, extract_function

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def test_every_rule_is_documented():
    """Each name a change can carry stands in the table of rules."""
    names = set(extract_function.RULES.values())
    for rule in RULES:
        names |= {rule.__globals__["RULE"]} if "RULE" in rule.__globals__ else set()
    with open(os.path.join(ROOT, "docs", "rules.md"), encoding="utf-8") as file:
        text = file.read()
    table = "\n".join(line for line in text.splitlines() if line.startswith("| `"))
    documented = set(re.findall(r"`(\w+)`", table))
    assert len(names) >= 12
    assert names <= documented
