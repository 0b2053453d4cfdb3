"""Comparisons, membership, and what a value is as a condition; `presence` has those for none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NULL,
    TRUE,
    UNDEFINED,
    ZERO,
    are_told_apart,
    constant,
    is_constant,
    negated,
    number,
    truth,
)
from tracer.classify.equivalence.evaluation.machine.conversions import (
    beside,
    exact_name,
    taken_out,
    unboxed,
)
from tracer.classify.equivalence.evaluation.machine.values import (
    is_boolean,
    is_enum_member,
    is_plain,
    is_total,
    is_whole,
    read_through,
    read_value,
    sort_of,
)
from tracer.classify.equivalence.evaluation.values import constant_tables
from tracer.classify.equivalence.evaluation.values.comparability import (
    ORDERS_AND_EQUALITY,
    compares_by_itself,
    is_comparable,
)
from tracer.classify.equivalence.evaluation.values.number_facts import (
    at_least,
    is_placed,
    is_proper,
    takes_as_ordered,
)
from tracer.classify.equivalence.evaluation.values.presence import (
    asked_object,
    false_nothing,
    fixed_truth,
    null_test,
    only_false,
)
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from typing import Any

    from tracer.classify.equivalence.evaluation.domain.state import Continue, State, Then
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

MIRRORED = law(
    "mirrored-comparison",
    "`a > b` is `b < a`: the operands are computed already.",
    "def f(a, b):\n    return a > b\n",
    "def f(a, b):\n    return b < a\n",
    "def f(a, b):\n    return b <= a\n",
)

TOTAL = law(
    "total-order",
    "The operands are whole numbers, texts or truth values: `not a < b` is `b <= a`. Not for "
    "numbers that may be none (NaN).",
    "def f(a: int, b: int):\n    return not a < b\n",
    "def f(a: int, b: int):\n    return a >= b\n",
    "def f(a: int, b: int):\n    return a > b\n",
)

EMPTY = law(
    "length-as-truth",
    "The value is of a type with a length that is false when empty: `len(a) == 0` is `not a`.",
    "def f(a: list):\n    if len(a) == 0:\n        return 1\n    return 2\n",
    "def f(a: list):\n    if not a:\n        return 1\n    return 2\n",
    "def f(a):\n    if not a:\n        return 1\n    return 2\n",
)

MEMBERSHIP = law(
    "membership-as-cases",
    "`a in (1, 2)` of literals is `a == 1 or a == 2`.",
    "def f(a):\n    return a in (1, 2)\n",
    "def f(a):\n    return a == 1 or a == 2\n",
    "def f(a):\n    return a == 1 or a == 3\n",
)

MEMBERS = law(
    "enum-members",
    "A member of an enumeration is equal to itself alone: no class of the program says otherwise.",
    "import enum\n\n\nclass A(enum.Enum):\n    B = 1\n\n\ndef f(a):\n    return a == A.B\n",
    "import enum\n\n\nclass A(enum.Enum):\n    B = 1\n\n\ndef f(a):\n    return a is A.B\n",
    "import enum\n\n\nclass A(enum.IntEnum):\n    B = 1\n\n\ndef f(a):\n    return a is A.B\n",
)

UNSIGNED = frozenset(
    {"size_t", "unsigned int", "unsigned long", "unsigned long long", "unsigned short"}
    | {"unsigned char", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "uintptr_t"}
)
_IDENTITY = frozenset({"is", "is not", "===", "!=="})
_CHANGING = frozenset({"list", "set", "dict", "deque"})
_CLASSES = frozenset({Kind.CLASS, Kind.ENUM, Kind.INTERFACE, Kind.TYPE})
_FLIPPED = {">": "<", ">=": "<="}

_NEGATED = {"!=": "==", "is not": "is", "not in": "in", "!==": "===", "!in": "in"}

_TESTS = frozenset({"not", "compare", "is", "equal", "variant"})
_ORDERED = frozenset({"int", "float", "number", "bool", "char", "size"})  # with each other

COMPARISONS = (
    frozenset({"==", "<", "<=", "is", "in", "===", "instanceof"}) | set(_FLIPPED) | set(_NEGATED)
)


def trusted(m: Machine, sign: str = "arithmetic") -> bool:
    """Whether operators are taken to have no effect of their own."""
    return not m.semantics.operators_overloadable or m.context.allows("plain-operators", sign)


def may_refuse(m: Machine) -> bool:
    """Whether an operator may fail on values whose types are not seen: nobody checked the types."""
    return not m.semantics.types_matter or not m.context.allows("types-hold")


def compare(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    """A comparison as a value: true, false or a canonical test."""
    a, b = read_through(m, a), read_through(m, b)
    if operator not in _IDENTITY or is_constant(a) or is_constant(b):
        a, b = read_value(m, a, state), read_value(m, b, state)
    if operator in ORDERS_AND_EQUALITY and compares_by_itself(m, operator, a, b):
        return m.event(("operate", operator, a, b), state, go_on, changes=frozenset())
    if m.library.values or m.semantics.operands_alike:
        a, b = _plain_number(m, a, b), _plain_number(m, b, a)
    a, b = beside(m, a, b), beside(m, b, a)
    if operator == "!=" and _is_apart(m, a, b):
        return _unequal(m, a, b, state, go_on)
    if operator in _NEGATED:
        return compare(m, _NEGATED[operator], a, b, state, lambda v, s: go_on(negated(v), s))
    is_natural = m.semantics.converts_implicitly and exact_name(m, a) in UNSIGNED
    if operator == ">" and b == ZERO and is_natural:  # is more than none
        return compare(m, "!=", a, b, state, go_on)
    if operator in _FLIPPED:
        m.law(MIRRORED)
        operator, a, b = _FLIPPED[operator], b, a
    if operator in ("==", "===", "is"):
        boxed = taken_out(m, a, b)
        if boxed:
            return unboxed(m, a if boxed == 1 else b, state, lambda v, s: _equal(
                m, operator, v if boxed == 1 else a, b if boxed == 1 else v, s, go_on
            ))  # fmt: skip
        if operator == "==" and are_truths(m, a, b) and (a[0] in _TESTS or b[0] in _TESTS):
            ways = (lambda s: go_on(b, s)), (lambda s: go_on(negated(b), s))
            return condition(m, a, state, *ways)
        return _equal(m, operator, a, b, state, go_on)
    if operator == "in":
        return _contained(m, a, b, state, go_on)
    if operator == "instanceof":
        return instance_of(m, ("instance", a, b), b, state, go_on)
    if m.semantics.boxed_types and operator in ("<", "<="):
        return unboxed(m, a, state, lambda x, s: unboxed(
            m, b, s, lambda y, s2: _ordered(m, operator, x, y, s2, go_on)
        ))  # fmt: skip
    return _ordered(m, operator, a, b, state, go_on)


def are_truths(m: Machine, a: Term, b: Term) -> bool:
    """Whether both are true or false, and neither a literal, where nothing else is a truth."""
    is_said = m.semantics.truth == "bool" and m.semantics.types_matter
    return (
        is_said
        and not (is_constant(a) or is_constant(b))
        and sort_of(m, a) == sort_of(m, b) == "bool"
    )


def instance_of(m: Machine, test: Term, of: Term, state: State, go_on: Continue) -> Term:
    """A test of a value for a class; of what is perhaps no class it fails, and classes may say."""
    if m.context.acts("instance"):
        return m.event(("operate", "instance", test), state, go_on)
    is_class = of[0] == "ext" or (of[0] == "sym" and m.context.kind(of[1]) in _CLASSES)
    return go_on(test, state) if is_class else m.duty(test, state, go_on)


def _plain_number(m: Machine, a: Term, b: Term) -> Term:
    """A whole constant of a narrower type: compared with a whole number it is a plain one."""
    is_narrow = a[0] == "c" and a[1].startswith("int:") and sort_of(m, b) == "int"
    return constant("int", a[2]) if is_narrow else a


def _is_apart(m: Machine, a: Term, b: Term) -> bool:
    """Whether `a != b` may be another thing than `not a == b`: a class may define both."""
    name = m.semantics.inequality_member
    if not name or (is_constant(a) and is_constant(b)):
        return False
    if is_plain(sort_of(m, a)) and is_plain(sort_of(m, b)):
        return False
    is_seen = any(is_constant(one) or one[0] == "sym" or sort_of(m, one) for one in (a, b))
    is_any = not is_seen and not m.semantics.types_matter
    return is_any or m.context.defines_member(name)


def _unequal(m: Machine, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    if not m.context.allows("plain-operators", "equality"):
        return m.event(("operate", "!=", a, b), state, go_on)
    if state.pending:
        return m.flushed(state, lambda s: _unequal(m, a, b, s, go_on))
    return go_on(("equal", "!=", (a, b), m.heap_of(state)), state)


def _ordered(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    """`a < b` and `a <= b`."""
    one, other = sort_of(m, a), sort_of(m, b)
    if number(a) is not None and number(b) is not None:
        x, y = number(a) or 0, number(b) or 0
        return go_on(truth(x < y if operator == "<" else x <= y), state)
    is_seen = is_plain(one) and is_plain(other)
    if not is_seen and not (trusted(m, "order") and m.context.allows("plain-operators")):
        return m.event(("operate", operator, a, b), state, go_on)
    if not is_seen and not _CHANGING.isdisjoint((one, other)):  # what they hold now
        return m.event(("operate", operator, a, b), state, go_on, changes=frozenset())
    emptiness = _emptiness(m, operator, a, b, state)
    if emptiness is not None:
        return go_on(emptiness, state)
    if _may_not_order(m, a, b):
        fits = ("ordered", *sorted((a, b), key=repr))
        return m.duty(fits, state, lambda _, s: _by_order(m, operator, a, b, s, go_on))
    return _by_order(m, operator, a, b, state, go_on)


def _may_not_order(m: Machine, a: Term, b: Term) -> bool:
    """Whether comparing two values may fail, as that of a number and a text, or of any objects."""
    if m.semantics.orders_anything or not may_refuse(m):
        return False
    one, other = sort_of(m, a), sort_of(m, b)
    return not (one == other == "str" or (one in _ORDERED and other in _ORDERED))


def _by_order(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    """`a < b` and `a <= b` of values that are no two literals, once they can be compared."""
    one, other = sort_of(m, a), sort_of(m, b)
    is_seen = takes_as_ordered(m, a, b) or (is_proper(m, a, state) and is_proper(m, b, state))
    if operator == "<=" and (is_total(one, other) or is_seen or is_placed(m, a, b)):
        m.law(TOTAL)
        return _less(m, b, a, state, lambda v, s: go_on(negated(v), s))
    if operator == "<":
        return _less(m, a, b, state, go_on)
    return go_on(("compare", operator, a, b), state)


def _less(m: Machine, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    """`a < b`. For whole numbers `a < 3` is `not 2 < a`."""
    found = at_least(m, a, b)
    if found is not None:
        return go_on(found, state)
    value = number(b)
    whole = is_whole(sort_of(m, a)) and is_whole(sort_of(m, b))
    if value is not None and whole and b[1] == "int":
        m.law(TOTAL)
        return go_on(("not", ("compare", "<", constant("int", str(value - 1)), a)), state)
    return go_on(("compare", "<", a, b), state)


def _equal(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    if is_constant(a) and not is_constant(b):
        a, b = b, a
    if operator == "==" and (is_enum_member(m, a) or is_enum_member(m, b)):
        name = m.semantics.equality_member
        if m.context.allows("plain-operators") and not m.context.defines_member(name):
            m.law(MEMBERS)
            operator = "is"
    nulls = (NULL, UNDEFINED)
    if b in nulls:
        return null_test(m, operator, a, b, state, go_on)
    if is_constant(a) and is_constant(b):
        if a[1] == b[1] in ("int", "str", "bool", "char") and are_told_apart(a, b):
            return go_on(truth(a[2] == b[2]), state)
        return go_on(("equal", operator, (a, b)), state)
    if (
        m.semantics.texts_are_objects
        and operator == "=="
        and "str" in (sort_of(m, a), sort_of(m, b))
    ):
        return go_on(("equal", "one object", (a, b)), state)
    if b in (TRUE, FALSE) and is_boolean(m, a):
        return go_on(a if b == TRUE else negated(a), state)
    if m.semantics.equality_fails and not (is_comparable(m, a) or is_comparable(m, b)):
        alike: Term = ("comparable", *sorted((a, b), key=repr))
        return m.duty(alike, state, lambda _, s: _compared(m, operator, a, b, s, go_on))
    return _compared(m, operator, a, b, state, go_on)


def _compared(m: Machine, operator: str, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    """`a == b` of values that can be compared, and are no two literals."""
    one, other = sort_of(m, a), sort_of(m, b)
    identity = operator == "is" or m.semantics.equality == "identity"
    if (
        not identity
        and not (is_plain(one) and is_plain(other))
        and m.semantics.equality_overloadable
        and not m.context.allows("plain-operators", "equality")
    ):
        return m.event(("operate", operator, a, b), state, go_on)
    if m.semantics.truth == "nonzero" and number(b) == 0:
        fixed = fixed_truth(m, a)
        if fixed is not None:
            return go_on(truth(not fixed), state)
        return go_on(negated(("truth", a)), state)
    emptiness = _emptiness(m, operator, a, b, state)
    if emptiness is not None:
        return go_on(emptiness, state)
    if b[0] == "c" and b[1] in ("int", "str", "char") and operator != "is":
        if m.semantics.texts_change and b[1] == "str" and not is_plain(one):
            if state.pending:
                return m.flushed(state, lambda s: _equal(m, operator, a, b, s, go_on))
            return go_on(("equal", operator, (a, b), m.heap_of(state)), state)
        strict = operator == "===" or m.semantics.equality_strict or is_plain(one)
        return go_on(("is", a, b) if strict else ("equal", operator, (a, b)), state)
    if identity or is_plain(one) or is_plain(other) or m.semantics.structs == "values":
        return go_on(("equal", operator, (a, b)), state)
    if state.pending:
        return m.flushed(state, lambda s: _equal(m, operator, a, b, s, go_on))
    return go_on(("equal", operator, (a, b), m.heap_of(state)), state)


def _emptiness(m: Machine, operator: str, a: Term, b: Term, state: State) -> Term | None:
    """`len(a) == 0`, `0 < len(a)`: whether a collection is empty."""
    size, other = (a, b) if a[0] == "size" else (b, a)
    if size[0] != "size" or number(other) is None:
        return None
    value = number(other)
    answer: Any
    filled: Term = ("filled", size[1], size[2])
    is_said = m.semantics.types_matter or only_false(m, "str") is not None
    if sort_of(m, size[1]) == "str" and is_said:
        filled = ("not", ("is", size[1], constant("str", "")))  # no text but one is empty
    if operator in ("==", "===", "is"):
        answer = value == 0 and negated(filled)
    elif size is b:
        answer = (value == 0 and operator == "<") or (value == 1 and operator == "<=")
        answer = answer and filled
    else:
        answer = (value == 0 and operator == "<=") or (value == 1 and operator == "<")
        answer = answer and negated(filled)
    if not answer:
        return None
    m.law(EMPTY)
    return answer


def _contained(m: Machine, a: Term, b: Term, state: State, go_on: Continue) -> Term:
    items = literal_items(m, b, state)
    if items is not None and b[:1] + b[2:3] == ("new", "set") and not _takes(m, a, b):
        return m.duty(("hashed", a), state, lambda _, s: one_of(m, a, items, s, go_on))
    if items is not None:
        m.law(MEMBERSHIP)
        return one_of(m, a, items, state, go_on)
    entries = constant_tables.entries_of(m, b, a)
    if entries:
        return constant_tables.picked(
            m, entries, a, state, lambda _, s: go_on(TRUE, s), lambda s: go_on(FALSE, s)
        )
    if state.pending:
        return m.flushed(state, lambda s: _contained(m, a, b, s, go_on))
    heap = m.heap_of(state) if m.semantics.index_reaches_fields else m.heap_of(state, "[]")
    test: Term = ("in", a, b, heap)
    return go_on(test, state) if _takes(m, a, b) else m.duty(test, state, go_on)


def _takes(m: Machine, a: Term, b: Term) -> bool:
    """Whether a collection can be asked for a value: for one without a hash a table fails."""
    if not may_refuse(m):
        return True
    kept, of = sort_of(m, a), sort_of(m, b)
    if of == "str":
        return kept == "str"
    return of in ("list", "tuple") or (of in ("set", "dict") and is_plain(kept))


def literal_items(m: Machine, b: Term, state: State) -> tuple[Term, ...] | None:
    """The literals that a collection holds, if it was just made of them."""
    items: tuple[Term, ...] = ()
    if b[0] == "tuple":
        items = b[1]
    elif b[0] == "new" and b[2] in ("list", "set", "array"):
        if m.made_at.get(b) != state.heap or any(b in place for place in state.pending):
            return None
        items = b[3]
    else:
        return None
    known = all(is_constant(one) and one[1] in ("int", "str", "null") for one in items)
    return items if known else None


def one_of(m: Machine, a: Term, items: tuple[Term, ...], state: State, go_on: Continue) -> Term:
    """Whether a value is one of some literals, asked in order."""
    if not items:
        return go_on(FALSE, state)
    exact = "===" if m.semantics.loose_null else "=="
    operator = "is" if items[0] == NULL else exact
    return compare(
        m, operator, a, items[0], state,
        lambda v, s: condition(
            m, v, s, lambda s2: go_on(TRUE, s2), lambda s2: one_of(m, a, items[1:], s2, go_on)
        ),
    )  # fmt: skip


def condition(m: Machine, value: Term, state: State, yes: Then, no: Then) -> Term:
    """Both ways from the truth of a value."""
    if value[0] == "not":
        return condition(m, value[1], state, no, yes)
    value = read_value(m, value, state)
    fixed = fixed_truth(m, value)
    if fixed is not None:
        return yes(state) if fixed else no(state)
    if m.semantics.boxed_truths and exact_name(m, value) in m.semantics.boxed_truths:
        there: Term = ("there", value)
        return m.duty(there, state, lambda _, s: m.branch(("truth", value), s, yes, no))
    value = asked_object(m, value) or value
    if is_boolean(m, value):
        return m.branch(value, state, yes, no)
    if value[0] == "size" and m.semantics.truth != "bool":
        m.law(EMPTY)
        if sort_of(m, value[1]) == "str":
            return condition(m, value[1], state, yes, no)
        return m.branch(("filled", value[1], value[2]), state, yes, no)
    sort = sort_of(m, value)
    only = only_false(m, sort) or false_nothing(m, value)
    if only is not None:
        return m.branch(("is", value, only), state, no, yes)
    if sort in ("list", "dict", "set", "tuple", "str") and m.semantics.truth_reads_contents:
        if state.pending:
            return m.flushed(state, lambda s: condition(m, value, s, yes, no))
        heap = m.heap_of(state, "[]") if sort != "str" else ()
        return m.branch(("filled", value, heap), state, yes, no)
    if not is_plain(sort) and m.semantics.truth == "any" and m.semantics.truth_reads_contents:
        if state.pending:
            return m.flushed(state, lambda s: condition(m, value, s, yes, no))
        if not m.context.allows("plain-operators", "truth"):
            return m.event(("operate", "truth", value), state, lambda v, s: m.branch(v, s, yes, no))
        return m.branch(("truth", value, m.heap_of(state)), state, yes, no)
    return m.branch(("truth", value), state, yes, no)
