"""Verdicts on ranges: how they are asked for. What they answer is `tests/corpus/*.range`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import tracer
from tracer.cli.app import tracer as cli
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.model.errors import InputError
from tracer.model.spans import Place
from tracer.queries.classify import ranges_of_paths

if TYPE_CHECKING:
    from tracer.classify.method_equivalence.judge import RangeVerdict


def _judged(before: str, after: str, *how: str) -> RangeVerdict:
    """The verdict on all functions of one file."""
    sides = {"A.java": before.encode()}, {"A.java": after.encode()}
    place = [Place("A.java", 1, 9)]
    return tracer.classify_ranges(ChangeSet.from_texts(*sides), place, place, how)


def test_a_call_that_gives_itself() -> None:
    """A function that returns its own call stands for no value, and is no endless question."""
    part = "int part() { return part(); }"
    before = f"class A {{\nint f() {{ return part(); }}\n\n\n\n\n\n\n\n{part} }}"
    found = _judged(before, before.replace("part", "1", 1).replace("1()", "1", 1))
    assert found.verdict is Verdict.INTENT_EVOLUTION


def test_where_nothing_stands() -> None:
    """A place without a function has no verdict but evolution, and says so."""
    found = _judged("class A { int n; }", "class A { int n; }")
    assert (found.verdict, found.evidence) == (
        Verdict.INTENT_EVOLUTION,
        "no function stands there",
    )


def test_by_the_command(tmp_path) -> None:
    """`tracer classify` asks of ranges in git's notation, as text and as JSON."""
    for side, name in (("old", "f"), ("new", "g")):
        (tmp_path / side).mkdir()
        body = f"int {name}(int a) {{ return a + n; }}\n int x() {{ return 1; }}"
        text = f"class A {{\n int n;\n {body}\n}}"
        (tmp_path / side / "A.java").write_text(text, encoding="utf-8")
    sides = str(tmp_path / "old"), str(tmp_path / "new")
    document = ranges_of_paths(*sides, ([":A.f:A.java"], [":A.g:A.java"]))
    assert document["verdict"] == "AST_REFACTOR"
    assert document["rule"] == "whole"
    document = ranges_of_paths(*sides, ([":A.f:A.java"], [":A.x:A.java"]))
    assert document["verdict"] == "INTENT_EVOLUTION"
    with pytest.raises(InputError, match="no such file"):
        ranges_of_paths(*sides, ([":A.f:B.java"], []))
    command = ["classify", *sides, "--before-range", ":A.f:A.java", "--after-range", ":A.g:A.java"]
    assert CliRunner().invoke(cli, command).output.startswith("AST_REFACTOR  f -> g: the same code")
