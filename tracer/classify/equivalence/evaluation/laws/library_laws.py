"""Laws of library functions and methods: what `library.yaml` names by `law`.

Each law is a function of the call's node, the receiver (None for functions), its arguments as
values, and a continuation; it answers None where its condition does not hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.evaluation.calls.arguments import Given
from tracer.classify.equivalence.evaluation.calls.callees import called
from tracer.classify.equivalence.evaluation.calls.library_calls import apply_known
from tracer.classify.equivalence.evaluation.calls.models import function_model, method_model
from tracer.classify.equivalence.evaluation.calls.readings import says_types
from tracer.classify.equivalence.evaluation.control.counted_sizes import as_sum
from tracer.classify.equivalence.evaluation.control.eager_steps import source_of
from tracer.classify.equivalence.evaluation.control.streams import is_eager, lazily
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.terms import (
    FALSE,
    NULL,
    TRUE,
    ZERO,
    constant,
    is_constant,
)
from tracer.classify.equivalence.evaluation.machine.conversions import as_literal, exact_name
from tracer.classify.equivalence.evaluation.machine.each_calls import changes, is_code
from tracer.classify.equivalence.evaluation.machine.values import (
    is_boolean,
    is_changing,
    is_plain,
    sort_of,
)
from tracer.classify.equivalence.evaluation.values import comparisons
from tracer.classify.equivalence.evaluation.values.members import size
from tracer.classify.equivalence.evaluation.values.presence import guarded, is_there
from tracer.classify.equivalence.evaluation.values.texts import joined_text, shown, takes_form
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from tracer.classify.equivalence.evaluation.domain.library import Known
    from tracer.classify.equivalence.evaluation.domain.state import Continue, State
    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine

Law: TypeAlias = (
    "Callable[[Machine, core.Call, Term | None, list[Given], State, Continue], Term | None]"
)

LIBRARY_LAWS: dict[str, Law] = {}

# Laws of methods whose argument is not made first.
GOES_THROUGH = frozenset({"join-all", "extend", "zip"})
NOTHING: Term = ("nothing",)


def library_law(name: str) -> Callable[[Law], Law]:
    """Register the law that a table calls by a name."""

    def register(function: Law) -> Law:
        LIBRARY_LAWS[name] = function
        return function

    return register


MINMAX = law(
    "minimum-maximum",
    "`max(a, b)` is the comparison that it makes; of two equal ones it is the first.",
    "def f(a: int, b: int):\n    return max(a, b)\n",
    "def f(a: int, b: int):\n    return b if a < b else a\n",
    "def f(a: int, b: int):\n    return a if a < b else b\n",
)


def library_call(m: Machine, e: core.Call, s: State, k: Continue) -> Term | None:
    """A call of a function from outside that has a law; None for any other."""
    path = external_path(e.function)
    if path is None or says_types(m, e):
        return None
    known = m.library.function(path)
    if known is None or known.law not in LIBRARY_LAWS or any(one.spread for one in e.arguments):
        return None
    counting = as_sum(m, e, known)
    if counting is not None:
        return library_call(m, counting, s, k)
    return with_lazy_arguments(m, e, None, ("ext", path), known, s, k)


def external_path(node: core.Expression) -> str | None:
    """The outside path that an expression names, if it does."""
    if isinstance(node, core.External):
        return node.path
    if isinstance(node, core.Member):
        above = external_path(node.object)
        return None if above is None else f"{above}.{node.name}"
    return None


def with_lazy_arguments(
    m: Machine,
    e: core.Call,
    receiver: Term | None,
    f: Term,
    known: Known,
    s: State,
    k: Continue,
) -> Term:
    """Evaluate arguments, those that can be gone through unmade, and apply the law."""

    def next_(given: list[Given], s2: State) -> Term:
        at = len(given)
        if at < len(e.arguments):
            one = e.arguments[at]
            is_alone = len(e.arguments) == 1 or not m.semantics.steps_make_lists

            def given_(v: Term, s3: State) -> Term:
                return next_([*given, Given(v, one.label, one.spread)], s3)

            return (
                lazily(m, one.value, s2, given_) if is_alone else m.evaluate(one.value, s2, given_)
            )
        applied = LIBRARY_LAWS[known.law](m, e, receiver, given, s2, k)
        if applied is None and receiver is None:
            applied = function_model(m, f[1], given, s2, k)
        if applied is not None:
            return applied
        return forced(m, given, s2, lambda made_, s3: apply_known(m, e, f, known, made_, s3, k))

    return next_([], s)


def forced(
    m: Machine, given: list[Given], s: State, k: Callable[[list[Given], State], Term], at: int = 0
) -> Term:
    """Arguments with streams made into what they are."""
    if at == len(given):
        return k(given, s)
    value = given[at].value
    if value[0] != "stream":
        return forced(m, given, s, k, at + 1)

    def after(v: Term, s2: State) -> Term:
        return forced(
            m, [*given[:at], given[at]._replace(value=v), *given[at + 1 :]], s2, k, at + 1
        )

    return m.streams[value[1]].force(s, after)


def library_method(
    m: Machine,
    e: core.Call,
    function: core.Member,
    receiver: Term,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term | None:
    """A method of a known type that has a law or, where that says nothing, a model; else None."""
    made = _method_by_law(m, e, function, receiver, given, s, k)
    if made is not None:
        return made

    def typed(v: Term, s2: State) -> Term:
        if e.type.name in m.semantics.boxed_types and v[0] == "call":
            m.exact.setdefault(v, e.type)
        return k(v, s2)

    return method_model(m, function.name, receiver, given, s, typed)


def _method_by_law(
    m: Machine,
    e: core.Call,
    function: core.Member,
    receiver: Term,
    given: list[Given],
    s: State,
    k: Continue,
) -> Term | None:
    sort = "stream" if receiver[0] == "stream" else sort_of(m, receiver)
    sort = "list" if is_eager(m, receiver) else "range" if receiver[0] == "range" else sort
    known = m.library.method(sort, function.name)
    if known is None or known.law not in LIBRARY_LAWS:
        return None
    if any(one.spread for one in given) and known.law != "add":
        return None
    if m.context.defines_member(function.name) and not sort:
        return None
    codes = [one.value for one in e.arguments if is_code(one.value)]
    source = source_of(function.object) if is_eager(m, receiver) else function.object
    if any(changes(code, source, m.library) for code in codes):
        return None
    if not sort and known.law.startswith("is ") and not m.context.allows("plain-operators"):
        return None
    return LIBRARY_LAWS[known.law](m, e, receiver, given, s, k)


def values_of(given: list[Given]) -> list[Term]:
    """The values of arguments, in order."""
    return [one.value for one in given]


@library_law("size")
def _size(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    subject = r if r is not None else given[0].value if len(given) == 1 else None
    if subject is None or subject[0] == "stream":
        return None
    return size(m, subject, s, k)


@library_law("empty")
def _empty(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if r is None or r[0] == "stream" or given:
        return None
    return size(m, r, s, lambda v, s2: comparisons.compare(m, "==", v, ZERO, s2, k))


_VERBS = {"s": ("str",), "d": ("int",), "v": ("str", "int")}


@library_law("text")
def _text(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    subject = r if r is not None else given[0].value if len(given) == 1 else None
    if subject is None or subject[0] == "stream" or (given and given[0].label):
        return None
    if not is_plain(sort_of(m, subject)) and not m.context.allows("plain-operators", "text"):
        return None
    return joined_text(m, [subject], s, k)


@library_law("truth")
def _truth(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    if len(given) != 1 or given[0].value[0] == "stream":
        return None
    value = given[0].value
    if is_boolean(m, value):
        return k(value, s)
    return comparisons.condition(m, value, s, lambda s2: k(TRUE, s2), lambda s2: k(FALSE, s2))


@library_law("format")
def _format(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    parts = [one for one in given if one.label == ""]
    template = r if r is not None else parts.pop(0).value if parts else None
    if template is None or template[:2] != ("c", "str"):
        return None
    if any(one.value[0] == "stream" or one.spread for one in given):
        return None
    named = {one.label: one.value for one in given if one.label}
    places = [one.value for one in parts]
    fields = _percent_fields if "{" not in template[2] else _brace_fields
    pieces = fields(m, template[2], places, named, s)
    values = [*places, *named.values()]
    if pieces is None or not (
        all(is_plain(sort_of(m, one)) for one in values)
        or m.context.allows("plain-operators", "text")
    ):
        return None
    return joined_text(m, pieces, s, k)


_BRACES = re.compile(r"\{([A-Za-z_]\w*)?(?::([^{}]*))?\}")


def _percent_fields(
    m: Machine, template: str, places: list[Term], named: dict[str, Term], s: State
) -> list[Term] | None:
    """The pieces of a format whose fields are all `%s`."""
    del m, s
    bits = template.split("%s")
    if named or len(bits) != len(places) + 1 or any(c in "".join(bits) for c in "{}%\\"):
        return None
    pieces: list[Term] = [constant("str", bits[0])]
    for value, bit in zip(places, bits[1:], strict=True):
        pieces += [value, constant("str", bit)]
    return pieces


def _brace_fields(
    m: Machine, template: str, places: list[Term], named: dict[str, Term], s: State
) -> list[Term] | None:
    """The pieces of a format whose fields are `{}`, `{name}` and, with a form, `{:.2f}`."""
    pieces: list[Term] = []
    used: list[Term] = []
    left = iter(places)
    end = 0
    for found in _BRACES.finditer(template):
        value = named.get(found[1]) if found[1] else next(left, None)
        if value is None:
            return None
        used.append(value)
        pieces.append(constant("str", template[end : found.start()]))
        if found[2] and not takes_form(m, value, found[2]):
            return None
        pieces.append(shown(m, value, s, ":" + found[2]) if found[2] else value)
        end = found.end()
    pieces.append(constant("str", template[end:]))
    rest = _BRACES.sub("", template)
    is_all = len(used) == len(places) + len(named) and next(left, None) is None
    return pieces if is_all and not any(c in rest for c in "{}%\\") else None


@library_law("format texts")
def _format_texts(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A format whose fields are all `%s`, of values that are no objects of the program (Java)."""
    template, *values = values_of(given) if r is None else [r, *values_of(given)]
    if template[:2] != ("c", "str") or any(sign in template[2] for sign in "{}"):
        return None
    if not all(is_plain(sort_of(m, one)) for one in values):
        return None
    return _format(m, e, r, given, s, k)


@library_law("in range")
def _in_range(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """`(a..b).contains(&c)`: whether `c` is neither below `a` nor, in the end, above `b`."""
    del e
    if r is None or r[0] != "range" or len(given) != 1 or given[0].value[:2] != ("un", "&"):
        return None
    value, (_, is_closed, low, high) = given[0].value[2], r
    if not all(is_plain(sort_of(m, one)) for one in (value, low, high)):
        return None

    def within(lowest: Term, s2: State) -> Term:
        return comparisons.condition(m, lowest, s2, below, lambda s3: k(FALSE, s3))

    def below(s2: State) -> Term:
        return comparisons.compare(m, "<=" if is_closed else "<", value, high, s2, k)

    return comparisons.compare(m, "<=", low, value, s, within)


@library_law("verbs")
def _verbs(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A format of texts and whole numbers, each in its plain form."""
    template, *values = values_of(given) or [NULL]
    if template[:2] != ("c", "str") or "\\" in template[2]:
        return None
    bits = template[2].split("%")
    if len(bits) != len(values) + 1:
        return None
    pieces: list[Term] = [constant("str", bits[0])]
    for value, bit in zip(values, bits[1:], strict=True):
        sort = sort_of(m, value)
        if sort not in _VERBS.get(bit[:1], ()) or value[0] == "zero":
            return None
        if is_constant(value) and m.context.defines_member(*m.semantics.format_members):
            return None  # a constant's type may be one that says how it is shown
        pieces += [value, constant("str", bit[1:])]
    return joined_text(m, pieces, s, k)


@library_law("equal")
def _equal(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if r is None and len(values) == 2:  # noqa: PLR2004
        one, other = values
    elif r is not None and len(values) == 1:
        one, other = r, values[0]
    else:
        return None
    if sort_of(m, one) != "str" or sort_of(m, other) != "str":
        return None
    value = ("equal", "==", (one, other))

    def done(_: Term, s2: State) -> Term:
        if other[0] == "c":
            return k(("is", one, other), s2)
        return k(("is", other, one) if one[0] == "c" else value, s2)

    return done(one, s) if r is None else guarded(m, one, s, done)


@library_law("required")
def _required(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """A value that must not be null, where it surely is not."""
    del e
    if r is not None or not given or not is_there(m, given[0].value, s):
        return None
    return k(given[0].value, s)


_FUNCTIONAL = re.compile(
    r"java\.util\.function\.|java\.lang\.Runnable$|java\.util\.concurrent\.Callable$"
)


@library_law("called")
def _called(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    """The one method of a function that code at hand made: its code, run here."""
    owner = e.function.owner if isinstance(e.function, core.Member) else None
    if r is None or owner is None or not _FUNCTIONAL.match(owner.path[0]):
        return None
    return called(m, e, r, given, s, k) if r[0] == "fn" and r[3] in m.closures else None


@library_law("max")
def _max(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return extreme(m, given, s, k, is_max=True)


@library_law("min")
def _min(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    return extreme(m, given, s, k, is_max=False)


def extreme(m: Machine, given: list[Given], s: State, k: Continue, *, is_max: bool) -> Term | None:
    """The smaller or the larger of two values, as a comparison and a choice."""
    values = values_of(given)
    if len(values) != 2 or any(one.label for one in given):  # noqa: PLR2004
        return None
    a, b = (as_literal(m, one, exact_name(m, other)) for one, other in (values, values[::-1]))
    if is_changing(m, a) or is_changing(m, b):
        return None
    sorts = {sort_of(m, a), sort_of(m, b)}
    if not m.semantics.extremes_compare and sorts != {"int"}:
        return None
    m.law(MINMAX)
    low, high = (a, b) if is_max else (b, a)

    def choose(k2: Continue) -> Term:
        return comparisons.compare(
            m, "<", low, high, s,
            lambda t, s2: comparisons.condition(
                m, t, s2, lambda s3: k2(b, s3), lambda s3: k2(a, s3)
            ),
        )  # fmt: skip

    return m.joined(s, choose, k)


INSTANCES = law(
    "instance-of-any",
    "To be of one of several types is to be of the first, or of the next.",
    "def f(a):\n    return isinstance(a, (int, str))\n",
    "def f(a):\n    return isinstance(a, int) or isinstance(a, str)\n",
    "def f(a):\n    return isinstance(a, int) and isinstance(a, str)\n",
)


@library_law("instance-of")
def _instance_of(
    m: Machine, e: core.Call, r: Term | None, given: list[Given], s: State, k: Continue
) -> Term | None:
    values = values_of(given)
    if r is not None or len(values) != 2 or values[1] == ("tuple", ()):  # noqa: PLR2004
        return None
    kinds: tuple[Term, ...] = (values[1],)
    if values[1][0] == "tuple":
        m.law(INSTANCES)
        kinds = values[1][1]

    def ask(at: int, s2: State, k2: Continue) -> Term:
        test: Term = ("call", ("ext", external_path(e.function)), (values[0], kinds[at]))
        m.types.setdefault(test, "bool")

        def asked(one: Term, s3: State) -> Term:
            if at == len(kinds) - 1:
                return k2(one, s3)
            return comparisons.condition(
                m, one, s3, lambda s4: k2(TRUE, s4), lambda s4: ask(at + 1, s4, k2)
            )

        return comparisons.instance_of(m, test, kinds[at], s2, asked)

    return m.joined(s, lambda k2: ask(0, s, k2), k)
