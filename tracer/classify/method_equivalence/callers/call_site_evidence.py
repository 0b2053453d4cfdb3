"""What the calls in a change set say about the conditions of a verdict on a whole function.

A verdict that rests on `callers pass true as flag` must not be given where the calls of the same
change pass false. Each call of the function before is paired with the call of the function after
that took its place: the mapping's partner, or its turn in the same caller. What a pair passes is
compared with each condition. Only what is certainly another thing contradicts it: another literal,
another field of the class, another variable that both versions of the caller have. Of calls without
a pair, those count that stand in a function which has the former name now; where no call before is
known, all: a condition falls when each of them contradicts it.

Cost: the callers of the two functions are read, those of a name in the files that have it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.normal_form import replaced
from tracer.classify.method_equivalence.code.terms import Term, is_path, marks, said, walk
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.names.occurrences import Use

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.code.definitions import Definitions
    from tracer.classify.method_equivalence.code.method import Code
    from tracer.classify.method_equivalence.comparison.unification import Unifier
    from tracer.syntax import SyntaxTree

_OWN = ("self", "this")
_NAMES = ("local", "name", "get")


class Passed(str):
    """The condition that callers pass a thing as a parameter, in words.

    `what` is a term of the other side; `is_after`: the parameter `word` is of the function after.
    """

    __slots__ = ("is_after", "what", "word")
    is_after: bool
    what: Term
    word: str

    @classmethod
    def as_word(cls, what: Term, word: str, *, is_after: bool) -> Passed:
        """That it stands for a parameter called `word`."""
        found = cls(f"callers {'pass' if is_after else 'passed'} {said(what)} as {word}")
        found.what, found.word, found.is_after = what, word, is_after
        return found


class Call(NamedTuple):
    """A call of one of the two functions, and the caller it stands in."""

    term: Term
    caller: Code


class Calls:
    """The calls of a function before, and of the one it became, in the change set."""

    def __init__(
        self,
        context: Context,
        definitions: tuple[Definitions, Definitions],
        read: Callable[..., Code],
        functions: tuple[Code, Code],
    ) -> None:
        """`read` gives the code at (file, row) of a side, `is_after` or not."""
        self.context = context
        self.definitions = definitions
        self.read = read
        self.functions = functions
        self._all = [list(self._of(side)) for side in (0, 1)]
        self.pairs = list(self._pairs())

    def contradicted(self, unifier: Unifier) -> str:
        """The first condition that the calls contradict; '' if there is none."""
        checks: list[tuple[str, Callable[[Call | None, Call | None], bool]]] = [
            (one, partial(self._is_other, unifier, one))
            for one in unifier.conditions
            if isinstance(one, Passed)
        ]
        checks += [
            (f"callers pass the object as {what.text}", partial(self._is_other_object, side, what))
            for side, what in unifier.selves.items()
            if what.op == "local"
        ]
        for words, is_contradicted in checks:
            if any(is_contradicted(*pair) for pair in self.pairs):
                return words
            alone = self._stand_ins() or ([] if self._all[0] else self._all[1])
            if alone and all(is_contradicted(None, call) for call in alone):
                return words
            if not (self.pairs or self._all[1]) and any(
                is_contradicted(call, None) for call in self._all[0]
            ):
                return words
        return self._is_stored(unifier)

    def _is_stored(self, unifier: Unifier) -> str:
        """The first condition about a field that the function reads after it stored to it, or ''.

        Itself, by what it calls, or by then: in a function inside it.
        """
        for one in unifier.conditions:
            if not isinstance(one, Passed) or one.what.op not in ("name", "get"):
                continue
            side = not one.is_after
            terms = self.functions[side].plain or ()
            if one.what.text in unifier.meanings.members[side].touched(terms)[1]:
                return one
            is_later = any(
                t.op == "node"
                and t.text.split()[0] in unifier.normal.closures
                and any((r.op, r.text) == (one.what.op, one.what.text) for r in walk(t))
                for term in terms
                for t in walk(term)
            )
            if is_later and not unifier.meanings.is_lasting(one.what, is_after=side):
                return one
        return ""

    def is_order_kept(self, places: Iterable[tuple[int, int]]) -> bool:
        """Whether a call passes arguments in the former order; `places`: pairs of parameters."""
        moved = [(i, j) for i, j in places if i != j]
        return any(
            _is_certainly_other(b.term.kids[1 + i], a.term.kids[1 + j], b, a)
            for b, a in self.pairs
            for i, j in moved
        )

    def is_result_asked(self, unifier: Unifier) -> bool:
        """Whether the result is passed to one of several functions that its type chooses."""
        return any(
            term.op == "call"
            and members.chooses(term.text, len(term.kids) - 1, at)
            and any(kid == call.term for call in calls)
            for calls, members in zip(self._all, unifier.meanings.members, strict=True)
            for caller in {call.caller.row: call.caller for call in calls}.values()
            for one in caller.plain or ()
            for term in walk(one)
            for at, kid in enumerate(term.kids[1:] if term.op == "call" else ())
        )

    def _stand_ins(self) -> list[Call]:
        """The calls by functions that have the former name now, and call on for its callers."""
        before = self.functions[0]
        return [
            call
            for call in self._all[1]
            if call.caller.name == before.name
            and len(call.caller.parameters) == len(before.parameters)
        ]

    # ------------------------------------------------------------------ calls

    def _of(self, side: int) -> Iterator[Call]:
        """The calls of one of the functions, in functions of the change set."""
        code, is_after = self.functions[side], side == 1
        known = self.definitions[side]
        names_of = self.context.names_after if is_after else self.context.names_before
        for file in self.context.files_with(code.name, is_after=is_after):
            names = names_of(file)
            rows = [
                o.row
                for o in (names.occurrences(code.name) if names.tables.raw.get("terms") else ())
                if o.use in (Use.NAME, Use.MEMBER)
            ]
            tree = names.tree
            functions = [e.row for e in known.elements[file] if e.kind == "function"]
            for row in functions:
                inside = [at for at in rows if row < at < tree.stop[row]]
                if not inside or any(row < other < tree.stop[row] for other in functions):
                    continue
                caller = self.read(file, row, is_after=is_after)
                yield from (
                    Call(term, caller)
                    for one in caller.plain or ()
                    for term in walk(one)
                    if term.op == "call"
                    and term.text == code.name
                    and len(term.kids) - 1 == len(code.parameters)
                    and self._is_ours(term, caller, is_after=is_after)
                )

    def _is_ours(self, term: Term, caller: Code, *, is_after: bool) -> bool:
        """Whether a call runs the function, as far as names say."""
        code, known = self.functions[is_after], self.definitions[is_after]
        owners = known.classes_around(code.file, code.row)
        if term.kids[0].op in _OWN:
            around = known.classes_around(caller.file, caller.row)
            return bool(set(around) & set(owners))
        if term.kids[0].op == "name" and term.kids[0].text in owners:
            return True
        found = [d for d in known.of_word.get(code.name, ()) if d.sort == "function"]
        return len(found) == 1

    def _pairs(self) -> Iterator[tuple[Call, Call]]:
        """The calls before, each with the one that took its place."""
        context = self.context
        mapping, forests = context.mapping, (context.before, context.after)
        left = {forests[1].base[c.caller.file] + c.term.row: c for c in self._all[1]}
        alone: dict[int, list[Call]] = {}
        for call in self._all[0]:
            base = forests[0].base[call.caller.file]
            partner = left.pop(mapping.to_after[base + call.term.row], None)
            if partner is not None:
                yield call, partner
            else:
                home = mapping.to_after[base + call.caller.row]
                alone.setdefault(home, []).append(call)
        for home, calls in alone.items():
            others = [
                c for c in left.values() if forests[1].base[c.caller.file] + c.caller.row == home
            ]
            if len(others) == len(calls):
                yield from zip(calls, others, strict=True)

    # ------------------------------------------------------------------ conditions

    def _is_other(  # noqa: PLR0911 - one thing a line
        self, unifier: Unifier, given: Passed, before: Call | None, after: Call | None
    ) -> bool:
        """Whether a call passes certainly another thing as a parameter."""
        call = after if given.is_after else before
        argument = _argument(self.functions[given.is_after], call, given.word)
        if argument is None:
            return False
        what = given.what
        if call is not None and argument.op == "local" and what.op in ("name", "get"):
            argument = self._before_stores(argument, call, what.text) or argument
        if what.op == "literal" or argument.op == "literal":
            value = unifier.meanings.constant(what, is_after=not given.is_after) or what
            argument = unifier.meanings.constant(argument, is_after=given.is_after) or argument
            if what.op == "literal" and argument.op in ("local", "call"):
                return True  # whatever it is, it is not always that
            return argument.op == "literal" and value.text != argument.text
        if not is_path(argument):
            return True  # something is made of it
        if self._is_of_caller(given, argument, call) or _leads_on(argument, what):
            return True
        other = before if given.is_after else after
        if other is not None:
            what = self._passed_along(what, other, is_after=not given.is_after)
        is_member = what.op == argument.op and what.op in ("get", "call")
        if is_member and what.text != argument.text and is_alike(what.kids[0], argument.kids[0]):
            return True  # another member of the same thing
        if not (what.op in ("name", "get") and argument.op in _NAMES[1:]):
            return False
        fields = [self._fields(t.text, is_after=s) for t, s in (
            (what, not given.is_after), (argument, given.is_after), (argument, not given.is_after),
        )]  # fmt: skip
        return what.text != argument.text and all(fields)

    def _is_of_caller(self, given: Passed, argument: Term, call: Call | None) -> bool:
        """Whether a caller passes a field of its own for one of the object that it calls."""
        what = given.what
        is_own = what.op == "name" or (what.op == "get" and what.kids[0].op in _OWN)
        is_theirs = argument.op == "name" or (argument.op == "get" and argument.kids[0].op in _OWN)
        receiver = call.term.kids[0] if call is not None else argument
        if not (is_own and is_theirs and receiver.op in ("local", "get", "call")):
            return False
        found = self.definitions[given.is_after].of_word.get(argument.text, ())
        code = self.functions[given.is_after]
        names = (self.context.names_after if given.is_after else self.context.names_before)(
            code.file
        )
        word = names.tables.raw["terms"]["without_object"]
        return any(d.sort == "field" for d in found) and not any(
            d.sort == "field" and word in marks(self._tree(d.file, given.is_after), d.row)
            for d in found
        )

    def _tree(self, file: int, is_after: bool) -> SyntaxTree:
        return self.definitions[is_after].forest.trees[file]

    def _before_stores(self, local: Term, call: Call, word: str) -> Term | None:
        """The sum that a local is, where its caller keeps a field in it and stores to the field."""
        every = [t for one in call.caller.plain or () for t in walk(one)]
        kept = any(t.op == "declare" and t.kids[0].key == local.key and t.kids[1].text == word
                   for t in every)  # fmt: skip
        is_stored = any(
            t.op == "set" and t.kids[0].op in ("name", "get") and t.kids[0].text == word
            for t in every
        )
        return Term("node", "kept -", (local,), local.row) if kept and is_stored else None

    def _passed_along(self, what: Term, call: Call, *, is_after: bool) -> Term:
        """A term of one of the functions, as it is where the function is called so."""
        parameters = self.functions[is_after].parameters
        for parameter, argument in zip(parameters, call.term.kids[1:], strict=True):
            what = replaced(what, parameter.key, argument)
        return what

    def _fields(self, word: str, *, is_after: bool) -> bool:
        """Whether the class around the function before has a field of that name on a side."""
        owners = self.definitions[0].classes_around(self.functions[0].file, self.functions[0].row)
        found = self.definitions[is_after].of_word.get(word, ())
        return any(d.sort == "field" and d.holder in owners for d in found)

    def _is_other_object(
        self, side: bool, what: Term, before: Call | None, after: Call | None
    ) -> bool:
        """Whether the object of a call on one side is certainly not what the other passes.

        `side`: the object is that of the call after, and `what` a parameter before; or the reverse.
        """
        if before is None or after is None:
            return False
        calls = (before, after)
        argument = _argument(self.functions[not side], calls[not side], what.text)
        if argument is None:
            return False
        receiver = calls[side].term.kids[0]
        sides = (argument, receiver) if side else (receiver, argument)
        return _is_certainly_other(*sides, before, after)


def _leads_on(argument: Term, what: Term) -> bool:
    """Whether an argument is a member of what it should be."""
    while argument.op in ("get", "call") and argument.kids[0].op not in _OWN:
        argument = argument.kids[0]
        if is_alike(argument, what):
            return True
    return False


def is_alike(one: Term, other: Term) -> bool:
    """Whether two terms of two versions are written alike."""
    return (
        (one.op, one.text) == (other.op, other.text)
        and len(one.kids) == len(other.kids)
        and all(is_alike(a, b) for a, b in zip(one.kids, other.kids, strict=True))
    )


def _argument(code: Code, call: Call | None, word: str) -> Term | None:
    """What a call passes as the parameter of a name."""
    places = [i for i, p in enumerate(code.parameters) if p.key[1] == word]
    return call.term.kids[1 + places[0]] if call is not None and len(places) == 1 else None


def _is_certainly_other(one: Term, other: Term, before: Call, after: Call) -> bool:
    """Whether what a call before and the one after say cannot be the same thing."""
    if one.op == other.op == "literal":
        return one.text != other.text
    if "literal" in (one.op, other.op):
        return {one.op, other.op} <= {"literal", *_OWN}
    if {one.op, other.op} & {"node"} and {one.op, other.op} & {"local", *_OWN}:
        return True  # something new
    words = _words(before), _words(after)
    if one.op in _OWN or other.op in _OWN:
        name = other if one.op in _OWN else one
        return name.op == "local" and name.text in words[0] and name.text in words[1]
    if one.op != "local" or other.op != "local" or one.text == other.text:
        return False
    return other.text in words[0] and one.text in words[1]


def _words(call: Call) -> set[str]:
    """The names of the parameters and locals of a caller."""
    found = {p.key[1] for p in call.caller.parameters}
    return found | {t.text for one in call.caller.plain or () for t in walk(one) if t.op == "local"}
