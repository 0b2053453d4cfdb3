"""The name of what a handler catches: whose variable it is, and for how long."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict


def verdict(path: str, before: str, after: str) -> Verdict:
    texts = {path: before.encode()}, {path: after.encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


SCRIPT = "module.exports = (g) => { let err = null; try { g(); } HANDLER return err; };\n"
PYTHON = """\
def f(g):
    e = 1
    try:
        g()
    except ValueError as NAME:
        BODY
    return e
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("catch (err) { err = err.message; }", "catch (e) { err = e.message; }"),
        ("catch (err) { err = 2; }", "catch (e) { err = 2; }"),
        ("catch ({ err }) { err += 1; }", "catch (e) { err = e.err + 1; }"),
        ("catch (err) { g(err); }", "catch (e) { g(err); }"),
    ],
)
def test_a_script_has_a_variable_of_its_own_in_the_handler(before: str, after: str) -> None:
    """22: `catch (err)` hides a variable around it."""
    pair = SCRIPT.replace("HANDLER", before), SCRIPT.replace("HANDLER", after)
    assert verdict("a.js", *pair) is Verdict.INTENT_EVOLUTION
    assert verdict("a.js", *pair[::-1]) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("body", ["e = 2", "pass", "print('no')"])
def test_python_forgets_the_name_behind_the_handler(body: str) -> None:
    """22: `except ... as e` ends with `del e`."""
    before, after = (PYTHON.replace("NAME", n).replace("BODY", body) for n in ("x", "e"))
    assert verdict("a.py", before, after) is Verdict.INTENT_EVOLUTION
    assert verdict("a.py", after, before) is Verdict.INTENT_EVOLUTION


def test_another_name_that_nothing_else_has() -> None:
    """22: The everyday renaming."""
    script = SCRIPT.replace("HANDLER", "catch (e) { err = e.message; }")
    assert verdict("a.js", script, script.replace("(e)", "(x)").replace("e.m", "x.m")) is (
        Verdict.AST_REFACTOR
    )
    python = PYTHON.replace("NAME", "x").replace("BODY", "e = str(x)")
    assert verdict("a.py", python, python.replace("x:", "y:").replace("(x)", "(y)")) is (
        Verdict.AST_REFACTOR
    )
