"""Careless extractions called AST_REFACTOR do what the code did before: found out by running."""

from __future__ import annotations

import copy
import io
from contextlib import redirect_stdout

import pytest
from extractions import ADDRESS, extraction, inner_extraction, renamed_extraction, variable
from hypothesis import given, settings
from hypothesis import strategies as st
from verdicts import EXAMPLES, is_refactoring

ARGUMENTS = ((1, 2), ("x", 3), ([], 0), (0, (1,)))


def _outcome(text, arguments):
    """Everything a call shows: its result, what is printed, the state left behind.

    Which of two errors comes first is not claimed, so an error is an error.
    """
    namespace = {"__name__": "case"}
    output = io.StringIO()
    with redirect_stdout(output):
        exec(compile(text, "<case>", "exec"), namespace)
        try:
            result = repr(namespace["f"](*copy.deepcopy(arguments)))
        except Exception:  # noqa: BLE001 - any exception is an outcome
            result = "error"
    shown = result, output.getvalue(), repr(namespace["G"]), repr(namespace["box"].n)
    return tuple(ADDRESS.sub("", text) for text in shown)


def _compiles(*texts):
    try:
        for text in texts:
            compile(text, "<case>", "exec")
    except SyntaxError:
        return False
    return True


@pytest.mark.parametrize("make", [extraction, inner_extraction, renamed_extraction, variable])
def test_sound(make):
    """What is called a refactoring, in either direction, gives the same outcomes."""

    @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True)
    @given(st.integers(0, 1 << 32))
    def check(seed):
        pair = make(seed)
        if not _compiles(*pair):
            return
        if all(_outcome(pair[0], given) == _outcome(pair[1], given) for given in ARGUMENTS):
            return
        for before, after in (pair, pair[::-1]):
            assert not is_refactoring(before, after), f"{before}\n-----\n{after}"

    check()


@pytest.mark.parametrize("make", [extraction, inner_extraction, renamed_extraction, variable])
def test_some_are_proved(make):
    """The search looks at something: a good part of the pairs is proved, another is not."""
    pairs = [pair for pair in map(make, range(60)) if _compiles(*pair)]
    verdicts = [is_refactoring(*pair) for pair in pairs]
    assert sum(verdicts) >= 5
    assert verdicts.count(False) >= 5
