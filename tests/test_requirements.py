"""docs/requirements.md: each row of governance has a line in the docs and tests that name it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "requirements.md"
REQUIREMENTS = ROOT.parent / "shared" / "REQUIREMENTS.md"
# A10 and A11 are a team's day with git. B, C, D and G1 to G3 are governance; of E, rollback (E7)
# is not. G5 is the pages.
_ROWS = [
    "A10",
    "A11",
    *(f"B{n}" for n in range(1, 7)),
    *(f"C{n}" for n in range(1, 7)),
    *(f"D{n}" for n in range(1, 14)),
    *(f"E{n}" for n in range(1, 7)),
    *(f"G{n}" for n in range(1, 4)),
    "G5",
]


class Line(NamedTuple):
    """A line of the page: a row, where it is explained, and `file::test` of what holds it."""

    row: str
    what: str
    page: str
    tests: list[str]


def lines() -> list[Line]:
    found = re.findall(
        r"^\| (\w+) \| (.+?) \| (\S+\.md) \| (.+?) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    return [
        Line(row, what, page, re.findall(r"`(\S+?)`", tests)) for row, what, page, tests in found
    ]


LINES = lines()


def test_every_row_has_a_line() -> None:
    """In order, once."""
    assert [line.row for line in LINES] == _ROWS


def test_the_rows_are_those_that_are_required() -> None:
    """Where the list of requirements lies beside the project: none is missing here."""
    if not REQUIREMENTS.exists():
        pytest.skip("the list of requirements is not beside this checkout")
    text = REQUIREMENTS.read_text("utf-8")
    required = re.findall(r"^\| (?:\*\*(?=A1[01]))?(A1[01]|[B-EG]\d+)\b", text, re.MULTILINE)
    assert set(_ROWS) - {"D13"} == set(required) - {"D13", "E7", "G4"}  # D13 came later


@pytest.mark.parametrize("line", LINES, ids=[line.row for line in LINES])
def test_a_row_is_explained_and_held(line: Line) -> None:
    """Its page names the row; each of its tests is there, names the row, and asserts something."""
    page = (ROOT / "docs" / line.page).read_text("utf-8")
    assert re.search(rf"\b{line.row}\b", page), f"docs/{line.page} does not name {line.row}"
    assert line.tests
    for name in line.tests:
        file, _, function = name.partition("::")
        source = (ROOT / "tests" / file).read_text("utf-8")
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
        (node,) = [node for node in nodes if node.name == function]
        said = f"{function.upper().replace('_', ' ')} {ast.get_docstring(node) or ''}"
        assert re.search(rf"\b{line.row}\b", said), f"{name} does not name {line.row}"
        assert any(isinstance(part, (ast.Assert, ast.With)) for part in ast.walk(node)), name


def threats() -> list[tuple[str, list[str], list[str]]]:
    """The rows of docs/threats.md: what is tried, what keeps it off, the tests that hold it."""
    page = (ROOT / "docs" / "threats.md").read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    return [(row[0], row[1:-1], re.findall(r"`(\S+?::\S+?)`", row[-1])) for row in rows[1:]]


@pytest.mark.parametrize("row", threats(), ids=[row[0] for row in threats()])
def test_a_threat_is_held_by_tests_that_are_there(row: tuple[str, list[str], list[str]]) -> None:
    """Each names its tests, which assert something; only what nothing keeps needs none."""
    _, kept, tests = row
    assert len(kept) == 3
    assert tests or set(kept) == {"nothing"}
    for name in tests:
        file, _, function = name.partition("::")
        tree = ast.parse((ROOT / "tests" / file).read_text("utf-8"))
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        (node,) = [node for node in nodes if node.name == function]
        assert any(isinstance(part, ast.Assert) for part in ast.walk(node)), name
