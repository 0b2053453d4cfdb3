"""The laws: what makes different code the same term. How to add one stands in ARCHITECTURE.md.

Most laws need no code of their own: they hold because locals, names and the order of independent
things are no part of a term. Each is listed with a pair that it makes equal and a look-alike that
it must not; `test_laws_registered.py` reads both from here.
"""

from __future__ import annotations

from tracer.model.named_tuple import NamedTuple


class Law(NamedTuple):
    """One law. `before` and `after` are equal by it; `other` looks like `after` and is not."""

    name: str
    condition: str
    before: str
    after: str
    other: str
    language: str = "python"


LAWS: dict[str, Law] = {}


def law(
    name: str, condition: str, before: str, after: str, other: str, language: str = "python"
) -> str:
    """Register a law; the name is what evaluation reports as used."""
    assert name not in LAWS, name
    LAWS[name] = Law(name, condition, before, after, other, language)
    return name
