"""Operators, comparisons and conditions on values, with the laws that hold for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NULL,
    ONE,
    TRUE,
    UNDEFINED,
    constant,
    is_constant,
    negated,
    number,
)
from tracer.classify.equivalence.evaluation.machine.conversions import (
    SHIFTS,
    as_literal,
    beside,
    converted,
    exact_name,
    note_exact,
    unboxed,
)
from tracer.classify.equivalence.evaluation.machine.values import (
    as_now,
    is_changing,
    is_plain,
    is_whole,
    made_object,
    read_through,
    read_value,
    referent,
    sort_of,
)
from tracer.classify.equivalence.evaluation.values.comparisons import (
    COMPARISONS,
    are_truths,
    compare,
    condition,
    may_refuse,
    trusted,
)
from tracer.classify.equivalence.evaluation.values.members import element_address, is_address
from tracer.classify.equivalence.evaluation.values.presence import is_function
from tracer.classify.equivalence.evaluation.values.texts import (
    adds_texts,
    joined_text,
    percent_values,
)
from tracer.semantics.core import UNKNOWN, Kind, Symbol, Type

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

FOLDING = law(
    "constant-folding",
    "Both operands are literals and the result is exact in every width of the type.",
    "def f():\n    return 60 * 60\n",
    "def f():\n    return 3600\n",
    "def f():\n    return 3601\n",
)

COMMUTED = law(
    "commuted-operands",
    "Both operands are numbers of known type (or the operator is equality), so their order says "
    "nothing once they are computed.",
    "def f(a: int, b: int):\n    return a + b\n",
    "def f(a: int, b: int):\n    return b + a\n",
    "def f(a: str, b: str):\n    return b + a\n",
)

OPPOSITE = law(
    "added-opposite",
    "`a + -b` is `a - b` where both are whole numbers of the same type.",
    "def f(a: int, b: int):\n    return a + -b\n",
    "def f(a: int, b: int):\n    return a - b\n",
    "def f(a: int, b: int):\n    return b - a\n",
)

law(
    "exclusive-cases",
    "Tests of one value for different literals exclude each other, so their order says nothing.",
    "def f(a):\n    if a == 1:\n        return 5\n    elif a == 2:\n        return 6\n"
    "    return 7\n",
    "def f(a):\n    if a == 2:\n        return 6\n    if a == 1:\n        return 5\n    return 7\n",
    "def f(a):\n    if a == 2:\n        return 5\n    if a == 1:\n        return 6\n    return 7\n",
)

APPENDED = law(
    "appended-text",
    "A text to which two pieces of text that were put together are added has one after the other.",
    "#include <string>\nstatic std::string f(std::string a, const std::string& b) { "
    'a += b + ";"; return a; }\n',
    "#include <string>\nstatic std::string f(std::string a, const std::string& b) { "
    'a += b; a += ";"; return a; }\n',
    "#include <string>\nstatic std::string f(std::string a, const std::string& b) { "
    'a += ";"; a += b; return a; }\n',
    "cpp",
)

_COMMUTATIVE = frozenset({"+", "*", "&", "|", "^"})

_MAKES_NUMBERS = frozenset({"/", "//", "-", "**", "<<", ">>", "~"})

_SMALL = 128  # numbers that every numeric type holds
_CHANGING = frozenset({"list", "set", "dict"})  # what an operator makes a new one of
_SHIFTED = 31  # bits that a shift moves at most, in the narrowest of types

_RANGE = {"unbounded": 1 << 4096, "double": 1 << 53, "wrap32": 1 << 31}


def operate(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    """An operator on two values."""
    if is_changing(m, a) or is_changing(m, b):
        if state.pending:
            return m.flushed(state, lambda s: operate(m, operator, a, b, s, go_on))
        a, b = as_now(m, a, state), as_now(m, b, state)
    if operator in COMPARISONS:
        return compare(m, operator, a, b, state, go_on)
    a, b = read_through(m, a), read_through(m, b)
    a, b = read_value(m, a, state), read_value(m, b, state)
    if m.semantics.boxed_types and not adds_texts(m, a, b):
        return unboxed(m, a, state, lambda x, s: unboxed(
            m, b, s, lambda y, s2: _operate(m, operator, x, y, s2, go_on)
        ))  # fmt: skip
    return _operate(m, operator, a, b, state, go_on)


def _operate(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    if operator == "+" and b[:2] == ("bin", "+") and m.semantics.text_type and _joins(m, a, b):
        m.law(APPENDED)
        return _operate(m, "+", a, b[2], state, lambda v, s: _operate(m, "+", v, b[3], s, go_on))
    if (
        operator in ("|", "&")
        and m.semantics.truth == "bool"
        and m.semantics.types_matter
        and sort_of(m, a) == sort_of(m, b) == "bool"
    ):
        stays = TRUE if operator == "|" else FALSE
        ways = (lambda s: go_on(stays, s)), (lambda s: go_on(b, s))
        return condition(m, a, state, *(ways if operator == "|" else ways[::-1]))
    if operator == "^" and are_truths(m, a, b):
        return condition(m, a, state, lambda s: go_on(negated(b), s), lambda s: go_on(b, s))
    a, b = _as_literal(m, a, b), _as_literal(m, b, a)
    if operator not in SHIFTS:
        a, b = beside(m, a, b), beside(m, b, a)
    if m.semantics.operands_alike and operator not in SHIFTS and (a[0], b[0]) != ("c", "c"):
        a, b = as_literal(m, a, exact_name(m, b)), as_literal(m, b, exact_name(m, a))
    folded = fold(m, operator, a, b)
    if folded is not None:
        m.law(FOLDING)
        return go_on(folded, state)
    if operator == "+" and adds_texts(m, a, b):
        return joined_text(m, [a, b], state, go_on)
    if operator == "%" and m.semantics.percent_formats and a[:2] == ("c", "str"):
        values = percent_values(m, a, b, state)
        if values is not None:
            return joined_text(m, values, state, go_on)
    return _arithmetic(m, operator, a, b, state, go_on)


CONVERTED = law(
    "converted-literal",
    "A small literal that is converted to the type of the other operand is the literal: the "
    "operator converts it anyhow.",
    "static unsigned _g(unsigned a, unsigned b) { return a + b; }\n"
    "unsigned f(unsigned a) { return _g(a, 1); }\n",
    "unsigned f(unsigned a) { return a + 1; }\n",
    "unsigned f(unsigned a) { return a + 2; }\n",
    "c",
)


def _joins(m: Machine, a: Term, b: Term) -> bool:
    """Whether a text is added to two pieces of text that were put together."""
    return _is_text(m, a) and _is_text(m, b) and all(_is_piece(m, one) for one in b[2:])


def _is_text(m: Machine, value: Term) -> bool:
    """Whether a value is of the library's type for texts."""
    if value[:2] == ("bin", "+"):
        one, other = _is_text(m, value[2]), _is_text(m, value[3])
        return (one or other) and all(_is_piece(m, part) for part in value[2:])
    known = referent(m.exact.get(value, UNKNOWN)).name or sort_of(m, value)
    return known in (m.semantics.text_type, m.library.sort(m.semantics.text_type))


def _is_piece(m: Machine, value: Term) -> bool:
    """Whether a value is a text, a literal of one, or a letter."""
    is_literal = value[0] == "c" and value[1] in ("str", "char")
    return is_literal or exact_name(m, value) == "char" or _is_text(m, value)


def _as_literal(m: Machine, value: Term, other: Term) -> Term:
    """A literal without the conversion that an operator with another operand makes anyhow."""
    if value[0] != "cast" or m.semantics.converts_literals_only:
        return value
    whole = number(value[1])
    exact = m.exact.get(value, UNKNOWN).name
    if whole is None or not 0 <= whole < _SMALL or value[1][1] != "int":
        return value
    if not isinstance(exact, str) or not m.semantics.converts_implicitly:
        return value
    if _spelled(exact) != _spelled(exact_name(m, other)):
        return value
    m.law(CONVERTED)
    literal: Term = value[1]
    return literal


def _spelled(name: str) -> str:
    """A numeric type by one of its names."""
    return name.removesuffix(" int") or name


def _arithmetic(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    if operator in ("+", "-") and b[:2] == ("un", "-") and _is_modular(m, a, b[2]):
        m.law(OPPOSITE)
        return _arithmetic(m, "-" if operator == "+" else "+", a, b[2], state, go_on)
    if operator == "+" and _steps(m, a, b):
        return go_on(element_address(m, a, b), state)
    if m.semantics.arrays_decay and operator in ("+", "-", "*", "/"):
        a, b = _as_double(m, a, b), _as_double(m, b, a)
    one, other = sort_of(m, a), sort_of(m, b)
    plain = is_plain(one) and is_plain(other)
    numbers = is_number(one) and is_number(other)
    if operator == "-" and numbers and _is_exact_step(m, b):
        m.law(OPPOSITE)
        opposite = constant("int", str(-(number(b) or 0)))
        return _arithmetic(m, "+", a, opposite, state, go_on)
    if not plain and not trusted(m):
        return m.event(("operate", operator, a, b), state, go_on)
    may_make = not plain and _makes_objects(m, operator, one, other)
    term: Term
    if numbers and operator in _COMMUTATIVE:
        term = ("any-order", operator, (a, b))
    elif may_make:
        term = ("bin", operator, a, b, m.heap_of(state, "[]"))
        if state.pending:
            return m.flushed(state, lambda s: _arithmetic(m, operator, a, b, s, go_on))
    else:
        term = ("bin", operator, a, b)
    note_exact(m, operator, a, b, term)
    result = _result(m, operator, one, other) or _repeated(operator, one, other)
    takes_all = not plain and _takes_all(m, one, other)
    if not result and takes_all and operator in _MAKES_NUMBERS | {"*", "%"}:
        result = "float"
    if result:
        m.types.setdefault(term, result)
    copies = may_make and m.semantics.structs == "references"
    is_new = copies and not _CHANGING.isdisjoint((one, other, sort_of(m, term)))

    def made(v: Term, s: State) -> Term:
        return go_on(made_object(m, v, s), s)

    done = made if is_new else go_on
    if operator in m.semantics.raising_operators and not (
        _cannot_fail(m, operator, b) or _is_below(operator, a, b, state)
    ):
        return m.duty(m.sized(term), state, done)
    is_joined = operator == "+" and bool(m.semantics.text_type) and _is_text(m, term)
    if m.semantics.operators_overloadable and not is_joined and _do_not_fit(m, operator, a, b):
        return m.duty(m.sized(term), state, done)
    if not plain and may_refuse(m) and not takes_all:
        return m.duty(m.sized(term), state, done)
    return done(m.sized(term), state)


def _takes_all(m: Machine, one: str, other: str) -> bool:
    """Whether an operator on a number and a value of unknown type cannot fail.

    In JavaScript: all but BigInts, Symbols, and objects that are said to have no primitive value.
    """
    if not m.semantics.apart_words or not m.context.allows("plain-operators"):
        return False
    return (is_number(one) or is_number(other)) and m.context.numbers_meet_all


def _as_double(m: Machine, value: Term, other: Term) -> Term:
    """An operand beside a `double` as what the operator makes of it."""
    if exact_name(m, other) != "double" or is_constant(value):
        return value
    return converted(m, value, Type("double")) if exact_name(m, value) in _WHOLE else value


_WHOLE = frozenset({"int", "short", "char", "long", "unsigned int", "size_t", "unsigned long"})


def _steps(m: Machine, a: Term, b: Term) -> bool:
    """Whether a sum is the address of a structure in an array that a points to."""
    if not (m.semantics.arrays_decay and is_address(m, a) and is_whole(sort_of(m, b))):
        return False
    of = m.exact.get(a, UNKNOWN).arguments[:1]
    return bool(of) and isinstance(of[0].name, Symbol) and m.context.kind(of[0].name) is Kind.CLASS


def _is_exact_step(m: Machine, b: Term) -> bool:
    """Whether taking a literal away is adding its opposite, in numbers of every kind there is."""
    value = number(b)
    kinds = m.semantics.integers in ("unbounded", "double")
    return kinds and b[:2] == ("c", "int") and value is not None and 0 < value < _SMALL


def _is_modular(m: Machine, a: Term, b: Term) -> bool:
    """Whether two values are whole numbers of one type, so that sums are exact, or wrap alike."""
    if not (is_whole(sort_of(m, a)) and is_whole(sort_of(m, b))):
        return False
    return m.semantics.integers == "unbounded" or (exact_name(m, a) == exact_name(m, b) != "")


def _makes_objects(m: Machine, operator: str, one: str, other: str) -> bool:
    """Whether the result may be a new mutable object, as that of adding lists."""
    if not m.semantics.operators_make_objects:
        return False
    if operator in ("/", "//", "**", "<<", ">>"):
        return False
    if operator == "*":
        return not (is_number(one) and is_number(other)) and "str" not in (one, other)
    return not (is_plain(one) or is_plain(other))


def _repeated(operator: str, one: str, other: str) -> str:
    """The type of tuples or lists put together, or of one repeated."""
    if one not in ("tuple", "list"):
        return ""
    return one if (operator == "+" and one == other) or (operator == "*" and _counts(other)) else ""


def _counts(sort: str) -> bool:
    return is_number(sort) or sort == "bool"


def _do_not_fit(m: Machine, operator: str, a: Term, b: Term) -> bool:
    """Whether an operator is known not to take two values: none, functions, a text and a number.

    Values of types that are not seen are left to `may_refuse`.
    """
    if any(
        value == NULL or value[0] == "ext" or (value[0] == "sym" and is_function(m, value))
        for value in (a, b)
    ):
        return True
    one, other = sort_of(m, a), sort_of(m, b)
    if operator == "%" and one == "str":
        return False
    if operator == "+":
        return bool(one and other) and one != other and not (_counts(one) and _counts(other))
    if operator == "*":
        return bool(one and other) and not (_counts(one) or _counts(other))
    fits = ("bool", "set", "dict")
    return any(sort and not is_number(sort) and sort not in fits for sort in (one, other))


def _is_below(operator: str, a: Term, b: Term, state: State) -> bool:
    """Whether `a + 1` is known to be no more than something that a is less than."""
    return (
        operator == "+"
        and b == ONE
        and any(
            answer is True and test[:3] == ("compare", "<", a)
            for test, answer in state.known.items()
        )
    )


def _cannot_fail(m: Machine, operator: str, b: Term) -> bool:
    """Whether no left operand makes an operator fail; the least number has no opposite in Rust."""
    if operator in ("/", "//", "%"):
        failing = (0, -1) if "-" in m.semantics.raising_prefixes else (0,)
        return is_constant(b) and (number(b) or 0) not in failing
    if operator in ("<<", ">>", "**"):
        value = number(b)
        return value is not None and value >= 0
    return False


def is_number(sort: str) -> bool:
    """Whether a sort of type is numeric."""
    return sort in ("int", "float", "number")


def _result(m: Machine, operator: str, one: str, other: str) -> str:
    if is_number(one) and is_number(other):
        if operator == "/":
            return (
                "number"
                if "float" in (one, other) or m.semantics.integers == "double"
                else ("int" if m.semantics.types_matter and one == other == "int" else "")
            )
        if m.semantics.integers == "double" and operator in ("%", "**"):
            return "number"
        return one if one == other else "float" if "float" in (one, other) else "number"
    if operator in ("-", "/", "//", "**") and (is_number(one) or is_number(other)):
        return "number"
    if operator == "+" and not m.semantics.text_plus_any and (is_number(one) or is_number(other)):
        return "number"
    return ""


def fold(m: Machine, operator: str, a: Term, b: Term) -> Term | None:
    """The literal that two literals make, where it is the same in every width."""
    if not (is_constant(a) and is_constant(b)):
        return None
    if a[1] == b[1] == "str" and operator == "+" and m.semantics.strings_immutable:
        return constant("str", a[2] + b[2])
    x, y = number(a), number(b)
    kind = _folded_kind(a[1], b[1])
    if x is None or y is None or not kind:
        return None
    value = {"+": x + y, "-": x - y, "*": x * y}.get(operator)
    if value is None and min(x, y) >= 0:
        value = _fold_bits(m, operator, x, y)
    if m.semantics.integers == "double" and operator == "*" and value == 0:
        return None  # perhaps -0
    limit = _RANGE.get(m.semantics.integers, 1 << 31)
    least, limit = (-limit, limit) if kind == "int" else _bounds(kind)
    if value is None or not least <= value < limit:
        return None
    return constant(kind, str(value))


def _folded_kind(one: str, other: str) -> str:
    """The kind of what two literals make: an untyped one is of the other's type, if that is wide.

    Empty where that is not known.
    """
    if one == other:
        return one
    typed = one if other == "int" else other
    is_wide = "int" in (one, other) and typed.partition(":")[2] in _WIDE_BITS
    return typed if is_wide else ""


_WIDE_BITS = {"i32": 31, "i64": 63, "u32": 32, "u64": 64, "usize": 32, "isize": 31, "long": 31}


def _bounds(kind: str) -> tuple[int, int]:
    """The least number of a type, and the first that is too large."""
    name = kind.partition(":")[2]
    bits = _WIDE_BITS.get(name, 7)
    return (0 if name[:1] == "u" else -(1 << bits), 1 << bits)


def _fold_bits(m: Machine, operator: str, x: int, y: int) -> int | None:
    """What an operator on bits, or a division, makes of two numbers that are not negative."""
    if max(x, y) >= _RANGE["wrap32"]:
        return None
    if operator in ("<<", ">>"):
        shifted = x << y if operator == "<<" else x >> y
        return shifted if y < _SHIFTED and shifted < _RANGE["wrap32"] else None
    if operator in ("/", "//", "%"):
        is_whole_ = operator != "/" or m.semantics.integers == "wrap32"
        return None if not y or not is_whole_ else x % y if operator == "%" else x // y
    return {"&": x & y, "|": x | y, "^": x ^ y}.get(operator)


def negate(m: Machine, a: Term, state: State, go_on: Continue) -> Term:
    """Arithmetic negation."""
    value = number(a)
    if value is not None and (value or m.semantics.integers != "double"):
        return go_on(constant(a[1], str(-value)), state)
    return unary(m, "-", a, state, go_on)


def unary(m: Machine, operator: str, a: Term, state: State, go_on: Continue) -> Term:
    """Any other operator on one value."""
    if operator == "void":
        return go_on(UNDEFINED, state)
    if operator in m.semantics.acting_prefixes:
        return m.event(("operate", operator, a), state, go_on)
    sort = sort_of(m, a)
    if not is_plain(sort) and not trusted(m):
        return m.event(("operate", operator, a), state, go_on)
    term = ("un", operator, a)
    if is_number(sort):
        m.types.setdefault(term, sort)
        if m.semantics.converts_literals_only and operator != "&":
            note_exact(m, operator, a, a, term)
        elif m.semantics.converts_implicitly and operator in ("-", "~"):
            note_exact(m, "-", a, a, term)
    is_refused = not is_plain(sort) and operator != "typeof" and may_refuse(m)
    if is_refused or (operator in m.semantics.raising_prefixes and sort != "float"):
        return m.duty(m.sized(term), state, go_on)
    return go_on(m.sized(term), state)
