"""grammars/README.md explains every key that a grammar.yaml uses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tracer.resources import data_dir, load_yaml

GRAMMARS = Path(data_dir("grammars"))


def _keys(table: dict[str, Any]) -> set[str]:
    """Our own words among the keys: the rest are kinds and fields of the grammar."""
    found = set(table)
    for part in ("normal", "alpha"):
        found |= set(table.get(part) or ())
    normal = table.get("normal") or {}
    for rules in normal.values():
        if isinstance(rules, list):
            found |= {key for rule in rules if isinstance(rule, dict) for key in rule}
    strings = normal.get("strings") or {}
    found |= set(strings) | set(strings.get("escapes") or {})
    for scope in (table.get("alpha") or {}).get("scopes", {}).values():
        found |= set(scope or {})
    return found


@pytest.mark.parametrize("name", sorted(p.parent.name for p in GRAMMARS.glob("*/grammar.yaml")))
def test_every_key_is_explained(name):
    explained = set(re.findall(r"`(\w+)`", (GRAMMARS / "README.md").read_text("utf-8")))
    assert _keys(load_yaml(str(GRAMMARS / name / "grammar.yaml"))) <= explained
