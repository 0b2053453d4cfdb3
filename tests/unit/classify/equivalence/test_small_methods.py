"""Getters and their like are values where a call surely runs them, and calls everywhere else."""

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

ITEM = (
    "package p;\nclass Item {{\n  private int n;\n  {field}private int rest;\n"
    "  int size() {{ return n; }}\n  int left() {{ return rest; }}\n"
    "  int kind() {{ return 3; }}\n  int next() {{ return n++; }}\n}}\n{more}"
)
USER = "package p;\nclass User {{\n  static int f(Item a) {{ {code} }}\n}}\n"
SAME = [
    ("int n = a.left(); return a.size() - n;", "return a.size() - a.left();"),
    ("return a.size() + a.size();", "int n = a.size(); return n + n;"),
    ("Item b = new Item(); return b.kind();", "Item b = new Item(); b.size(); return 3;"),
]
OTHER = [
    ("int n = a.next(); return a.size() - n;", "return a.size() - a.next();", {}),
    ("return a.kind();", "return 3;", {}),
    ("int n = a.left(); a.next(); return n + a.left();",
     "a.next(); int n = a.left(); return n + a.left();", {"field": "volatile "}),
    ("int n = a.left(); return a.size() - n;", "return a.size() - a.left();",
     {"more": "class Sub extends Item { Sub() { super(); } int left() { return next(); } }\n"}),
]  # fmt: skip


def is_proved(before, after, field="", more=""):
    """Whether the change of one method in a closed program is proved."""
    item = ITEM.format(field=field, more=more).encode()
    texts = [
        {"p/Item.java": item, "p/User.java": USER.format(code=code).encode()}
        for code in (before, after)
    ]
    mapping = match(tracer.ChangeSet.from_texts(*texts, closed_world=True))
    found = prove(mapping, closed_world=True, mentions=None, accepted=accepted("default"))
    return found.proof is not None


@pytest.mark.parametrize(("before", "after"), SAME)
def test_same(before, after):
    """Calls of what only reads may change places, and be one or several."""
    assert is_proved(before, after)


@pytest.mark.parametrize(("before", "after", "options"), OTHER)
def test_other(before, after, options):
    """What does something, may be null, is volatile or overridden is no value."""
    assert not is_proved(before, after, **options)
