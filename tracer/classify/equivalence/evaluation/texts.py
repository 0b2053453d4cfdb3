"""Texts made of values: format strings, templates, concatenation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.registry import law
from tracer.classify.equivalence.evaluation.terms import Term, constant, is_constant, number
from tracer.classify.equivalence.evaluation.values import sort_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.equivalence.evaluation.machine import Machine

TEXTS = law(
    "texts",
    "A text put together from others and from plain formats of values is their sequence: template, "
    "format call, `%s`, `str()` and `+` of texts. `+` needs both sides to be texts, for else it "
    "may add numbers.",
    "def f(a: str, b: str):\n    return f'{a}-{b}'\n",
    "def f(a: str, b: str):\n    return a + '-' + b\n",
    "def f(a: str, b: str):\n    return a + '-' + a\n",
)


def is_text(value: Term, text: str) -> bool:
    """Whether a value is the literal text."""
    return value == constant("str", text)


def shown(value: Term, spec: str = "", conversion: str = "") -> Term:
    """One piece of a text: a value in a format."""
    return ("show", value, spec, conversion)


def text_of(m: Machine, pieces: Sequence[Term]) -> Term:
    """The text that pieces make: literals, texts, and `show` of values."""
    flat: list[Term] = []
    for piece in pieces:
        for one in _opened(m, piece):
            if is_constant(one) and flat and is_constant(flat[-1]):
                flat[-1] = constant("str", flat[-1][2] + one[2])
            elif not is_text(one, ""):
                flat.append(one)
    if not flat:
        return constant("str", "")
    if len(flat) == 1 and is_constant(flat[0]):
        return flat[0]
    if len(flat) == 1 and flat[0][0] == "show" and sort_of(m, flat[0][1]) == "str":
        value: Term = flat[0][1]
        return value if not flat[0][2] and not flat[0][3] else ("fmt", tuple(flat))
    return m.sized(("fmt", tuple(flat)))


def _opened(m: Machine, piece: Term) -> Sequence[Term]:
    if piece[0] == "fmt":
        pieces: tuple[Term, ...] = piece[1]
        return pieces
    if piece[0] == "show" and not piece[2] and not piece[3]:
        value = piece[1]
        if value[0] == "fmt":
            inner: tuple[Term, ...] = value[1]
            return inner
        if is_constant(value) and value[1] in ("str", "char"):
            return [constant("str", value[2])]
        whole = number(value)
        if whole is not None and value[1] == "int":
            return [constant("str", str(whole))]
    return [piece]


def added_text(m: Machine, a: Term, b: Term) -> Term | None:
    """`a + b` where it is a text."""
    one, other = sort_of(m, a), sort_of(m, b)
    if not m.semantics.strings_immutable:
        return None
    both = one == other == "str"
    either = m.semantics.text_plus_any and "str" in (one, other)
    if not both and not either:
        return None
    if either and not both and "char" in (one, other) and not m.semantics.format_is_text:
        return None
    m.law(TEXTS)
    return text_of(m, [_piece(a, one), _piece(b, other)])


def _piece(value: Term, sort: str) -> Term:
    if is_constant(value) and sort == "str":
        return value
    return value if value[0] == "fmt" else shown(value)
