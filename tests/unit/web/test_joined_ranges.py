"""How the page of an intent puts its ranges into rows."""

from __future__ import annotations

from typing import Any

from tracer.web.views import RANGES_A_ROW, joined_ranges


def one(path: str, line: int, element: str = "f") -> dict[str, Any]:
    """A range of one line, as `blame-by-intent --json` says it."""
    origin = {"mutation_class": "INTENT_EVOLUTION", "method": "observed", "record": "r1"}
    return {"path": path, "element": element, "start_line": line, "end_line": line, **origin}


def test_ranges_of_a_definition_are_one_row() -> None:
    """Two ranges of `f` are a row although one of `g` stands between them."""
    rows = joined_ranges([one("a.py", 1), one("a.py", 3, "g"), one("a.py", 5)])
    assert [(row["element"], row["lines"]) for row in rows] == [
        ("f", [(1, 1), (5, 5)]),
        ("g", [(3, 3)]),
    ]


def test_long_row_goes_on_in_the_next() -> None:
    """No row holds more ranges than a browser draws at once, and no range is lost."""
    ranges = [one("a.py", line) for line in range(1, 3 * RANGES_A_ROW, 2)] + [one("b.py", 1)]
    rows = joined_ranges(ranges)
    assert [len(row["lines"]) for row in rows] == [RANGES_A_ROW, RANGES_A_ROW // 2, 1]
    assert [(row["path"], start, end) for row in rows for start, end in row["lines"]] == [
        (entry["path"], entry["start_line"], entry["end_line"]) for entry in ranges
    ]
