"""docs/warehouse.md: every column there is, and every question asked."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tracer.fleet.tables import TABLES
from tracer.fleet.warehouse import DERIVED, open_duckdb

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "warehouse.md"
BEGIN, END = "<!-- tables -->\n", "<!-- end of tables -->"
QUESTION = re.compile(r"^(\d+)\. (.+?)\n\n```sql\n(.+?)```", re.MULTILINE | re.DOTALL)


def expected() -> str:
    """The tables of the page, made from the columns themselves."""
    parts = []
    for name, columns in TABLES.items():
        rows = [f"| {column.name} | {column.kind} | {column.about} |" for column in columns]
        rows += [f"| {column} | text | {about} |" for column, about in DERIVED.get(name, ())]
        parts.append(
            f"### {name}\n\n| column | type | meaning |\n|---|---|---|\n" + "\n".join(rows)
        )
    return "\n\n".join(parts) + "\n"


def test_every_column_is_there() -> None:
    """The page has the columns of all tables, and none that is gone."""
    text = DOCUMENT.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    found, _, tail = rest.partition(END)
    if os.environ.get("UPDATE_DOCS"):
        DOCUMENT.write_text(f"{head}{BEGIN}\n{expected()}\n{END}{tail}", encoding="utf-8")
        return
    assert found.strip() == expected().strip()


def questions() -> list[tuple[str, str]]:
    found = QUESTION.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert [int(number) for number, _, _ in found] == list(range(1, len(found) + 1))
    return [(text, sql) for _, text, sql in found]


def test_there_are_twenty() -> None:
    """Twenty questions, all of them different."""
    asked = questions()
    assert len(asked) >= 20
    assert len({sql for _, sql in asked}) == len(asked)


@pytest.fixture
def warehouse(fleet):
    assert fleet.sync(history=True)["problems"] == []
    with open_duckdb(fleet.storage()) as opened:
        yield opened


def test_questions_are_answered(warehouse) -> None:
    """DuckDB takes every question as it stands on the page, and what should be found is found."""
    empty = []
    for text, sql in questions():
        names, rows = warehouse.ask(sql)
        assert names, text
        if not rows:
            empty.append(text)
    # The fleet of the tests has no refusals, approvals, or reverted records.
    assert [text for text in empty if not _is_rare(text)] == []


def _is_rare(text: str) -> bool:
    rare = ("refus", "approv", "undid", "assum", "otherwise", "sessions", "moved")
    return any(word in text for word in rare)


def test_answers_that_are_easily_seen(warehouse) -> None:
    """Some questions with their whole answer."""

    def answer(begin: str):
        (sql,) = [sql for text, sql in questions() if text.startswith(begin)]
        return warehouse.ask(sql)[1]

    code = answer("Which repositories have code of INT-001")
    assert code == [("one", 5), ("three", 2), ("two", 2)]
    assert [row[1:] for row in answer("Which functions stand")] == [("price", 2)]
