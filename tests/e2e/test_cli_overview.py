"""`tracer map` and `tracer report` through the installed command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from test_cli_ledger import SOURCE, Agent

if TYPE_CHECKING:
    from project import Project


def test_map_and_report(project: Project) -> None:
    """The page names the code of each intent; the report adds the ledger up."""
    project.tracer("init")
    project.tracer("intent", "add", "INT-001", "--name", "Prices", "--scope", "shop/**")
    agent = Agent(project)
    agent.select("INT-001")
    agent.write({"shop/prices.py": SOURCE})
    text = project.tracer("map")
    assert "| `shop/prices.py` | function `net` | 4-6 |" in text
    page = project.root / ".orchestration" / "intent_map.md"
    assert page.read_text() == text
    (intent,) = project.report("map")["intents"]
    assert [e["name"] for e in intent["files"][0]["elements"]] == [None, "net", "gross"]

    java = "class Pet {\n    int age() { return 1; }\n\n    int age(int y) { return y; }\n}\n"
    agent.write({"shop/Pet.java": java})
    (intent,) = project.report("map")["intents"]
    pets = next(file["elements"] for file in intent["files"] if file["path"] == "shop/Pet.java")
    assert [(e["name"], e["start_line"]) for e in pets][1:] == [("Pet.age", 2), ("Pet.age", 4)]

    agent.write({"shop/prices.py": SOURCE + "\n\ndef free(price):\n    return 0\n"})
    agent.event("stop", kind="other")
    assert "function `free`" in page.read_text()

    assert "INT-001  Prices" in project.tracer("report")
    document = project.report("report", "--by", "month")
    (row,) = [row for row in document["by_intent"] if row["id"] == "INT-001"]
    assert (row["changes"], row["lines_written"], row["lines_now"]) == (3, 20, 20)
    assert document["total"]["refusals"] == 0
    assert project.run("tracer", "report", "--since", "soon").returncode == 3
