"""The map and the report: what the ledger says, for people who do not read code."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from tracer.model.errors import InputError
from tracer.queries import intent_map as module
from tracer.queries.intent_map import intent_map, refresh_map, to_markdown, write_map
from tracer.queries.report import report, span_of
from tracer.rollback.revert import revert

APP = """\
RATE = 19


class Bill:
    def net(self, price):
        return price

    def gross(self, price):
        return price * RATE
"""
INTENTS = """\
version: 1
active_intents:
  - {id: INT-001, name: Sales tax, status: IN_PROGRESS, owned_scope: [app.py],
     related_specs: [{type: specification, value: REQ-7}]}
  - {id: INT-009, name: "Later | <b>", status: PENDING}
"""


@pytest.fixture
def shop(traced):
    with open(traced.workspace.intents, "w", encoding="utf-8") as file:
        file.write(INTENTS)
    return traced


def elements(shop, intent: str) -> list[tuple]:
    document = intent_map(shop.workspace)
    (found,) = [item for item in document["intents"] if item["id"] == intent]
    return [
        (file["path"], e["kind"], e["name"], e["start_line"], e["end_line"])
        for file in found["files"]
        for e in file["elements"]
    ]


def test_map(shop) -> None:
    """Each intent's definitions with kind, name, fingerprint and lines, wherever they are now."""
    shop.agent("INT-001", app__py=APP)
    assert elements(shop, "INT-001") == [
        ("app.py", "lines", None, 1, 1),
        ("app.py", "class", "Bill", 4, 9),
        ("app.py", "function", "Bill.net", 5, 6),
        ("app.py", "function", "Bill.gross", 8, 9),
    ]
    head, _, gross = APP.partition("\n    def gross")
    tax = "RATE = 19\n\n\ndef gross" + gross.replace("self, ", "").replace("\n        ", "\n    ")
    shop.agent("INT-002", app__py=head, tax__py=tax)
    moved = [item for item in elements(shop, "INT-001") if item[0] == "tax.py"]
    assert moved[-1][1:3] == ("function", "gross")
    text = to_markdown(intent_map(shop.workspace))
    assert "## INT-001: Sales tax\n\nIN_PROGRESS · specification REQ-7 · scope `app.py`" in text
    assert "| `app.py` | function `Bill.net` | 5-6 | `xxh3:" in text
    assert "## INT-009: Later \\| \\<b\\>\n\nPENDING\n\nNo code yet." in text
    assert "not in the registry" in text


def test_map_is_incremental(shop, monkeypatch) -> None:
    """E2: Only files that records touched since are parsed; the result is that of a full run."""
    shop.agent("INT-001", app__py=APP)
    shop.agent("INT-001", other__py="x = 1\n")
    intent_map(shop.workspace)
    parsed: list[str] = []
    real = module.parse
    monkeypatch.setattr(
        module, "parse", lambda text, path: parsed.append(path) or real(text, path=path)
    )
    intent_map(shop.workspace)
    assert parsed == []
    shop.agent("INT-001", other__py="x = 2\n")
    shop.agent("INT-001", app__py=None)
    step = intent_map(shop.workspace)
    assert parsed == ["other.py"]
    os.unlink(os.path.join(shop.workspace.index, "map.json"))
    assert intent_map(shop.workspace) == step
    with open(os.path.join(shop.workspace.index, "map.json"), "w", encoding="utf-8") as file:
        file.write("{broken")
    assert intent_map(shop.workspace) == step


def test_map_after_the_ledger_changed(shop, tmp_path) -> None:
    """A ledger that git put another in place of is read anew."""
    shop.agent("INT-001", app__py=APP)
    shop.agent("INT-001", b__py="x = 1\n")
    intent_map(shop.workspace)
    with open(shop.workspace.ledger, "rb") as file:
        lines = file.readlines()
    copy = str(tmp_path / "ledger")
    with open(copy, "wb") as file:
        file.writelines(lines[::-1])
    shutil.move(copy, shop.workspace.ledger)
    assert {item[0] for item in elements(shop, "INT-001")} == {"app.py", "b.py"}


def test_page(shop) -> None:
    """The page is written when something changed, and only where somebody wants one."""
    shop.agent("INT-001", app__py=APP)
    assert refresh_map(shop.workspace)
    assert not refresh_map(shop.workspace)
    path = os.path.join(shop.workspace.sidecar, "intent_map.md")
    with open(path, encoding="utf-8") as file:
        assert file.read() == to_markdown(intent_map(shop.workspace))
    os.unlink(path)
    os.unlink(shop.workspace.intents)
    assert not refresh_map(shop.workspace)
    assert write_map(shop.workspace, intent_map(shop.workspace))


def test_names_cannot_break_the_page() -> None:
    """Nothing in a name ends a table cell, a line, or becomes markup."""
    element = {"kind": "function", "name": "a|b`\n# x", "start_line": 1, "end_line": 1}
    files = [{"path": "a|`\n<b>.py", "elements": [element | {"lines": 1, "fingerprint": "xxh3:0"}]}]
    intent = {"id": "# <i>", "name": "x\n## y", "status": None, "scope": ["`|"], "specs": []}
    text = to_markdown({"intents": [intent | {"files": files}]})
    rows = [line for line in text.split("\n") if line.startswith("| `")]
    assert len(rows) == 1
    assert rows[0].count("|") == 5
    assert [line for line in text.split("\n") if line.startswith("## ")] == [
        "## \\# \\<i\\>: x \\#\\# y"
    ]


def test_report(shop) -> None:
    """E6: Changes, classes and lines per intent and contributor, with what stands out."""
    shop.agent("INT-001", app__py=APP)
    shop.agent("INT-002", app__py=APP.replace("price * RATE", "(price * RATE)"))
    shop.repo.write("app.py", APP.replace("price * RATE", "(price * RATE)") + "\nX = 1\n")
    (record,) = shop.agent(
        "INT-002", app__py=APP.replace("price * RATE", "(price * RATE)") + "\nX = 2\n"
    )[-1:]
    revert(shop.workspace, record["id"])
    document = json.loads(json.dumps(report(shop.workspace)))
    total = document["total"]
    assert (total["records"], total["changes"], total["lines_written"] > 9) == (5, 5, True)
    intents = {row["id"]: row for row in document["by_intent"]}
    assert intents["INT-001"]["name"] == "Sales tax"
    assert intents["INT-001"]["lines_written"] == 9
    assert intents["INT-001"]["lines_now"] >= 5
    assert intents["INT-002"]["refactorings"] == 1
    people = {(row["entity_type"], row["model_identifier"]) for row in document["by_contributor"]}
    assert people == {("AI", "acme-1"), ("UNKNOWN", None), ("HUMAN", None)}
    assert (document["unseen_changes"], document["reverts"]) == (1, 1)
    assert sum(row["changes"] for row in document["over_time"]["rows"]) == 5


def test_report_of_a_time(shop) -> None:
    """Only records of the span count; periods begin on their first day."""
    shop.agent("INT-001", app__py=APP)
    everything = report(shop.workspace)
    day = everything["over_time"]["rows"][0]["from"]
    assert report(shop.workspace, span_of(day, day))["total"]["records"] == 1
    assert report(shop.workspace, span_of(None, "2001-01-01"))["total"]["records"] == 0
    months = report(shop.workspace, period="month")["over_time"]["rows"]
    assert months[0]["from"] == f"{day[:7]}-01"
    with pytest.raises(InputError, match="'soon' is no moment"):
        span_of("soon", None)


def test_report_of_nothing(shop) -> None:
    """An empty ledger has an empty report."""
    assert report(shop.workspace)["total"]["records"] == 0
    assert intent_map(shop.workspace)["intents"][0]["files"] == []
