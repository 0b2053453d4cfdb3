"""A text that only one version says ends a comparison early; a joined side is held against one."""

from __future__ import annotations

from typing import Any

import pytest

from tracer.classify.equivalence import prove
from tracer.classify.equivalence.versions import side
from tracer.matching import match
from tracer.model.assumptions import accepted
from tracer.model.changes import ChangeSet


def branches(count: int, calls: int = 1) -> str:
    """A function whose branches all lead on to what follows them."""
    tests = "".join(f"    if g({n}):\n" + f"        h({n})\n" * calls for n in range(count))
    return f"def f(a):\n{tests}    return 1 + a\n"


def is_proved(before: str, after: str) -> bool:
    """Whether the prover alone takes a change of one file for a refactoring."""
    texts = [{"a.py": text.encode()} for text in (before, after)]
    mapping = match(ChangeSet.from_texts(*texts, closed_world=True))
    default = accepted("default")
    outcome = prove(mapping, closed_world=True, mentions=None, accepted=default)
    return outcome.proof is not None


@pytest.fixture(name="made")
def _made(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is known of each evaluation that came to its end: with joins or not, and its steps."""
    ended: list[dict[str, Any]] = []
    canonical = side.canonical

    def noted(code: Any, context: Any, symbol: Any = None) -> Any:
        steps = context.steps
        term = canonical(code, context, symbol)
        ended.append(
            {
                "symbol": symbol,
                "joins_only": context.joins_only,
                "joined": context.was_joined,
                "steps": context.steps - steps,
            }
        )
        return term

    monkeypatch.setattr(side, "canonical", noted)
    return ended


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    log('started here')\n", "    log('begun here')\n"),
        ("    raise ValueError('not allowed')\n", "    raise ValueError('forbidden')\n"),
        ("    a.name = 'unknown'\n", "    a.name = 'nobody'\n"),
        ("    return 'unknown', a\n", "    return 'nobody', a\n"),
        ("    log('Started')\n", "    log('STOPPED')\n"),
    ],
)
def test_a_text_of_one_side_ends_both(before: str, after: str, made: list[Any]) -> None:
    """Neither side is evaluated to its end where what is said first differs."""
    rest = "".join(f"    if g({n}):\n        return {n}\n" for n in range(4))
    code = "def f(a):\n    b = a\n{}{}"
    assert not is_proved(code.format(before, rest), code.format(after, rest.replace("g(", "k(")))
    assert not [one for one in made if getattr(one["symbol"], "path", ()) == ("f",)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # never handed on
        ("def f(a):\n    b = 'never read'\n    return a\n", "def f(a):\n    return a\n"),
        # behind the end of the function
        ("def f(a):\n    return a\n    log('never said')\n", "def f(a):\n    return a\n"),
        # in what is called, or in a constant
        (
            "def f(a):\n    log('started here')\n    return a\n",
            "def _start():\n    log('started here')\n\n\ndef f(a):\n    _start()\n    return a\n",
        ),
        (
            "def f(a):\n    log('started here')\n    return a\n",
            "_TEXT = 'started here'\n\n\ndef f(a):\n    log(_TEXT)\n    return a\n",
        ),
        # put together otherwise
        (
            "def f(a):\n    log('started' 'here')\n    return a\n",
            "def f(a):\n    log('star' + 'ted' + 'here')\n    return a\n",
        ),
        # a name of what is put into a text is no part of it
        (
            "def f(a):\n    log('it is {value}'.format(value=str(a)))\n",
            "def f(a):\n    log('it is {}'.format(str(a)))\n",
        ),
    ],
)
def test_other_texts_are_compared_as_ever(before: str, after: str) -> None:
    """A word that is never handed on, or that the other version reaches, says nothing."""
    assert is_proved(before, after)
    assert is_proved(after, before)


def otherwise(code: str) -> str:
    """The same with one test the other way round."""
    return code.replace("    if g(4):\n", "    if not g(4):\n        pass\n    else:\n")


def test_many_branches_are_joined_at_once(made: list[Any]) -> None:
    """Where joins tell that copying what follows takes too much, it is not tried on either side."""
    assert is_proved(branches(9), otherwise(branches(9)))
    one, other = (each for each in made if getattr(each["symbol"], "path", ()) == ("f",))
    assert one["joined"]
    assert one["steps"] + other["steps"] < 500


def test_few_branches_are_copied(made: list[Any]) -> None:
    """Where it does not take too much, what follows is copied, however many branches there are."""
    assert is_proved(branches(7), otherwise(branches(7)))
    assert not any(one["joined"] for one in made)


def test_what_follows_is_copied_on_neither_side(made: list[Any]) -> None:
    """Where one side takes too much without joins, the other is joined at once, and related."""
    code = branches(6, calls=20)
    assert is_proved(code, otherwise(code))
    one, other = (each for each in made if getattr(each["symbol"], "path", ()) == ("f",))
    assert one["joined"]
    assert not one["joins_only"]
    assert other["joins_only"]
    assert other["steps"] < one["steps"] / 2


@pytest.mark.parametrize("code", [branches(9), branches(7), branches(6, calls=20)])
def test_joined_sides_that_differ_are_told_apart(code: str) -> None:
    """Joins hide no difference."""
    assert not is_proved(code, otherwise(code).replace("h(3)", "k(3)", 1))
