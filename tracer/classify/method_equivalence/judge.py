"""The verdict on some ranges of a change: what happened to one method, whatever else changed.

A commit mixes. `judge_ranges` asks of the functions at given places only: does the code after do
what the code before did? Three relations are tried:

- *whole*: one function before is one function after (renamed, moved, pulled up, pushed down, its
  parameters changed, its statements put otherwise);
- *extracted*: a function after is a part of a function before, its parameters standing for code;
- *inlined*: the same, read backwards.

The meaning is modular: run with equal values for what it takes from outside, the code in the
ranges does the same. What it calls, and what its callers pass, are other ranges with verdicts of
their own. What is taken for granted about them is listed in `conditions`; nothing else is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.callers.call_site_evidence import Passed
from tracer.classify.method_equivalence.callers.part_callers import Callers
from tracer.classify.method_equivalence.callers.signatures import (
    made_problem,
    new_parameters,
    overload_problem,
    paired,
    part_problem,
    signature_problem,
    typed_problem,
    variable_problem,
)
from tracer.classify.method_equivalence.code.normal_form import replaced
from tracer.classify.method_equivalence.code.terms import (
    Key,
    Term,
    is_return,
    said,
)
from tracer.classify.method_equivalence.comparison.unification import Unifier
from tracer.classify.method_equivalence.extracted_part import Finder
from tracer.classify.method_equivalence.modifiers import Makers, telling_marks
from tracer.classify.method_equivalence.names.changed_types import is_filled_otherwise, retyped
from tracer.classify.method_equivalence.names.expression_types import Untyped
from tracer.classify.method_equivalence.names.meanings import Along
from tracer.classify.method_equivalence.names.name_correspondence import Meanings
from tracer.classify.method_equivalence.overriding import Overriding
from tracer.classify.method_equivalence.reading import _generics
from tracer.model.enums import Verdict
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.code.definitions import Definition
    from tracer.classify.method_equivalence.code.method import Code
    from tracer.matching import Forest
    from tracer.model.spans import Place


class RangeVerdict(NamedTuple):
    """The verdict on the functions at some places, with what it rests on.

    `rule`: `whole`, `extracted`, `inlined`, or `none`. `conditions`: what is taken for granted
    about code outside the ranges. `evidence`: what was compared, or the first thing that differs.
    """

    verdict: Verdict
    rule: str
    evidence: str
    conditions: tuple[str, ...] = ()


_DEEPEST = 2  # functions that are compared because a name was


class RangeJudge(Overriding):
    """Verdicts on ranges of one change set; what is read of a file is kept."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._meanings: dict[tuple[tuple[int, int], tuple[int, int], bool], Meanings] = {}
        self._depth = 0

    def judge(
        self, before: Sequence[Place], after: Sequence[Place], how: Sequence[str] = ()
    ) -> RangeVerdict:
        """The verdict on what stands at places before and after (whole functions).

        `how`: the relations to try, of `whole`, `extracted` and `inlined`. Without it a function
        that the mapping pairs is compared as a whole, and others in each way.
        """
        codes_b = [c for p in before for c in self._at(self.context.before, p, is_after=False)]
        codes_a = [c for p in after for c in self._at(self.context.after, p, is_after=True)]
        best = RangeVerdict(Verdict.INTENT_EVOLUTION, "none", "no function stands there")
        for code_b in codes_b:
            for code_a in codes_a:
                found = self._pair(code_b, code_a, how or self._relations(code_b, code_a))
                if found.verdict is Verdict.AST_REFACTOR:
                    return found
                best = found
        return best

    def _relations(self, before: Code, after: Code) -> Sequence[str]:
        context = self.context
        node = context.before.base[before.file] + before.row
        partner = context.mapping.to_after[node]
        if partner == context.after.base[after.file] + after.row:
            return ("whole",)
        return ("whole", "extracted", "inlined")

    def _pair(self, before: Code, after: Code, how: Sequence[str]) -> RangeVerdict:
        numeric = self._normal(self._reader(after.file, is_after=True)).numeric
        places = (before.file, before.row), (after.file, after.row)
        word = retyped(self.definitions, places, numeric)
        if word is None and is_filled_otherwise(before.generics, after.generics, numeric):
            word = "what they hold"
        if word is not None:
            return _evolution(f"{word} is declared with numbers of another type")
        why = ""
        rules = {"whole": self._whole, "extracted": self._extracted, "inlined": self._inlined}
        for name in how:
            found = rules[name](before, after)
            if found.verdict is Verdict.AST_REFACTOR:
                return found
            why = why or found.evidence
        return RangeVerdict(Verdict.INTENT_EVOLUTION, "none", why)

    # ------------------------------------------------------------------ reading

    def _at(self, forest: Forest, place: Place, *, is_after: bool) -> Iterator[Code]:
        """The outermost functions that begin in a place."""
        for file, path in enumerate(forest.paths):
            if path != place.path or not self._reader(file, is_after=is_after).is_known:
                continue
            tree, stop = forest.trees[file], -1
            known = self.definitions[is_after].elements[file]
            for e in known:
                if e.kind != "function" or e.row < stop:
                    continue
                lines = tree.lines(e.row)
                if place.start_line <= lines.start_line and lines.end_line <= place.end_line:
                    stop = tree.stop[e.row]
                    yield self._code(file, e.row, is_after=is_after)

    def _unifier(
        self,
        before: Code,
        after: Code,
        holes: tuple[frozenset[Key], frozenset[Key]],
        *,
        is_part: bool = False,
        is_typed: bool = True,
    ) -> Unifier:
        """A comparison of two functions; `is_typed`: all its terms are theirs, and have types."""
        reader = self._reader(after.file, is_after=True)
        key = (before.file, before.row), (after.file, after.row), is_part
        meanings = self._meanings.get(key)
        if meanings is None:
            meanings = self._meanings[key] = Meanings(
                self.context,
                self.definitions,
                key[:2],
                is_same_code=self._is_same_code,
                value=self._value,
                along=self._along,
                origins=self._origins,
            )
            if is_part:
                meanings = self._meanings[key] = meanings.of_part()
        if not is_typed:
            return Unifier(self._normal(reader), meanings, holes, (Untyped(), Untyped()))
        kinds = self._types(before, is_after=False), self._types(after, is_after=True)
        return Unifier(self._normal(reader), meanings, holes, kinds)

    def _value(
        self,
        definition: Definition,
        arguments: Sequence[Term],
        types: Sequence[str | None],
        *,
        is_after: bool,
    ) -> tuple[Term, str] | None:
        """The value that a function returns, if that is all it does, its arguments put in.

        With a condition, where nobody sees that it has the type of the result already. `types`:
        those of the arguments.
        """
        code = self._code(definition.file, definition.row, is_after=is_after)
        if code.header or code.plain is None or len(code.plain) != 1:
            return None
        (only,) = code.plain
        if len(code.parameters) != len(arguments) or not is_return(only) or len(only.kids) == 1:
            return None
        value = only.kids[1]
        known = self._types(code, is_after=is_after).of(value)
        if known not in (None, code.result):
            return None  # it is converted
        is_known = known is not None or value.text == "null"
        given = "" if is_known else f"{said(value)} has the type {code.result}"
        for parameter, argument, kind in zip(code.parameters, arguments, types, strict=True):
            if argument.op not in ("local", "literal", "this") or kind != parameter.type:
                return None  # it would be evaluated at another point, or converted
            value = replaced(value, parameter.key, argument)
        return value, given

    def _is_same_code(self, before: Definition, after: Definition) -> bool:
        """Whether two functions that a name stands for do the same."""
        if self._depth >= _DEEPEST:
            return False
        self._depth += 1
        try:
            found = self._whole(
                self._code(before.file, before.row, is_after=False),
                self._code(after.file, after.row, is_after=True),
            )
        finally:
            self._depth -= 1
        return found.verdict is Verdict.AST_REFACTOR

    # ------------------------------------------------------------------ whole functions

    def _along(
        self, before: Definition, after: Definition, chosen: tuple[int, ...], *, is_after: bool
    ) -> Along | None:
        """Whether two functions do the same though one of them, after or before, takes more.

        `chosen`: the places of what it takes more.
        """
        codes = (
            self._code(before.file, before.row, is_after=False),
            self._code(after.file, after.row, is_after=True),
        )
        if codes[0].plain is None or codes[1].plain is None:
            return Along(is_seen=False) if codes[0].plain is codes[1].plain else None
        if self._depth >= _DEEPEST:
            return None
        self._depth += 1
        try:
            found = self._compared(*codes)
        finally:
            self._depth -= 1
        if not isinstance(found, Unifier) or is_after in found.selves:
            return None
        longer, count = codes[is_after], len(codes[not is_after].parameters)
        kept = [at for at in range(len(longer.parameters)) if at not in chosen]
        pairs = {(b, a) if is_after else (a, b) for b, a in paired(*codes, found)}
        if pairs != set(zip(range(count), kept, strict=True)):
            return None
        stood = {key: what for (side, key), what in found.filled.items() if side == is_after}
        known = found.selves.get(not is_after)
        if known is not None:
            stood[known.key] = Term("this")
        settled = [one for one in found.conditions if isinstance(one, Passed)]
        by_word = {one.word: one.what for one in settled if one.is_after == is_after}
        places = {p.key: (at, p.key[1]) for at, p in enumerate(longer.parameters)}
        stood |= {key: by_word[word] for key, (_, word) in places.items() if word in by_word}
        if not stood.keys() <= places.keys() or len(stood) < len(settled):
            return None
        more = [str(one) for one in found.conditions if one not in settled]
        if known is not None:
            more = [one for one in more if not one.startswith("callers pass the object")]
        return Along(
            is_seen=True,
            stood=tuple((places[key][0], what) for key, what in stood.items()),
            conditions=tuple(more),
        )

    def _whole(self, before: Code, after: Code) -> RangeVerdict:
        """Whether one function is the other, as a verdict."""
        found = self._compared(before, after)
        if isinstance(found, str):
            return _evolution(found)
        return _refactor("whole", f"{before.name} -> {after.name}: the same code", found)

    def _compared(self, before: Code, after: Code) -> Unifier | str:
        """The comparison that shows one function to be the other, or what differs."""
        why = variable_problem(before, after) or self._declared_otherwise(before, after)
        made = self._made(before, after)
        if why or made is None:
            return why or "the constructor runs another one"
        for form_b, form_a, given in self._whole_forms(before, after):
            unifier = self._unifier(before, after, new_parameters(before, after))
            unifier.conditions.update(dict.fromkeys((*given, *made)))
            if unifier.same_lists(form_b, form_a):
                if before.generics != after.generics:
                    for keys, code in zip(unifier.retyped, (before, after), strict=True):
                        keys.update(code.locals)
                problem = signature_problem(before, after, unifier)
                problem = problem or typed_problem(unifier)
                problem = problem or overload_problem(before, after, unifier)
                problem = problem or made_problem(before, after, unifier)
                problem = problem or self._contradicted(before, after, unifier)
                problem = problem or self._dispatched_otherwise(before, after, unifier)
                unifier.conditions.update(_generics(before.generics ^ after.generics))
                if not problem:
                    return unifier
                unifier.why = problem
            why = why or unifier.why
        return why

    def _declared_otherwise(self, before: Code, after: Code) -> str:
        """What makes running two functions two things, whatever their bodies say; '' if nothing."""
        if before.header != after.header:
            words = ", ".join(sorted(before.header ^ after.header))
            return f"{words} came or went"
        if before.header and not self._is_same_lock(before, after):
            return "the lock is that of another class"
        if (before.plain is None) != (after.plain is None):
            return "a body came or went"
        marked = [
            telling_marks(self._reader(code.file, is_after=at), code.row)
            for at, code in ((False, before), (True, after))
        ]
        if marked[0] != marked[1] and before.plain is not None:
            return f"{' '.join([*marked[0], *marked[1]])} may ask for something"
        if before.plain is None and not self._is_declared_alike(before, after):
            return "there is no body"
        return ""

    def _made(self, before: Code, after: Code) -> tuple[str, ...] | None:
        """The conditions that two constructors begin alike; None where they do not."""
        meanings = self._unifier(before, after, (frozenset(), frozenset())).meanings
        normal = self._normal(self._reader(after.file, is_after=True))
        found = Makers(self.definitions, self._reader, normal).condition(before, after, meanings)
        return None if found is None else ((found,) if found else ())

    def _is_same_lock(self, before: Code, after: Code) -> bool:
        """Whether two functions that lock their object, or class, lock the same one."""
        meanings = self._unifier(before, after, (frozenset(), frozenset())).meanings
        table = self._reader(after.file, is_after=True).table
        is_of_class = table["without_object"] in after.header
        return not meanings.is_moved or (meanings.is_kin() and not is_of_class)

    # ------------------------------------------------------------------ parts

    def _extracted(self, before: Code, after: Code) -> RangeVerdict:
        """Whether a function after is a part of one before."""
        holes = (frozenset[Key](), frozenset(p.key for p in after.parameters))
        return self._part(before, after, holes, "extracted", is_after=True)

    def _inlined(self, before: Code, after: Code) -> RangeVerdict:
        """Whether a function before is a part of one after."""
        holes = (frozenset(p.key for p in before.parameters), frozenset[Key]())
        return self._part(before, after, holes, "inlined", is_after=False)

    def _part(
        self,
        before: Code,
        after: Code,
        holes: tuple[frozenset[Key], frozenset[Key]],
        rule: str,
        *,
        is_after: bool,
    ) -> RangeVerdict:
        """`is_after`: the part is the function after."""
        if not before.plain or not after.plain or (after if is_after else before).header:
            return _evolution("there is no body")
        part, whole = (after, before) if is_after else (before, after)
        problem = variable_problem(part, whole)
        if telling_marks(self._reader(part.file, is_after=is_after), part.row):
            problem = "what its annotations ask for is not known"
        if self._is_overridden(part, is_after=is_after) or self._overrides(part, is_after=is_after):
            problem = f"another class of the change has a {part.name} of its own"
        if problem:
            return _evolution(problem)
        callers = Callers(
            self.context, partial(self._code, is_after=is_after), part, whole,
            self._beside(part, is_after=is_after), is_after=is_after,
        )  # fmt: skip
        if callers.problem:
            return _evolution(callers.problem)
        normal = self._normal(self._reader(after.file, is_after=True))
        found = self._found(part, whole, callers, holes)
        if isinstance(found, Unifier):
            return self._is_part(found, part, whole, rule)
        for known, key, is_true in callers.settled(normal):
            body = normal.settled(part.plain or (), key, is_true=is_true)
            if body:
                one = self._found(part._replace(plain=body), whole, known, holes)
                if isinstance(one, Unifier):
                    return self._is_part(one, part, whole, rule)
        return _evolution(found)

    def _is_part(self, unifier: Unifier, part: Code, whole: Code, rule: str) -> RangeVerdict:
        is_after = rule == "extracted"
        count = len(part.parameters)
        others = [
            self._code(d.file, d.row, is_after=is_after).types
            for d in self._beside(part, is_after=is_after)
            if d.text == part.name
        ]
        others = [types for types in others if len(types) == count]
        problem = part_problem(part, whole, unifier, others, is_after=is_after)
        problem = problem or self._asked_by_bases(part, unifier, is_after=is_after)
        sides = (whole, part) if is_after else (part, whole)
        problem = problem or typed_problem(unifier) or overload_problem(*sides, unifier)
        if problem:
            return _evolution(problem)
        unifier.conditions.update(_generics(part.generics - whole.generics))
        way = "from" if rule == "extracted" else "into"
        return _refactor(rule, f"{part.name} {rule} {way} {whole.name}: the same code", unifier)

    def _found(
        self,
        part: Code,
        whole: Code,
        callers: Callers,
        holes: tuple[frozenset[Key], frozenset[Key]],
    ) -> Unifier | str:
        """The comparison that found a part in a whole, or what differs first."""
        first = ""
        sides = (whole, part) if callers.is_after else (part, whole)
        for forms in self._forms(*sides):
            large, small = forms[:2] if callers.is_after else forms[1::-1]
            unifier_of = partial(self._unifier, *sides, holes, is_part=True)
            finder = Finder(unifier_of, partial(unifier_of, is_typed=False), large, small, callers)
            unifier = finder.find()
            if unifier is not None and not finder.is_every_call():
                first = first or finder.why
                continue
            if unifier is not None:
                unifier.conditions.update(dict.fromkeys(forms[2]))
                return unifier
            first = first or finder.why
        return first


def _refactor(rule: str, evidence: str, unifier: Unifier) -> RangeVerdict:
    return RangeVerdict(Verdict.AST_REFACTOR, rule, evidence, tuple(unifier.conditions))


def _evolution(why: str) -> RangeVerdict:
    return RangeVerdict(Verdict.INTENT_EVOLUTION, "none", why or "the code differs")
