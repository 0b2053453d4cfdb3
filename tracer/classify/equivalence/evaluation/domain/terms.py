"""Terms: nested tuples that stand for values and for what code does.

A *value* is a pure term: `("c", kind, text)` a constant, `("p", function, i)` a parameter,
`("v", n)` the result of the event numbered `n`, `("sym", symbol)` a definition, `("ext", path)` and
`("name", text)` what comes from outside, `("bin", operator, a, b)`, `("attr", object, member,
event)` a read that names the event it follows, and so on. A *tree* is what runs: `("do", n, effect,
duties, rest)`, `("if", test, duties, yes, no)`, `("loop", n, starts, duties, body)`, `("next", n,
values, duties)`, `("try", ...)`, and the leaves `("ret", value, duties)` and `("throw", values,
duties)`. `duties` are values that may fail to compute: they are computed between the event before
and the node, in no order.

Leaves that a symbol map renames: `("sym", Symbol)`, `("member", name or Symbol)`, `("label",
name)`, `("type", ...)` with symbols inside. Fresh numbers are `("#", n)`, those of variables that
loops or joins carry `("#s", n)`; `finish` gives them their final numbers by first occurrence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Term: TypeAlias = tuple[Any, ...]

LONG = "int:long"  # the sort of a literal of the wide type of whole numbers
NUMBERS = frozenset({"int", "float"})
_PLAIN_INTEGER = re.compile(r"-?(?:0|[1-9]\d{0,14})")  # exact in doubles, too
_NULLS = ("null", "undefined")
NO_DUTIES: frozenset[Term] = frozenset()


def constant(kind: str, value: str) -> Term:
    """The term of a literal."""
    return ("c", kind, value)


TRUE, FALSE = constant("bool", "true"), constant("bool", "false")
NULL, UNDEFINED = constant("null", ""), constant("undefined", "")
UNSET: Term = ("unset",)
ZERO, ONE = constant("int", "0"), constant("int", "1")


def truth(value: bool) -> Term:
    """The constant of a truth value."""
    return TRUE if value else FALSE


def negated(test: Term) -> Term:
    """The opposite of a truth value."""
    if test[0] == "not":
        inner: Term = test[1]
        return inner
    if test in (TRUE, FALSE):
        return truth(test == FALSE)
    return ("not", test)


def is_constant(term: Term) -> bool:
    """Whether the term is a literal's."""
    return term[0] == "c"


def are_told_apart(one: Term, other: Term) -> bool:
    """Whether two literals of one sort are the same value only if they are the same text.

    Null and undefined are of one sort. A value may have several spellings: `8` and `010`.
    """
    if one != other and not (_is_canonical(one) and _is_canonical(other)):
        return False
    return bool(one[1] == other[1] or (one[1] in _NULLS and other[1] in _NULLS))


def _is_canonical(term: Term) -> bool:
    """Whether the text of a literal is the one spelling of its value."""
    if term[1].startswith("int"):
        return _PLAIN_INTEGER.fullmatch(term[2]) is not None
    return term[1] not in ("str", "char") or "\\" not in term[2]


WITH_PARTS = (tuple, frozenset)  # of terms; a union is made anew wherever it is asked for


def number(term: Term) -> int | None:
    """The value of an integer constant."""
    if term[0] != "c" or not term[1].startswith("int"):
        return None
    try:
        return int(term[2], 0) if term[2][:1] == "0" and len(term[2]) > 1 else int(term[2])
    except ValueError:
        return None


def parts_of(
    term: Any, grafts: Mapping[Term, Any] | None = None
) -> Iterator[tuple[Any, ...] | frozenset[Any]]:
    """A term and what is inside of it, each object once, in an order that says nothing.

    `grafts`: what grafts stand for, which is then gone through, too.
    """
    stack = [term]
    seen: set[int] = set()
    while stack:
        one = stack.pop()
        if not isinstance(one, WITH_PARTS) or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        if grafts is not None and isinstance(one, tuple) and one[:1] == ("graft",):
            stack.append(grafts.get(one))
        stack.extend(one)


_COMPOUND = frozenset({tuple, frozenset})  # what terms are made of, names not among them
_MARKED = frozenset({"loop", "each", "next", "fall", "throw"})
_ASKED: list[tuple[Any, list[Term]]] = []  # the terms that were asked about last
_KEPT = 2  # of those: one of each side


def marked(term: Any) -> list[Term]:
    """The nodes in a term that are loops, rounds of loops, ways into a join, or throw.

    Each object once, in the order of `parts_of`; kept until other terms are asked about, for each
    law of loops asks this of a whole term, and most terms have no loop at all.
    """
    for known, nodes in _ASKED:
        if known is term:
            return nodes
    found: list[Term] = []
    stack = [term]
    seen: set[int] = set()
    while stack:
        one = stack.pop()
        key = id(one)
        if key in seen:
            continue
        seen.add(key)
        if type(one) is tuple and one:
            head = one[0]
            if type(head) is str and head in _MARKED:
                found.append(one)
        stack += [part for part in one if type(part) in _COMPOUND]
    _ASKED[:] = [*_ASKED[1 - _KEPT :], (term, found)]
    return found


def says(term: Any, words: frozenset[str]) -> bool:
    """Whether a text in a term has one of some words, in whatever letters."""
    stack = [term]
    seen: set[int] = set()
    while stack:
        one = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if type(one) is tuple and one[:2] == ("c", "str"):
            text = one[2].lower()
            if any(word in text for word in words):
                return True
        else:
            stack += [part for part in one if type(part) in _COMPOUND]
    return False


_STARTS = {"loop": (5, 2), "each": (8, 4)}  # parts of a loop's term, and where its starts are


def starts_of(term: Any) -> tuple[tuple[Term, Term], ...]:
    """The variables that a loop's term carries, with what they start with; of others none."""
    if not isinstance(term, tuple) or not term or not isinstance(term[0], str):
        return ()
    parts, at = _STARTS.get(term[0], (-1, 0))
    starts: tuple[tuple[Term, Term], ...] = term[at] if len(term) == parts else ()
    return starts


def is_round(part: Any, number: Term) -> TypeGuard[tuple[Any, ...]]:
    """Whether a part of a term is where a loop of this number goes on with its next round."""
    return isinstance(part, tuple) and len(part) == 4 and part[:2] == ("next", number)  # noqa: PLR2004


def mentions(term: Any, wanted: Term) -> bool:
    """Whether a term occurs in another."""
    if not isinstance(term, tuple | frozenset):
        return False
    seen: set[int] = set()
    stack: list[Any] = [term]
    while stack:
        one = stack.pop()
        if one == wanted:
            return True
        if isinstance(one, tuple | frozenset) and id(one) not in seen:
            seen.add(id(one))
            stack.extend(one)
    return False


def replaced(term: Any, wanted: Term, by: Term, known: dict[int, Any] | None = None) -> Any:
    """A term with one of its parts replaced everywhere; shared parts stay shared."""
    memo: dict[int, Any] = {} if known is None else known
    if term == wanted:
        return by
    if not isinstance(term, tuple | frozenset):
        return term
    found = memo.get(id(term))
    if found is not None:
        return found[1]
    if isinstance(term, frozenset):
        made: Any = frozenset([replaced(one, wanted, by, memo) for one in term])
    else:
        items = []
        for one in term:
            items.append(replaced(one, wanted, by, memo))  # noqa: PERF401 - terms are deep
        made = tuple(items)
    memo[id(term)] = (term, made)
    return made


def way_to_fail(term: Term, *, with_type: bool = False) -> str:
    """In which way computing a value may fail, for who tells exceptions apart.

    A call may fail in its own ways; others fail as all of their sort do. `with_type`: the type that
    a value is not of shows in the failure.
    """
    if with_type and isinstance(term[-1], tuple) and term[-1][:1] == ("type",):
        return f"{term[0]} {term[-1][1]}"
    if term[0] == "bin":
        return "arithmetic"
    if term[0] == "call" and isinstance(term[1], tuple):
        callee = term[1]
        return f"call {callee[1]!r}"
    return str(term[0])


def plain_name(member: Term) -> str:
    """The name that a member leaf is read by."""
    named = member[1]
    return named if isinstance(named, str) else str(named.path[-1]).split("#")[0]
