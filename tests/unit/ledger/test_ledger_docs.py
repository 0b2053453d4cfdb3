"""docs/records.md says exactly what the schema says, and docs/ledger.md names what is there.

After a change of the schema: UPDATE_DOCS=1 python -m pytest tests/unit/ledger/test_ledger_docs.py
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import tracer.ledger

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = Path(tracer.ledger.__file__).parent / "schema" / "record-1.json"
DOCUMENT = ROOT / "docs" / "records.md"

INTRODUCTION = """\
# Records

What a line of `.orchestration/agent_trace.jsonl` holds. Made from the JSON Schema that ships with
tracer (`tracer/ledger/schema/record-1.json`, draft 2020-12), by which every record is checked when
it is written and when it is read. Fields not named here are kept. **Bold** fields are required.
"""


def kind_of(rule: dict) -> str:  # noqa: PLR0911 - one return a keyword
    """A field's type in a word or two, with a link where it is a table of its own."""
    if "$ref" in rule:
        name = rule["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "enum" in rule:
        return ", ".join(f"`{word}`" if word is not None else "null" for word in rule["enum"])
    if "const" in rule:
        return f"`{rule['const']}`"
    if "anyOf" in rule:
        return " or ".join(kind_of(part) for part in rule["anyOf"])
    if "pattern" in rule and "properties" not in rule:
        pattern = rule["pattern"].replace("|", "\\|")
        return f"text like `{pattern}`"
    kind = rule.get("type", "object")
    words = " or ".join(kind) if isinstance(kind, list) else kind
    if "items" in rule:
        return f"list of {kind_of(rule['items'])}"
    return words


def rows(rule: dict, prefix: str = "") -> list[str]:
    """A table row for each field, fields of unnamed objects below their own."""
    found = []
    for name, field in rule.get("properties", {}).items():
        shown = f"{prefix}{name}"
        shown = f"**{shown}**" if name in rule.get("required", ()) else shown
        found.append(f"| {shown} | {kind_of(field)} | {field.get('description', '')} |")
        inner = field.get("items", field)
        if "$ref" not in inner:
            found += rows(inner, f"{prefix}{name}{'[]' if 'items' in field else ''}.")
    return found


def section(title: str, rule: dict) -> str:
    """One heading with its text and table."""
    text = rule.get("description", "")
    table = rows(rule)
    lines = "| field | type | meaning |\n|---|---|---|\n" + "\n".join(table) if table else ""
    body = lines or f"{kind_of(rule)[0].upper()}{kind_of(rule)[1:]}."
    return "\n\n".join(part for part in (f"## {title}", text, body) if part) + "\n"


def expected() -> str:
    """The whole page."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    events = [rule["if"]["properties"]["event"]["const"] for rule in schema["allOf"]]
    parts = [INTRODUCTION, section("Every record", schema)]
    parts += [section(f"Event `{event}`", schema["$defs"][event]) for event in events]
    rest = [name for name in schema["$defs"] if name not in events]
    parts += [section(name, schema["$defs"][name]) for name in rest]
    return "\n".join(parts)


def test_page_equals_schema() -> None:
    """No field is undocumented, and none is documented that is gone."""
    text = expected()
    if os.environ.get("UPDATE_DOCS"):
        DOCUMENT.write_text(text, encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == text


def test_promises_name_tests_that_exist() -> None:
    """Every test and benchmark that docs/ledger.md calls to witness is there."""
    text = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    for name in re.findall(r"`(test_\w+)", text):
        assert f"def {name}" in sources, name
    for module in re.findall(r"`torture\.(\w+)", text):
        assert (ROOT / "benchmarks" / "torture" / f"{module}.py").exists(), module
    for path in re.findall(r"`(tests/[\w/]+\.py)`", text):
        assert (ROOT / path).exists(), path


def test_every_kind_of_problem_is_explained() -> None:
    """The page names each kind of CONTRACT.md's `verify`."""
    text = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")
    for kind in ("edited", "deleted", "inserted", "reordered", "truncated", "replayed", "duplicate",
                 "unsigned", "bad_signature", "malformed"):  # fmt: skip
        assert f"| `{kind}` |" in text
