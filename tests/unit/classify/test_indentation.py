"""`layout` in languages without full tables: where indentation is free, and where it is text."""

from __future__ import annotations

import indentation_markup as markup
import pytest
from indentation_samples import DIFFERS, FREE, TEXT
from indentation_texts import COLUMNS, PAIRS, TEXTS

import tracer
from tracer.model.enums import Verdict

_ALL_TEXTS = (
    TEXT
    + markup.TEXT
    + [
        (name, code)
        for texts in (TEXTS, COLUMNS)
        for name, codes in texts.items()
        for code in codes
    ]
)
_ALL_PAIRS = DIFFERS + [(name, *pair) for name, pairs in PAIRS.items() for pair in pairs]
_WIDTHS = ("", " ", "     ", "\t")


def _verdict(name: str, before: str, after: str) -> Verdict:
    change = tracer.ChangeSet.from_texts({name: before.encode()}, {name: after.encode()})
    return tracer.classify(change).verdict


def _indented(code: str, width: str) -> str:
    """The code with other white space before every line that has some."""
    lines = code.split("\n")
    return "\n".join(
        width + line.lstrip() if line[:1] in " \t" and line.strip() else line for line in lines
    )


@pytest.mark.parametrize(("name", "code"), FREE + markup.FREE, ids=lambda text: text[:12])
def test_code_that_is_indented_otherwise_is_the_same(name: str, code: str) -> None:
    """In every language whose table says so."""
    for width in _WIDTHS[1:]:
        other = _indented(code, width)
        assert other == code or _verdict(name, code, other) is Verdict.AST_REFACTOR


@pytest.mark.parametrize(("name", "code"), _ALL_TEXTS, ids=lambda text: text[:12])
def test_white_space_in_a_text_is_text(name: str, code: str) -> None:
    """Strings over several lines, documents in the text, what follows the end of a program."""
    for width in _WIDTHS:
        other = _indented(code, width)
        if other != code:
            assert _verdict(name, code, other) is not Verdict.AST_REFACTOR
            assert _verdict(name, other, code) is not Verdict.AST_REFACTOR


@pytest.mark.parametrize(("name", "before", "after"), _ALL_PAIRS, ids=lambda text: text[:12])
def test_white_space_that_says_something(name: str, before: str, after: str) -> None:
    """Line ends that end a statement, blanks that make an operator, directives, magic comments."""
    assert _verdict(name, before, after) is not Verdict.AST_REFACTOR
    assert _verdict(name, after, before) is not Verdict.AST_REFACTOR


@pytest.mark.parametrize("name", ["a.py", "a.yaml", "Makefile", "a.md", "a.hs", "a.scala", "a.rst"])
def test_where_indentation_is_meaning(name: str) -> None:
    """No table of these says that it is layout."""
    before, after = "if a:\n  b\nc\n", "if a:\n  b\n  c\n"
    assert _verdict(name, before, after) is not Verdict.AST_REFACTOR


SCALA = """object A {
  def f(a: Int): Int =
    if (a > 0) {
      g(a)
    } else
      h(a)

  val x = List(1, 2)
}
"""


def test_where_lines_are_compared_with_each_other() -> None:
    """Scala: other steps for the whole file are layout; a line that changes its place is not."""
    wider = "\n".join(" " * (len(line) - len(line.lstrip())) + line for line in SCALA.split("\n"))
    assert _verdict("A.scala", SCALA, wider) is Verdict.AST_REFACTOR
    assert _verdict("A.scala", wider, SCALA) is Verdict.AST_REFACTOR
    for line, other in (
        ("      h(a)", "    h(a)"),
        ("  val x", "    val x"),
        ("  val x", "\tval x"),
    ):
        assert _verdict("A.scala", SCALA, SCALA.replace(line, other)) is Verdict.INTENT_EVOLUTION
    block = "def f =\n  a\n  b\n"
    assert _verdict("A.scala", block, block.replace("  ", " ")) is Verdict.AST_REFACTOR
    assert _verdict("A.scala", block, block.replace("  ", "")) is Verdict.INTENT_EVOLUTION
    assert _verdict("A.scala", block, block.replace("  b", "b")) is Verdict.INTENT_EVOLUTION
    text = 'object A {\n  val x = """a\n  b"""\n}\n'
    assert _verdict("A.scala", text, text.replace("  ", "    ")) is Verdict.INTENT_EVOLUTION


def test_a_line_that_goes_on() -> None:
    """After a backslash the first blank parts two words."""
    assert _verdict("a.sh", "echo a\\\n b\n", "echo a\\\nb\n") is Verdict.INTENT_EVOLUTION


def test_the_text_of_an_argument_may_be_shown() -> None:
    """C# and Swift give it to those who ask; in blocks inside, indentation is layout."""
    for name, call in (("a.cs", "class A {{ void f() {{ {} }} }}"), ("a.swift", "{}")):
        shown = "g(a &&\n  b);" if name == "a.cs" else "#g(a &&\n  b)"
        block = "g(() =>\n  {\n  h();\n  });" if name == "a.cs" else "#g {\n  h()\n}"
        plain = call.format(shown)
        assert _verdict(name, plain, _indented(plain, "    ")) is Verdict.INTENT_EVOLUTION
        free = call.format(block)
        assert _verdict(name, free, _indented(free, "    ")) is Verdict.AST_REFACTOR
