"""Python: annotations that stay in a class or module, in another spelling or of another type."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

HEAD = "from dataclasses import dataclass, field\nfrom typing import %s\n\n\n"
CLASS = "class A%s:\n    x: %s\n    y: int = 0\n\n    def f(self):\n        return self.x\n"
NAMES = "Any, ClassVar, Dict, List, Optional, Tuple, Union"


def verdict(before: str, after: str, *, closed: bool = True) -> Verdict:
    texts = ({"a.py": text.encode()} for text in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=closed)).verdict


def _data(of: str, names: str = NAMES, more: str = "") -> str:
    return HEAD % names + "@dataclass\n" + CLASS % ("", of) + more


def _plain(of: str, bases: str = "") -> str:
    return HEAD % f"{NAMES}, NamedTuple" + CLASS % (bases, of)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_data("List[int]"), _data("list[int]")),
        (_data("List[int]"), _data("list[int]", "Any")),
        (_data("Optional[int]"), _data("int | None")),
        (_data("Union[int, str, None]"), _data("int | str | None")),
        (_data("Dict[str, Optional[List[int]]]"), _data("dict[str, list[int] | None]")),
        (_data("Tuple[int, ...]"), _data("tuple[int, ...]")),
        (_plain("List[int]", "(NamedTuple)"), _plain("list[int]", "(NamedTuple)")),
        (_plain("int"), _plain("str")),
        (
            "LIMIT = 5\n\n\ndef f():\n    return LIMIT\n",
            "LIMIT: int = 5\n\n\ndef f():\n    return LIMIT\n",
        ),
    ],
)
def test_another_spelling(before: str, after: str) -> None:
    assert verdict(before, after) is Verdict.AST_REFACTOR


OWN = "class List:\n    pass\n\n\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_data("int"), _data("ClassVar[int]")),
        (_data("int"), _data("str")),
        (_data("List[int]"), _data("list[str]")),
        (_data("Optional[int]"), _data("int")),
        (_data("Union[int, str]"), _data("int | None")),
        (_data("Dict[str, int]"), _data("dict[int, str]")),
        (_plain("int", "(NamedTuple)"), _plain("str", "(NamedTuple)")),
        (
            _data("List[int]", "Any").replace("@dataclass", OWN + "@dataclass"),
            _data("list[int]", "Any").replace("@dataclass", OWN + "@dataclass"),
        ),
        (
            _data("List[int]", more="\nT = A.__annotations__\n"),
            _data("list[int]", more="\nT = A.__annotations__\n"),
        ),
        (
            _data("List[int]", more="\n\ndef g():\n    return [o.type for o in fields(A)]\n"),
            _data("list[int]", more="\n\ndef g():\n    return [o.type for o in fields(A)]\n"),
        ),
        (_data("int").replace("y: int = 0", "y = 0"), _data("int")),
    ],
)
def test_another_type(before: str, after: str) -> None:
    assert verdict(before, after) is Verdict.INTENT_EVOLUTION


def test_others_may_read_where_not_all_code_is_known() -> None:
    before, after = _data("List[int]"), _data("list[int]")
    assert verdict(before, after, closed=False) is Verdict.INTENT_EVOLUTION
