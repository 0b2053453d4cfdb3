"""Whether the body of one function stands in another, and a call of it in its place.

An extracted function is looked for in the code before, an inlined one in the code after: the
side with the body in it is the *whole*, the function is the *part*. Its parameters stand for
whatever the whole has in their place, each for one thing.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.name_correspondence import is_of_both
from tracer.classify.method_equivalence.normal_form import replaced
from tracer.classify.method_equivalence.terms import AGAIN, Term, is_return, said, shape, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.definitions import Definition
    from tracer.classify.method_equivalence.method import Code
    from tracer.classify.method_equivalence.normal_form import Normal
    from tracer.classify.method_equivalence.terms import Key
    from tracer.classify.method_equivalence.unification import Unifier

Spine = tuple[str, ...]
_PLAIN = ("local", "literal", "this")  # the same wherever it is evaluated
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
            self.lists = [terms for terms, _ in _lists(body)]
            self.own = len(self.lists)
            self.returned = {t.kids[1].row for t, _ in places(body) if _is_result(t)}
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
            self.lists += [terms for terms, _ in _lists(passed)]
            is_plain = all(kid.op in _PLAIN for kid in term.kids[1:])
            for call, there in self._found(passed, spine, depth + 1):
                # What is passed is evaluated once: not in the branches and loops of this function.
                if is_plain or there == spine:
                    yield call, there


class Finder:
    """Looks for the place in a function where the body of another stands."""

    def __init__(
        self,
        unifier: Callable[[], Unifier],
        loose: Callable[[], Unifier],
        whole: tuple[Term, ...],
        part: tuple[Term, ...],
        callers: Callers,
    ) -> None:
        self.unifier = unifier
        self.loose = loose  # for what stands in the functions that call the part
        self.whole = whole
        self.part = part
        self.callers = callers
        self.is_after = callers.is_after
        self.is_leaving = False
        self.found: Unifier | None = None  # the last comparison
        self.why = ""

    def find(self) -> Unifier | None:
        """The comparison that succeeded, or None."""
        last = self.part[-1]
        value = last.kids[1] if _is_result(last) else None
        normal = self.unifier().normal
        if any(normal.is_assigned(self.part, p.key) for p in self.callers.part.parameters):
            self.why = "a parameter gets a new value"
            return None
        run = self.part if value is None else self.part[:-1]
        # Where the body leaves early, its caller must leave with it.
        self.is_leaving = any(is_return(t) for t, _ in places(run))
        if value is not None and not run:
            return self._expression(value, self.whole)
        for terms, spine in _lists(self.whole):
            for at in range(len(terms) - len(run) + 1):
                unifier = self._at(terms, at, spine, run, value)
                if unifier is not None:
                    return unifier
        return next(self._unnamed(run, value), None)

    def is_every_call(self) -> bool:
        """Whether each call of the part in its caller passes what stood somewhere in the whole.

        Of parts that take several things: two that are alike in one call may be exchanged.
        """
        calls = self.callers.calls or ()
        if len(calls) < 2 or len(self.callers.part.parameters) < 2:  # noqa: PLR2004 - several
            return True
        for call in calls:
            known = copy(self.callers)
            known.calls = [call]
            if Finder(self.unifier, self.loose, self.whole, self.part, known).find() is None:
                self.why = f"{said(call[0])} passes another thing"
                return False
        return True

    def _unnamed(self, run: Sequence[Term], value: Term | None) -> Iterator[Unifier]:
        """The comparisons that succeed where a value that stands at the part loses its name."""
        for terms, spine in _lists(self.whole):
            for place, (inner, name, made) in self._without_a_local(terms):
                key = name.kids[0].key
                for at in range(max(0, place - len(run) + 1), place + 1):
                    outside = (*inner[:at], *inner[at + len(run) :])
                    if any(t.op == "local" and t.key == key for one in outside for t in walk(one)):
                        continue
                    unifier = self._at(_replaced_in(inner, key, made), at, spine, run, value)
                    if unifier is not None and self._is_passed_as(unifier, made, name.text):
                        yield unifier

    def _is_passed_as(self, unifier: Unifier, made: Term, kind: str) -> bool:
        """Whether a parameter of one type stands for a value."""
        types = {p.key: p.type for p in self.callers.part.parameters}
        known = {types.get(key) for (_, key), term in unifier.filled.items() if term == made}
        return known == {kind}

    def _without_a_local(
        self, terms: Sequence[Term]
    ) -> Iterator[tuple[int, tuple[tuple[Term, ...], Term, Term]]]:
        """A list without a statement that names a value: (its place, (list, statement, value)).

        The call may pass that value, where the part has a parameter for it.
        """
        normal = self.unifier().normal
        for at, one in enumerate(terms):
            if one.op != "declare" or one.kids[1].op in ("nothing", *_PLAIN):
                continue
            rest = (*terms[:at], *terms[at + 1 :])
            if not normal.is_assigned(rest, one.kids[0].key):
                yield at, (rest, one, one.kids[1])

    def _at(
        self, terms: Sequence[Term], at: int, spine: Spine, run: Sequence[Term], value: Term | None
    ) -> Unifier | None:
        """The comparison that shows a part, with the value it gives, at a place of a list."""
        unifier = self.unifier()
        found = terms[at : at + len(run)]
        if not self._same(unifier, found, run):
            self._note(unifier)
            return None
        rest = terms[at + len(run) :]
        given = None if value is None else self._value(unifier, value, rest)
        # What goes on with the result stands otherwise in the caller.
        is_returned = bool(rest) and _is_result(rest[0]) and rest[0].kids[1].op == "local"
        is_on = self._is_stored(unifier, value) and not (value and is_returned)
        is_made = value is not None and not is_on and value.op != "local"
        behind = rest[:1] if is_on else rest[1:2] if is_made else ()
        beside = terms[max(0, at - 1) : at], behind
        is_given = value is None or given is not None
        if not (is_given and self._settled(unifier, spine) and self._is_kept(unifier, *beside)):
            return None
        if is_made and given is not None and given.op not in _PLAIN:
            hollow = _without(rest[0], given)
            is_first = unifier.normal.is_first(hollow, _HOLE.key, reads=bool(found))
            if not is_first or not self._is_in_place(rest[0], given):
                return None
            rest = (hollow, *rest[1:])
        if self._is_lost(unifier, found, value, rest) or (is_returned and not self._is_returned()):
            return None
        is_used = self._is_used(unifier, value, rest) and self._is_as_often(run)
        return unifier if is_used else None

    def _is_stored(self, unifier: Unifier, value: Term | None) -> bool:
        """Whether a part gives nothing, or a variable of the code around it."""
        partners = unifier.before_of if self.is_after else unifier.after_of
        return value is None or (value.op == "local" and value.key in partners)

    def _is_kept(self, unifier: Unifier, before: Sequence[Term], behind: Sequence[Term]) -> bool:
        """Whether the statements before and behind a part still stand so in what calls it."""
        for term in (*before, *behind) if self.callers.calls is not None else ():
            places = [
                (terms, at)
                for terms in self.callers.lists
                for at, t in enumerate(terms)
                if self._is_as_it_was(term, t)
            ]
            if not places:
                self.why = self.why or f"{said(term)} stood beside it and is gone"
                return False
            is_before = any(term is one for one in before)
            if all(self._is_passed(terms, at, is_before=is_before) for terms, at in places):
                if self._may_pass(unifier, term, places):
                    continue
                self.why = self.why or f"{said(term)} stood on its other side"
                return False
        return True

    def _is_as_it_was(self, term: Term, other: Term) -> bool:
        """Whether a statement of the whole is one of the caller, with the same locals."""
        fresh = self.loose()
        return self._same_term(fresh, term, other) and not self._is_other(fresh)

    def _is_passed(self, terms: Sequence[Term], at: int, *, is_before: bool) -> bool:
        """Whether a statement stands on the wrong side of every call in its list."""
        rows = {call.row for call, _ in self.callers.calls or ()}
        known = [i for i, t in enumerate(terms) if any(k.row in rows for k in walk(t))]
        return bool(known) and all(i < at if is_before else i > at for i in known)

    def _may_pass(
        self, unifier: Unifier, term: Term, places: Sequence[tuple[Sequence[Term], int]]
    ) -> bool:
        """Whether a statement that changed places with the call only makes an object of others.

        It stands right beside the call, and is passed nothing; a condition.
        """
        if term.op != "declare" or term.kids[1].op != "node":
            return False
        made, normal = term.kids[1], unifier.normal
        passed = [kid for t in made.kids if t.op == "arguments" for kid in t.kids]
        words = [kid.text for kid in made.kids if kid.op == "type"]
        is_plain = all(kid.op in ("leaf", "type", "arguments") for kid in made.kids)
        if made.text.split()[0] not in normal.making or len(words) != 1 or not is_plain:
            return False
        if any(kid.op != "literal" for kid in passed):
            return False
        if any(members.classes_of(words[0]) for members in unifier.meanings.members):
            return False
        rows = {call.row for call, _ in self.callers.calls or ()}
        if not any(
            any(k.row in rows for k in walk(t))
            for terms, at in places
            for t in (*terms[max(0, at - 1) : at], *terms[at + 1 : at + 2])
        ):
            return False
        unifier.conditions[f"it is no matter when a {words[0]} is made"] = None
        return True

    def _is_lost(
        self, unifier: Unifier, run: Sequence[Term], value: Term | None, rest: Sequence[Term]
    ) -> bool:
        """Whether the rest of the whole reads a local of the part that is not its result."""
        partners = unifier.before_of if self.is_after else unifier.after_of
        result = partners.get(value.key) if value is not None and value.op == "local" else None
        own = {t.kids[0].key for t in run if t.op == "declare"} - {result}
        lost = [t for one in rest for t in walk(one) if t.op == "local" and t.key in own]
        if lost:
            self.why = self.why or f"{lost[0].text} is read behind it"
        return bool(lost)

    def _is_stored_again(self, terms: Sequence[Term], first: Term, key: Key) -> bool:
        """Whether another statement of a list stores to a local."""
        return self.loose().normal.is_assigned([t for t in terms if t is not first], key)

    def _is_returned(self) -> bool:
        """Whether the caller returns what a call gives, as it is."""
        if self.callers.calls is None:
            return True
        for call, _ in self.callers.calls:
            if call.row in self.callers.returned:
                return True
            for terms in self.callers.lists:
                keys = {
                    key
                    for one in terms
                    if (key := _named(one, call)) and not self._is_stored_again(terms, one, key)
                }
                if any(_is_result(t) and t.kids[1].op == "local" and t.kids[1].key in keys
                       for t in terms):  # fmt: skip
                    return True
        self.why = self.why or "its result is not returned as it is"
        return False

    def _is_used(self, unifier: Unifier, value: Term | None, rest: Sequence[Term]) -> bool:
        """Whether the caller asks for a result that the rest of the whole goes on with."""
        if value is None or value.op != "local" or self.callers.calls is None:
            return True
        if not self.unifier().normal.is_assigned(self.part, value.key) and not any(
            t.op == "declare" and t.kids[0].key == value.key for t, _ in places(self.part)
        ):
            return True
        partners = unifier.before_of if self.is_after else unifier.after_of
        key = partners.get(value.key)
        if not any(t.op == "local" and t.key == key for one in rest for t in walk(one)):
            return True
        bare = {t.row for terms in self.callers.lists for t in terms if t.op == "call"}
        if all(call.row in bare for call, _ in self.callers.calls):
            self.why = self.why or f"nobody asks for {value.text}"
            return False
        return True

    def _is_as_often(self, run: Sequence[Term]) -> bool:
        """Whether equal calls, and what is left of the code, are no more than the code was."""
        calls = [shape(call) for call, _ in self.callers.calls or ()]
        most = max((calls.count(one) for one in calls), default=0)
        if not most:
            return True
        was, left = (
            sum(
                self._same(self.loose(), terms[at : at + len(run)], run)
                for terms in every
                for at in range(len(terms) - len(run) + 1)
            )
            for every in ([terms for terms, _ in _lists(self.whole)], self.callers.lists)
        )
        if most + left > was:
            self.why = self.why or "it is done more often"
            return False
        return True

    def _note(self, unifier: Unifier) -> None:
        self.why = self.why or unifier.why

    def _same(self, unifier: Unifier, whole: Sequence[Term], part: Sequence[Term]) -> bool:
        return unifier.attempt_lists(*((whole, part) if self.is_after else (part, whole)))

    def _same_term(self, unifier: Unifier, whole: Term, part: Term) -> bool:
        return unifier.attempt(*((whole, part) if self.is_after else (part, whole)))

    def _value(self, unifier: Unifier, value: Term, rest: Sequence[Term]) -> Term | None:
        """What the rest goes on with that the result is; itself where it is asked for otherwise."""
        if self._is_stored(unifier, value):
            return value  # the caller's variable, which gets the result
        for term in _reached(rest[0]) if rest else ():
            if self._same_term(unifier, term, value):
                return term
        # A result nobody asks for.
        return value if value.op in ("this", "literal", "local") else None

    def _expression(self, value: Term, whole: tuple[Term, ...]) -> Unifier | None:
        if value.op in ("local", "literal", "name", "this"):
            return None
        for terms, outer in _lists(whole):
            for at, statement in enumerate(terms):
                beside = terms[max(0, at - 1) : at], terms[at + 1 : at + 2]
                for term, spine in _places(statement, outer, is_shallow=True):
                    if (
                        self._is_expression(term, spine, value)
                        and self.found is not None
                        and self._is_kept(self.found, *beside)
                        and self._is_in_place(statement, term)
                    ):
                        return self.found
        return None

    def _is_in_place(self, statement: Term, term: Term) -> bool:
        """Whether a call stands in the statement where the term stood, or its value gets a name."""
        was = _with_hole(statement, term)
        for terms in self.callers.lists[: self.callers.own]:
            for one in terms:
                for call, _ in self.callers.calls or ():
                    if not _holds(one, call.row):
                        continue
                    if self._is_as_it_was(was, _with_hole(one, call)):
                        return True
                    key = _named(one, call)
                    if (
                        key
                        and not self._is_stored_again(terms, one, key)
                        and any(
                            self._is_as_it_was(was, _with_hole(replaced(t, key, _HOLE), _HOLE))
                            for t in terms
                            if t is not one
                        )
                    ):
                        return True
        called = any(_holds(t, call.row) for terms in self.callers.lists[: self.callers.own]
                     for t in terms for call, _ in self.callers.calls or ())  # fmt: skip
        if called:
            self.why = self.why or f"{said(term)} stood elsewhere"
        return not called

    def _is_expression(self, term: Term, spine: Spine, value: Term) -> bool:
        """Whether a term is what a part gives, and a call stands in its place."""
        if term.op in ("block", "if", "local") or value.op not in {term.op, "call"}:
            return False
        unifier = self.found = self.unifier()
        if self._same_term(unifier, term, value) and self._settled(unifier, spine):
            return True
        self._note(unifier)
        return False

    def _passes(self, unifier: Unifier, call: Term) -> bool:
        """Whether a call passes what the parameters stand for, on the object it stands for."""
        parameters = self.callers.part.parameters
        if not self._is_called_on(unifier, call):
            return False
        for parameter, argument in zip(parameters, call.kids[1:], strict=True):
            term = unifier.filled.get((self.is_after, parameter.key))
            partners = unifier.before_of if self.is_after else unifier.after_of
            if term is None and parameter.key in partners:
                scope, word = partners[parameter.key]
                term = Term("local", word, (), -1, scope)
            if term is not None:
                fresh = self.loose()
                if not self._same_term(fresh, term, argument) or self._is_other(fresh):
                    return False
                unifier.conditions.update(fresh.conditions)
        return True

    def _is_called_on(self, unifier: Unifier, call: Term) -> bool:
        """Whether a call is one on the object that the part's object stands for.

        And passes the object of the whole, where a parameter stands for it.
        """
        receiver, arguments = call.kids[0], call.kids[1:]
        known = unifier.selves.get(not self.is_after)
        for parameter, argument in zip(self.callers.part.parameters, arguments, strict=True):
            is_object = known is not None and (known.op, known.key) == ("local", parameter.key)
            if is_object and argument.op in (*_PLAIN, "name", "get") and argument.op != "this":
                return False
        other = unifier.selves.get(self.is_after)
        if receiver.op in ("self", "this"):
            return other is None
        if other is None:
            meanings = unifier.meanings
            if receiver.op == "name" and meanings.is_class(receiver.text, is_after=self.is_after):
                return meanings.is_own(receiver.text, is_after=self.is_after)
            # What it reads of its own object is that of another one.
            is_read = unifier.reads_own or any(is_of_both(one) for one in unifier.conditions)
            return meanings.is_moved and not is_read
        fresh = self.loose()
        return self._same_term(fresh, other, receiver) and not self._is_other(fresh)

    def _settled(self, unifier: Unifier, spine: Spine) -> bool:
        """Whether one call in this place passes what parameters stand for; the conditions."""
        if self.callers.calls is not None and not any(
            place == spine
            and (not self.is_leaving or call.row in self.callers.returned)
            and self._passes(unifier, call)
            for call, place in self.callers.calls
        ):
            unifier.why = unifier.why or "no call passes what stood there"
            self._note(unifier)
            return False
        given = []
        for (_, key), term in unifier.filled.items():
            if term.op in ("local", "literal", "this"):
                continue
            problem = self._passed_otherwise(unifier, term, key)
            if problem:
                self.why = self.why or f"{said(term)} {problem}"
                return False
            how = "sooner" if self._is_once(key) else "sooner, and once"
            given.append(f"{said(term)}, passed as {key[1]}, may be evaluated {how}")
        unifier.conditions.update(dict.fromkeys(given))
        return True

    def _passed_otherwise(self, unifier: Unifier, term: Term, key: Key) -> str:
        """Why what is passed is not what the part evaluated; '' if it is, as far as is seen."""
        normal = unifier.normal
        if self._is_set(term):
            return "gets a new value after it is passed"
        if any(normal.is_assigned((term,), t.key) for t in walk(term) if t.op == "local"):
            return "stores something before the rest is read"
        if not self._is_once(key) and self._has_effect(term):
            return "is done another number of times"
        if self._is_read_later(unifier, term, key):
            return "is read later, whatever it is then"
        is_touched = self._is_touched(unifier, term, key)
        return "is another value where it is passed" if is_touched else ""

    def _is_read_later(self, unifier: Unifier, term: Term, key: Key) -> bool:
        """Whether a function inside the part reads what stands for a parameter, and may change."""
        closures = unifier.normal.closures
        reads = (s for t, s in places(self.part) if t.op == "local" and t.key == key)
        is_later = any(step.split()[0] in closures for spine in reads for step in spine)
        return is_later and not unifier.meanings.is_lasting(term, is_after=not self.is_after)

    def _is_touched(self, unifier: Unifier, term: Term, key: Key) -> bool:
        """Whether what is passed, as functions that the change has, stores what others read.

        Or whether the part stores what it reads. It is no matter where it comes first in any case.
        """
        normal, members = unifier.normal, unifier.meanings.members
        reads, stores = members[not self.is_after].touched((term,))
        if self._is_once(key) and normal.is_first(self.part[0], key):
            return not stores.isdisjoint(members[self.is_after].touched(self.part[:1])[0])
        return bool(stores) or not reads.isdisjoint(members[self.is_after].touched(self.part)[1])

    def _is_once(self, key: Key) -> bool:
        """Whether a part reads a parameter once, in no branch, loop or function inside."""
        spines = [s for t, s in places(self.part) if t.op == "local" and t.key == key]
        return len(spines) == 1 and all(step.split()[0] in ("not", "binary") for step in spines[0])

    def _has_effect(self, term: Term) -> bool:
        """Whether a term makes an object or stores something."""
        calls = self.unifier().normal.calls
        return any(
            t.op == "set" or (t.op == "node" and t.text.split()[0] in calls) for t in walk(term)
        )

    def _is_other(self, unifier: Unifier) -> bool:
        """Whether a local that a call passes is one the code had under its own name."""
        words = self.callers.words
        pairs = ((b[1], a[1]) for b, a in unifier.after_of.items())
        return any(b != a and b in words and a in words for b, a in pairs)

    def _is_set(self, term: Term) -> bool:
        """Whether the part stores something in a field that a parameter stands for."""
        fields = {t.text for t in walk(term) if t.op in ("name", "get")}
        targets = (
            target
            for t, _ in places(self.part)
            if t.op == "set"
            or (t.op == "node" and t.text.split()[0] in self.unifier().normal.calls)
            for target in t.kids[:2]
        )
        return any(t.op in ("name", "get") and t.text in fields for t in targets)


_HOLE = Term("leaf", "part")


def _replaced_in(terms: Sequence[Term], key: Key, value: Term) -> tuple[Term, ...]:
    return tuple(replaced(one, key, value) for one in terms)


def _without(term: Term, part: Term) -> Term:
    """A term with a local in the place of a part of it."""
    if (term.op, term.row) == (part.op, part.row):
        return _HOLE._replace(op="local")
    return term._replace(kids=tuple(_without(kid, part) for kid in term.kids))


def _named(statement: Term, call: Term) -> Key | None:
    """The local that a statement stores the value of a call in."""
    is_stored = statement.op in ("declare", "set") and statement.kids[1].row == call.row
    return statement.kids[0].key if is_stored and statement.kids[0].op == "local" else None


def _with_hole(term: Term, part: Term) -> Term:
    """A statement without a part of it, and without lists of statements in it."""
    if (term.op, term.row) == (part.op, part.row):
        return _HOLE
    if term.op == "block":
        return term._replace(kids=())
    return term._replace(kids=tuple(_with_hole(kid, part) for kid in term.kids))


def _holds(term: Term, row: int) -> bool:
    """Whether a term stands in a statement, lists of statements in it aside."""
    return any(one.row == row for one in _reached(term))


def _reached(term: Term) -> Iterator[Term]:
    """Parts of a statement, lists of statements in it aside."""
    yield term
    for kid in term.kids:
        if kid.op != "block":
            yield from _reached(kid)


def _is_result(term: Term) -> bool:
    """Whether a statement returns a value."""
    return is_return(term) and len(term.kids) > 1


def places(terms: Sequence[Term], spine: Spine = ()) -> Iterator[tuple[Term, Spine]]:
    """Every term of some statements with its spine: branches, bodies and operators around it."""
    for term in terms:
        yield from _places(term, spine)


def _places(term: Term, spine: Spine, *, is_shallow: bool = False) -> Iterator[tuple[Term, Spine]]:
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
            yield from _places(kid, inner, is_shallow=is_shallow)


def _lists(terms: tuple[Term, ...]) -> Iterator[tuple[tuple[Term, ...], Spine]]:
    yield terms, ()
    for term, spine in places(terms):
        if term.op == "block":
            yield term.kids, spine
