"""The code that calls an extracted part, and where."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.normal_form import Normal, replaced
from tracer.classify.method_equivalence.code.terms import AGAIN, Key, Term, is_return

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.code.definitions import Definition
    from tracer.classify.method_equivalence.code.method import Code

Spine = tuple[str, ...]

PLAIN = ("local", "literal", "this")  # the same wherever it is evaluated

_DEEPEST = 3  # new functions on the way to a call


class Callers:
    """The calls of a part in what the whole became.

    `calls` is None where the mapping does not know what became of the whole.
    """

    def __init__(  # noqa: PLR0913 - the part, the whole, and how what is around them is read
        self, context: Context, read: Callable[[int, int], Code], part: Code, whole: Code,
        functions: Sequence[Definition], *, is_after: bool,
    ) -> None:  # fmt: skip
        """`is_after`: the part is after; `read` gives the code at (file, row) of that side.

        `functions`: those of the part's class, on its side.
        """
        mapping = context.mapping
        self.part = part
        self.is_after = is_after
        forest = context.before if is_after else context.after
        other = context.after if is_after else context.before
        forth = mapping.to_after if is_after else mapping.to_before
        node = forth[forest.base[whole.file] + whole.row]
        file, row = other.locate(node) if node >= 0 else (-1, -1)
        self.calls: list[tuple[Term, Spine]] | None = None
        self.words: set[str] = set()  # locals of the caller
        self.lists: list[tuple[Term, ...]] = []  # the caller's lists of statements
        self.own = 0  # how many of them are its own, not those of functions on the way
        self.returned: set[int] = set()  # rows of what the caller returns
        self.is_other_lock = False  # the caller is run under another lock than the whole
        if node >= 0 and (file, row) != (part.file, part.row):
            caller = read(file, row)
            self.is_other_lock = caller.header != whole.header
            body = caller.plain or ()
            self.words = {t.text for t, _ in places(body) if t.op == "local"}
            self.words |= {p.key[1] for p in caller.parameters}
            self.lists = [terms for terms, _ in lists(body)]
            self.own = len(self.lists)
            self.returned = {t.kids[1].row for t, _ in places(body) if is_result(t)}
            back = mapping.to_before if is_after else mapping.to_after
            known = [read(f.file, f.row) for f in functions if back[other.base[f.file] + f.row] < 0]
            self._new = {(c.name, len(c.parameters)): c for c in known}
            self._new.pop((part.name, len(part.types)), None)
            self.calls = list(self._found(body, (), 0))

    @property
    def problem(self) -> str:
        """Why the part does not stand for what the whole did, whatever they say; '' for nothing."""
        if self.calls is not None and not self.calls:
            return "nothing calls it there"
        return "what calls it is run under another lock" if self.is_other_lock else ""

    def settled(self, normal: Normal) -> Iterator[tuple[Callers, Key, bool]]:
        """The part as it is called with a parameter that is always true, or always false."""
        for call, spine in self.calls or ():
            for parameter, argument in zip(self.part.parameters, call.kids[1:], strict=True):
                if argument.op == "literal" and argument.text in (normal.truth, normal.falsehood):
                    known = copy(self)
                    known.calls = [(call, spine)]
                    yield known, parameter.key, argument.text == normal.truth

    def _found(
        self, body: Sequence[Term], around: Spine, depth: int
    ) -> Iterator[tuple[Term, Spine]]:
        """Calls of the part, in functions too that are new and called on the way."""
        for term, inner in places(body):
            if term.op != "call":
                continue
            key, spine = (term.text, len(term.kids) - 1), (*around, *inner)
            if key == (self.part.name, len(self.part.types)):
                yield term, spine
            code = self._new.get(key)
            if code is None or depth >= _DEEPEST or term.kids[0].op not in ("self", "this"):
                continue
            passed = code.plain or ()
            for parameter, argument in zip(code.parameters, term.kids[1:], strict=True):
                passed = tuple(replaced(one, parameter.key, argument) for one in passed)
            self.lists += [terms for terms, _ in lists(passed)]
            is_plain = all(kid.op in PLAIN for kid in term.kids[1:])
            for call, there in self._found(passed, spine, depth + 1):
                # What is passed is evaluated once: not in the branches and loops of this function.
                if is_plain or there == spine:
                    yield call, there


def is_result(term: Term) -> bool:
    """Whether a statement returns a value."""
    return is_return(term) and len(term.kids) > 1


def places(terms: Sequence[Term], spine: Spine = ()) -> Iterator[tuple[Term, Spine]]:
    """Every term of some statements with its spine: branches, bodies and operators around it."""
    for term in terms:
        yield from places_in(term, spine)


def places_in(
    term: Term, spine: Spine, *, is_shallow: bool = False
) -> Iterator[tuple[Term, Spine]]:
    """The same of one term; `is_shallow`: not of lists of statements in it."""
    yield term, spine
    for at, kid in enumerate(term.kids):
        inner = spine
        if term.op in ("if", "choice"):
            count = sum(1 for one in term.kids[1:] if one.op != "block" or one.kids)
            inner = (*spine, f"branch {at} of {count}") if at else spine
        elif term.op in ("and", "or"):
            inner = (*spine, term.op) if at else spine
        elif term.op in ("not", "binary"):
            inner = (*spine, f"{term.op} {term.text} {at}")  # what is made of a value
        elif term.op == "node" and (kid.op == "block" or term.scope == AGAIN):
            inner = (*spine, f"{term.text.split()[0]} {at}")
        if not is_shallow or kid.op != "block":
            yield from places_in(kid, inner, is_shallow=is_shallow)


def lists(terms: tuple[Term, ...]) -> Iterator[tuple[tuple[Term, ...], Spine]]:
    """Every list of statements in some terms, with what stands around it."""
    yield terms, ()
    for term, spine in places(terms):
        if term.op == "block":
            yield term.kids, spine
