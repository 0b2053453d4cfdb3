"""The closed list of assumptions, its page, and how a list of ids is read."""

from __future__ import annotations

from pathlib import Path

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import ASSUMPTIONS, accepted, document, written
from tracer.model.errors import UsageError

PAGE = Path(__file__).resolve()
while not (PAGE / "docs").is_dir():
    PAGE = PAGE.parent
PAGE = PAGE / "docs" / "assumptions.md"


def test_the_page_is_made_from_the_list() -> None:
    """docs/assumptions.md says exactly what the registry says."""
    assert PAGE.read_text(encoding="utf-8") == document()


def test_lists() -> None:
    """`none`, `default` and ids."""
    assert accepted("none") == frozenset()
    assert accepted("default") == {one.id for one in ASSUMPTIONS if one.is_standard}
    assert accepted("module-load, types-hold") == {"module-load", "types-hold"}


def test_an_unknown_id_is_refused() -> None:
    """A word that is no id is an error, not an assumption."""
    with pytest.raises(UsageError):
        accepted("anything")


@pytest.mark.parametrize(
    ("setting", "text"),
    [("default", "default"), ("none", "none"), ([], "none"), (["types-hold"], "types-hold")],
)
def test_a_setting_is_a_word_or_a_list(setting, text) -> None:
    """An empty list accepts nothing, not what is accepted by default."""
    assert written(setting) == text


@pytest.mark.parametrize("setting", [None, False, 3, {}, ["types-hold", 3], ["anything"]])
def test_another_setting_is_refused(setting) -> None:
    """A wrong setting is an error on the command line; a hook accepts no assumption then."""
    with pytest.raises(UsageError):
        written(setting)


TWICE = "def f(d, l):\n    a = d['k']\n    b = l[3]\n    return a + b\n"
TURNED = "def f(d, l):\n    b = l[3]\n    a = d['k']\n    return a + b\n"
SHORT = "def f(d, l):\n    return d['k'] + l[3]\n"
NAMES = "def f(g, a, b):\n    return g(x=a, y=b)\n"
NAMES_TURNED = "def f(g, a, b):\n    return g(y=b, x=a)\n"


def _proof(before: str, after: str, ids: str):
    change = tracer.ChangeSet.from_texts(
        {"m.py": before.encode()}, {"m.py": after.encode()}, closed_world=True
    )
    return prove(match(change), closed_world=True, mentions=None, accepted=accepted(ids)).proof


def test_which_of_two_failures_comes_first_is_assumed() -> None:
    """`d['k']` and `l[3]` may both fail, with different exceptions; in their order nothing is."""
    assert "failure-order" in _proof(TWICE, TURNED, "default").assumes
    assert _proof(TWICE, TURNED, "plain-operators") is None
    assert _proof(TWICE, SHORT, "plain-operators").assumes == ("plain-operators",)


def test_the_order_of_names_is_assumed() -> None:
    """A function that is not seen may take any names, and list them."""
    assert _proof(NAMES, NAMES_TURNED, "default").assumes == ("introspection",)
    assert _proof(NAMES, NAMES_TURNED, "none") is None
