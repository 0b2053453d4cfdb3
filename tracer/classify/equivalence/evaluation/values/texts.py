"""Texts made of values: format strings, templates, concatenation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import Term, constant, is_constant, number
from tracer.classify.equivalence.evaluation.machine.values import (
    is_plain,
    read_through,
    read_value,
    sort_of,
)
from tracer.classify.equivalence.evaluation.values.presence import is_text_there
from tracer.classify.equivalence.evaluation.values.text_methods import made_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

_PLAIN_FORMATS = re.compile(r"%(?:-?(?:[1-9]\d*)?[sd]|0[1-9]\d*d|\.\d+f)")
# Forms that values of a type surely have.
_FORMS = {
    "int": re.compile(r"[<>^=]?[+ ]?0?\d*,?(?:[dxXob]|\.\d+[feg%])?"),
    "float": re.compile(r"[<>^=]?[+ ]?0?\d*,?\.\d+[feg%]"),
    "str": re.compile(r"[<>^]?[1-9]?\d*s?"),
}

_WIDEST = 1000

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


def shown(m: Machine, value: Term, s: State, spec: str = "", conversion: str = "") -> Term:
    """One piece of a text: a value in a format. That of an object depends on what it holds."""
    value = read_value(m, read_through(m, value), s)
    if m.semantics.percent_formats and not conversion:
        spec = _plain_form(sort_of(m, value), spec)
    heap = () if is_plain(sort_of(m, value)) or value[0] == "fmt" else m.heap_of(s)
    return ("show", value, spec, conversion, heap)


def _plain_form(sort: str, spec: str) -> str:
    """A form in its one spelling: texts stand left and whole numbers right by themselves."""
    sign = {"str": "<", "int": ">"}.get(sort)
    if sign is None or not spec.startswith(":"):
        return spec
    form = spec[1:].removesuffix("s" if sort == "str" else "d")
    if form.isdecimal() and not form.startswith("0"):
        form = sign + form
    return ":" + form if form else ""


def padded(m: Machine, value: Term, sign: str, width: Term, s: State, k: Continue) -> Term | None:
    """A text filled up with spaces, as its form says it; None where the width is not known."""
    count = number(width)
    if count is None or not 0 < count < _WIDEST or sort_of(m, value) != "str":
        return None
    if value[0] == "fmt" and len(value[1]) == 1:
        only = value[1][0]
        if only[0] == "show" and only[2:4] == ("", "") and sort_of(m, only[1]) == "int":
            value = only[1]
    return joined_text(m, [shown(m, value, s, f":{sign}{count}")], s, k)


def text_of(m: Machine, pieces: Sequence[Term], s: State) -> Term:
    """The text that pieces make: literals, texts, and `show` of values.

    A text alone is itself, but a null that is declared a text makes the text "null".
    """
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
        is_whole = not flat[0][2] and not flat[0][3] and is_text_there(m, value, s)
        return value if is_whole else ("fmt", tuple(flat))
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


def takes_form(m: Machine, value: Term, form: str) -> bool:
    """Whether a value surely can be shown in a form, without code of its own."""
    sort = sort_of(m, value)
    pattern = _FORMS.get("float" if sort == "number" else sort)
    return pattern is not None and pattern.fullmatch(form) is not None


def may_fail(m: Machine, piece: Term) -> bool:
    """Whether a value may be none that can be shown in the form that is said."""
    conversion, _, form = piece[2].partition(":")
    if m.semantics.types_matter or not form:
        return False
    if conversion:  # the form of a text
        return _FORMS["str"].fullmatch(form) is None
    return not takes_form(m, piece[1], form)


def adds_texts(m: Machine, a: Term, b: Term) -> bool:
    """Whether `a + b` is a text."""
    one, other = sort_of(m, a), sort_of(m, b)
    if not m.semantics.strings_immutable:
        return False
    if one == other == "str":
        return True
    if not m.semantics.text_plus_any or "str" not in (one, other):
        return False
    plain = is_plain(one) and is_plain(other)
    return (
        plain
        or not m.semantics.operators_overloadable
        or (
            not m.context.says("arithmetic")  # which then gives the text
            and m.context.allows("plain-operators", "text", "arithmetic")
        )
    )


def joined_text(m: Machine, pieces: list[Term], s: State, k: Continue) -> Term:
    """The text that pieces make, each a text or a value in its plain format."""
    if s.pending and not all(is_plain(sort_of(m, one)) or one[0] == "show" for one in pieces):
        return m.flushed(s, lambda s2: joined_text(m, pieces, s2, k))
    m.law(TEXTS)
    made = [
        one if one[0] in ("fmt", "show") or one[:2] == ("c", "str") else shown(m, one, s)
        for one in pieces
    ]
    values = [one[1] if one[0] == "show" else one for one in pieces]
    return made_text(m, text_of(m, made, s), values, s, k)


def percent_values(m: Machine, template: Term, b: Term, s: State) -> list[Term] | None:
    """The pieces of `"a %s b %d" % values`, where that is all it has; `%d` of whole numbers.

    `%.2f` of a number is its form `.2f`.
    """
    values = list(b[1]) if b[0] == "tuple" else [b] if is_plain(sort_of(m, b)) else None
    bits = _PLAIN_FORMATS.split(template[2])
    if values is None or len(bits) != len(values) + 1 or "%" in "".join(bits):
        return None
    formats = _PLAIN_FORMATS.findall(template[2])
    if any(f[-1] == "d" and sort_of(m, v) != "int" for f, v in zip(formats, values, strict=True)):
        return None
    if not all(is_plain(sort_of(m, one)) for one in values) and not m.context.allows(
        "plain-operators", "text"
    ):
        return None
    pieces: list[Term] = [constant("str", bits[0])]
    for value, form, bit in zip(values, formats, bits[1:], strict=True):
        spec = _as_form(m, value, form[1:])
        if spec is None or (spec and not takes_form(m, value, spec[1:])):
            return None
        pieces += [shown(m, value, s, spec) if spec else value, constant("str", bit)]
    return pieces


def _as_form(m: Machine, value: Term, form: str) -> str | None:
    """What `%` says, as the form that a value is shown in; None for what is no plain value."""
    if form in ("s", "d"):
        return ""
    if form.startswith("."):
        return ":" + form
    if sort_of(m, value) not in ("str", "int"):
        return None
    if form.startswith("0"):
        return ":" + form
    sign, width = ("<", form[1:-1]) if form.startswith("-") else (">", form[:-1])
    return f":{sign}{width}" if width else ""
