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
