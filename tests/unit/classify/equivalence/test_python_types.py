"""Types that Python code shows: of loop variables, and of fields that methods assign."""

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

ORDER = """class Order:
    def __init__(self, number: int):
        self.number = number
        self.lines: list[str] = []

    def gross(self) -> float:
        return self.number * 2.0

    def is_empty(self):
        return len(self.lines) == 0

    def label(self):
        return "no. %d" % self.number


def report(orders: list[Order]):
    for order in orders:
        print(order.gross())


def shown(orders):
    for order in orders:
        print(order.label())
"""


def _is_proved(before: str, after: str) -> bool:
    texts = ({"order.py": text.encode()} for text in (before, after))
    mapping = match(tracer.ChangeSet.from_texts(*texts, closed_world=True))
    outcome = prove(mapping, closed_world=True, mentions=None, accepted=accepted("default"))
    return outcome.proof is not None


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("gross", "total", True),
    ("def gross", "def total", False),  # its caller still asks for the old name
    ("def label", "def text", False),  # so does one that nothing tells the type of
    ("len(self.lines) == 0", "not self.lines", True),
    ("len(self.lines) == 0", "not self.number", False),
    ('"no. %d" % self.number', 'f"no. {self.number}"', True),
    ('"no. %d" % self.number', 'f"no.{self.number}"', False),
    ("        print(order.gross())", "        amount = order.gross()\n        print(amount)", True),
])  # fmt: skip
def test_types_are_seen(old: str, new: str, expected: bool) -> None:
    """Loop variables and assigned fields have types; a missed caller is seen."""
    assert _is_proved(ORDER, ORDER.replace(old, new)) is expected


@pytest.mark.parametrize("store", [
    "def other(order):\n    order.number = 2.5\n",
    "class Late(Order):\n    def __init__(self):\n        self.number = 2.5\n",
    "def other(order, name):\n    setattr(order, name, 2.5)\n",
])  # fmt: skip
def test_fields_stored_elsewhere_have_no_type(store: str) -> None:
    """`%d` cuts what is no whole number; what others store to a field may be one."""
    before = f"{ORDER}\n\n{store}"
    after = before.replace('"no. %d" % self.number', 'f"no. {self.number}"')
    assert not _is_proved(before, after)


LINES = """from dataclasses import dataclass


@dataclass
class Line:
    sku: str
    count: int = 1


class Shelf:
    def __init__(self, name, size=4):
        self.name, self.size = name, size


def lines(text):
    return [Line(text, 2), Line(text), Shelf(text, 3)]
"""


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("Line(text, 2)", "Line(sku=text, count=2)", True),
    ("Line(text, 2)", "Line(count=2, sku=text)", True),
    ("Line(text, 2)", "Line(2, text)", False),
    ("Line(text, 2)", "Line(text)", False),
    ("Line(text, 2)", "Line(text, size=2)", False),
    ("Line(text)", "Line(text, 1)", True),
    ("Shelf(text, 3)", "Shelf(text, size=3)", True),
    ("Shelf(text, 3)", "Shelf(text)", False),
    ("@dataclass\n", "@dataclass(kw_only=True)\n", False),
])  # fmt: skip
def test_classes_are_called_by_position_or_name(old: str, new: str, expected: bool) -> None:
    """A class with a constructor of its own, or a plain data class, takes known parameters."""
    assert _is_proved(LINES, LINES.replace(old, new)) is expected


def test_what_makes_objects_may_see_how_it_was_called() -> None:
    """A base from outside, or a data class with settings, may tell names from positions."""
    for old, new in (
        ("class Shelf:", "class Shelf(Exception):"), ("@dataclass\n", "@dataclass(kw_only=True)\n"),
    ):  # fmt: skip
        before = LINES.replace(old, new)
        after = before.replace("Line(text)", "Line(sku=text)").replace(", 3)", ", size=3)")
        assert not _is_proved(before, after)
