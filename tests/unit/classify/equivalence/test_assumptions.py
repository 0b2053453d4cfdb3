"""The closed list of assumptions, its page, and how a list of ids is read."""

from __future__ import annotations

from pathlib import Path

import pytest

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
