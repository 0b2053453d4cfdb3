"""Whether the body of one function stands in another, and a call of it in its place.

An extracted function is looked for in the code before, an inlined one in the code after: the
side with the body in it is the *whole*, the function is the *part*. Its parameters stand for
whatever the whole has in their place, each for one thing.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.callers.part_callers import (
    PLAIN,
    Callers,
    Spine,
    is_result,
    lists,
    places,
    places_in,
)
from tracer.classify.method_equivalence.code.normal_form import replaced
from tracer.classify.method_equivalence.code.term_holes import (
    HOLE,
    holds,
    named,
    reached,
    replaced_in,
    with_hole,
    without,
)
from tracer.classify.method_equivalence.code.terms import Term, is_return, said, shape, walk
from tracer.classify.method_equivalence.names.name_correspondence import is_of_both

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.classify.method_equivalence.code.terms import Key
    from tracer.classify.method_equivalence.comparison.unification import Unifier


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
        value = last.kids[1] if is_result(last) else None
        normal = self.unifier().normal
        if any(normal.is_assigned(self.part, p.key) for p in self.callers.part.parameters):
            self.why = "a parameter gets a new value"
            return None
        run = self.part if value is None else self.part[:-1]
        # Where the body leaves early, its caller must leave with it.
        self.is_leaving = any(is_return(t) for t, _ in places(run))
        if value is not None and not run:
            return self._expression(value, self.whole)
        for terms, spine in lists(self.whole):
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
        for terms, spine in lists(self.whole):
            for place, (inner, name, made) in self._without_a_local(terms):
                key = name.kids[0].key
                for at in range(max(0, place - len(run) + 1), place + 1):
                    outside = (*inner[:at], *inner[at + len(run) :])
                    if any(t.op == "local" and t.key == key for one in outside for t in walk(one)):
                        continue
                    unifier = self._at(replaced_in(inner, key, made), at, spine, run, value)
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
            if one.op != "declare" or one.kids[1].op in ("nothing", *PLAIN):
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
        is_returned = bool(rest) and is_result(rest[0]) and rest[0].kids[1].op == "local"
        is_on = self._is_stored(unifier, value) and not (value and is_returned)
        is_made = value is not None and not is_on and value.op != "local"
        behind = rest[:1] if is_on else rest[1:2] if is_made else ()
        beside = terms[max(0, at - 1) : at], behind
        is_given = value is None or given is not None
        if not (is_given and self._settled(unifier, spine) and self._is_kept(unifier, *beside)):
            return None
        if is_made and given is not None and given.op not in PLAIN:
            hollow = without(rest[0], given)
            is_first = unifier.normal.is_first(hollow, HOLE.key, reads=bool(found))
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
                    if (key := named(one, call)) and not self._is_stored_again(terms, one, key)
                }
                if any(is_result(t) and t.kids[1].op == "local" and t.kids[1].key in keys
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
            for every in ([terms for terms, _ in lists(self.whole)], self.callers.lists)
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
        for term in reached(rest[0]) if rest else ():
            if self._same_term(unifier, term, value):
                return term
        # A result nobody asks for.
        return value if value.op in ("this", "literal", "local") else None

    def _expression(self, value: Term, whole: tuple[Term, ...]) -> Unifier | None:
        if value.op in ("local", "literal", "name", "this"):
            return None
        for terms, outer in lists(whole):
            for at, statement in enumerate(terms):
                beside = terms[max(0, at - 1) : at], terms[at + 1 : at + 2]
                for term, spine in places_in(statement, outer, is_shallow=True):
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
        was = with_hole(statement, term)
        for terms in self.callers.lists[: self.callers.own]:
            for one in terms:
                for call, _ in self.callers.calls or ():
                    if not holds(one, call.row):
                        continue
                    if self._is_as_it_was(was, with_hole(one, call)):
                        return True
                    key = named(one, call)
                    if (
                        key
                        and not self._is_stored_again(terms, one, key)
                        and any(
                            self._is_as_it_was(was, with_hole(replaced(t, key, HOLE), HOLE))
                            for t in terms
                            if t is not one
                        )
                    ):
                        return True
        called = any(holds(t, call.row) for terms in self.callers.lists[: self.callers.own]
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
            if is_object and argument.op in (*PLAIN, "name", "get") and argument.op != "this":
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
