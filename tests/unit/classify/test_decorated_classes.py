"""A private method of a class whose decorators ask for no method by its name."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

ORDER = """\
IMPORT


@DECORATOR
class Order:
    number: int = 0
    _rate: float = 0.19

    def add(self, n: int) -> None:
        self._last = n
        self._check()

    def _check(self) -> None:
        if self.number * self._rate > 10:
            raise ValueError(self._last)


order = Order(1, 0.2)
order.add(3)
print(order)
"""
DATA = "from dataclasses import dataclass"


def renamed(imported: str, decorator: str, name: str) -> Verdict:
    text = ORDER.replace("IMPORT", imported).replace("DECORATOR", decorator)
    texts = {"a.py": text.encode()}, {"a.py": text.replace(name, "_new").encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize("decorator", ["dataclass", "dataclass(slots=False)", "dataclass()"])
@pytest.mark.parametrize("name", ["_check", "_last"])
def test_a_dataclass_asks_for_fields_only(decorator: str, name: str) -> None:
    """22: Neither a method nor what a method stores is a field."""
    assert renamed(DATA, decorator, name) is Verdict.AST_REFACTOR


@pytest.mark.parametrize(
    ("imported", "decorator", "name"),
    [
        (DATA, "dataclass", "_rate"),
        (f"{DATA}\nfrom lib import known", "known\n@dataclass", "_check"),
        ("from pydantic.dataclasses import dataclass", "dataclass", "_check"),
        ("from lib import known", "known", "_check"),
        ("def dataclass(c):\n    return c", "dataclass", "_check"),
        (f"{DATA}\nfrom lib import *", "dataclass", "_rate"),
    ],
)
def test_others_may(imported: str, decorator: str, name: str) -> None:
    """22: A field is shown by its name; what another decorator asks for nobody knows."""
    assert renamed(imported, decorator, name) is Verdict.INTENT_EVOLUTION
