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
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.method_equivalence.call_site_evidence import Calls, Passed, is_alike
from tracer.classify.method_equivalence.changed_types import is_filled_otherwise, retyped
from tracer.classify.method_equivalence.class_members import Members
from tracer.classify.method_equivalence.definitions import Definition, Definitions
from tracer.classify.method_equivalence.expression_types import ExpressionTypes, Untyped
from tracer.classify.method_equivalence.extracted_part import Finder
from tracer.classify.method_equivalence.meanings import Along
from tracer.classify.method_equivalence.method import Code
from tracer.classify.method_equivalence.modifiers import Makers, telling_marks
from tracer.classify.method_equivalence.name_correspondence import Meanings
from tracer.classify.method_equivalence.name_origins import Origins
from tracer.classify.method_equivalence.normal_form import Normal, replaced
from tracer.classify.method_equivalence.part_callers import Callers
from tracer.classify.method_equivalence.signatures import (
    IN_ORDER,
    declared,
    made_problem,
    new_parameters,
    overload_problem,
    paired,
    part_problem,
    signature_problem,
    typed_problem,
    variable_problem,
)
from tracer.classify.method_equivalence.terms import (
    Key,
    Reader,
    Term,
    is_path,
    is_return,
    marks,
    said,
)
from tracer.classify.method_equivalence.unification import Unifier
from tracer.model.enums import Verdict
from tracer.semantics.model import Side
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.classify.change.change import Context
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


_Form = tuple[tuple[Term, ...], tuple[Term, ...], tuple[str, ...]]

_READS = "a call changes no field that is read beside it"
_DEEPEST = 2  # functions that are compared because a name was


class RangeJudge:
    """Verdicts on ranges of one change set; what is read of a file is kept."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.definitions = (Definitions(context.before), Definitions(context.after))
        self._origins = (
            Origins(self.definitions[0], context.names_before),
            Origins(self.definitions[1], context.names_after),
        )
        self._readers: dict[tuple[bool, int], Reader] = {}
        self._normals: dict[str, Normal] = {}
        self._codes: dict[tuple[bool, int, int], Code] = {}
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

    def _reader(self, file: int, *, is_after: bool) -> Reader:
        known = self._readers.get((is_after, file))
        if known is None:
            context = self.context
            names = context.names_after(file) if is_after else context.names_before(file)
            known = self._readers[is_after, file] = Reader(Side(names))
        return known

    def _normal(self, reader: Reader) -> Normal:
        name = reader.tree.language.name
        known = self._normals.get(name)
        if known is None:
            raw = reader.side.names.tables.raw
            known = Normal(reader.table, raw["expansion"], raw["types"]["final"])
            self._normals[name] = known
        return known

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

    def _code(self, file: int, row: int, *, is_after: bool) -> Code:
        known = self._codes.get((is_after, file, row))
        if known is None:
            reader = self._reader(file, is_after=is_after)
            tree = reader.tree
            name = tree.child_by_field(row, "name")
            kind = tree.child_by_field(row, "type")
            words = reader.table["header"]
            said_before = marks(tree, row)
            header = said_before.intersection(words)
            if header:  # which object it locks
                header |= said_before.intersection((reader.table["without_object"],))
            is_broken = tree.flags[row] & BROKEN  # what an error left out would be equal
            body = None if is_broken else reader.body(row)
            if body is not None:
                body = self._normal(reader).statements(body, is_tail=True)
            known = self._codes[is_after, file, row] = Code(
                file, row, tree.slice(name).decode() if name >= 0 else "",
                reader.parameters(row), body,
                reader.type_text(kind) if kind >= 0 else "",
                header,
                reader.generics(row),
                reader.variables(row),
            )  # fmt: skip
            code = known._replace(locals=declared(known, self._normal(reader)))
            known = self._codes[is_after, file, row] = code
        return known

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

    def _members(self, code: Code, *, is_after: bool) -> Members:
        """What the change set says of members, seen from a function."""
        names_of = self.context.names_after if is_after else self.context.names_before
        known, origins = self.definitions[is_after], self._origins[is_after]
        return Members(known, origins, names_of, (code.file, code.row))

    def _types(self, code: Code, *, is_after: bool) -> ExpressionTypes:
        """The types of the expressions of a function."""
        reader = self._reader(code.file, is_after=is_after)
        members = self._members(code, is_after=is_after)
        return ExpressionTypes(self._normal(reader), reader.side.types, members, code.locals)

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

    def _dispatched_otherwise(self, before: Code, after: Code, unifier: Unifier) -> str:
        """Why one of two functions is overridden, and the other is not; '' for nothing.

        That of a derived class is called on its objects; one that needs no object, or is passed it,
        is itself.
        """
        for code, other, is_after in ((before, after, False), (after, before, True)):
            if self._is_marked(code, "not_overridden", is_after=is_after):
                continue
            is_fixed = self._is_marked(other, "not_overridden", is_after=not is_after)
            known, theirs = self.definitions[is_after], self.definitions[not is_after]
            around = known.around(code.file, code.row)
            holder = around[-1].text if around else ""
            former = next(iter(theirs.classes_around(other.file, other.row)), "")
            for d in known.of_word.get(code.name, ()):
                is_between = former != holder and known.extends(former, d.holder)
                if (
                    (is_fixed or unifier.selves or is_between)
                    and (d.file, d.row) != (code.file, code.row)
                    and known.overrides(d, holder)
                    and self._is_other(self._code(d.file, d.row, is_after=is_after), code)
                ):
                    return f"{d.holder} has a {d.text} of its own"
            if (before.name, before.types) != (after.name, after.types):
                problem = self._asked_by_bases(code, unifier, is_after=is_after)
                if problem:
                    return problem
        return ""

    def _asked_by_bases(self, code: Code, unifier: Unifier, *, is_after: bool) -> str:
        """Why a function that came, or went, is called by who knows its base only; '' for nothing.

        What any object has is; what a base has that nobody sees is a condition.
        """
        if self._is_marked(code, "not_overriding", is_after=is_after):
            return ""
        if code.name in unifier.normal.of_any:
            return f"any object has a {code.name}"
        above = self._origins[is_after].above(code.file, code.row, code.name, ("function",))
        for stop in above.stops:
            base = stop.long.rpartition(".")[2]
            unifier.conditions[f"{base} has no {code.name}"] = None
        return ""

    def _is_marked(self, code: Code, words: str, *, is_after: bool) -> bool:
        """Whether a function has one of the words of a table before its name."""
        reader = self._reader(code.file, is_after=is_after)
        return not marks(reader.tree, code.row).isdisjoint(reader.table[words])

    def _is_same_lock(self, before: Code, after: Code) -> bool:
        """Whether two functions that lock their object, or class, lock the same one."""
        meanings = self._unifier(before, after, (frozenset(), frozenset())).meanings
        table = self._reader(after.file, is_after=True).table
        is_of_class = table["without_object"] in after.header
        return not meanings.is_moved or (meanings.is_kin() and not is_of_class)

    def _contradicted(self, before: Code, after: Code, unifier: Unifier) -> str:
        """The condition on callers that those of the change set contradict; '' if none."""
        passed = any(isinstance(one, Passed) for one in unifier.conditions)
        is_ordered = IN_ORDER in unifier.conditions
        is_other = before.result != after.result
        if not (passed or unifier.selves or is_ordered or is_other):
            return ""
        calls = Calls(self.context, self.definitions, self._code, (before, after))
        found = calls.contradicted(unifier)
        if not found and is_ordered and calls.is_order_kept(paired(before, after, unifier)):
            found = IN_ORDER
        if not found and is_other and calls.is_result_asked(unifier):
            found = f"callers ask the same of a {after.result} as of a {before.result}"
        return f"not in the change itself: {found}" if found else ""

    def _beside(self, code: Code, *, is_after: bool) -> list[Definition]:
        """The functions of the class that a function belongs to."""
        known = self.definitions[is_after]
        name = next((e.name for e in known.elements[code.file] if e.row == code.row), "")
        holder = name.rpartition(".")[0]
        return [
            Definition(code.file, e.row, e.kind, e.name)
            for e in known.elements[code.file]
            if e.kind == "function" and e.name.rpartition(".")[0] == holder and e.row != code.row
        ]

    def _is_declared_alike(self, before: Code, after: Code) -> bool:
        """Whether two functions without a body have the same annotations and parameters."""
        sides = []
        for code, is_after in ((before, False), (after, True)):
            words = marks(self._reader(code.file, is_after=is_after).tree, code.row)
            quoted = sorted(word for word in words if word.startswith('"'))
            sides.append((quoted, code.result, [p.type for p in code.parameters]))
        return sides[0] == sides[1]

    def _whole_forms(self, before: Code, after: Code) -> Iterator[_Form]:
        """The forms of both, then those with one new condition that callers have settled."""
        yield from self._forms(before, after)
        yield from self._fetched(before, after)
        normal = self._normal(self._reader(after.file, is_after=True))
        for is_after, keys in enumerate(new_parameters(before, after)):
            code = after if is_after else before
            for key in sorted(keys):
                for is_true in (True, False):
                    body = normal.settled(code.plain or (), key, is_true=is_true)
                    if body is None:
                        continue
                    value = Term("literal", normal.truth if is_true else normal.falsehood)
                    condition = Passed.as_word(value, key[1], is_after=bool(is_after))
                    one = code._replace(plain=body)
                    sides = (before, one) if is_after else (one, after)
                    for form_b, form_a, given in self._forms(*sides):
                        yield form_b, form_a, (*given, condition)

    def _fetched(self, before: Code, after: Code) -> Iterator[_Form]:
        """The forms in which one side begins by fetching what the other is passed."""
        for one, other, is_after in ((after, before, True), (before, after, False)):
            first = one.plain[0] if one.plain else None
            words = [{p.key[1] for p in code.parameters} for code in (one, other)]
            if (
                first is not None
                and first.op == "declare"
                and first.kids[0].text in words[1] - words[0]
                and is_path(first.kids[1])
            ):
                rest = one._replace(plain=(one.plain or ())[1:])
                word = first.kids[0].text
                condition = Passed.as_word(first.kids[1], word, is_after=not is_after)
                sides = (before, rest) if is_after else (rest, after)
                for form_b, form_a, given in self._forms(*sides):
                    yield form_b, form_a, (*given, condition)

    def _forms(self, before: Code, after: Code) -> Iterator[_Form]:
        """Both bodies as they are, then without names for values used once."""
        plain_b, plain_a = before.plain or (), after.plain or ()
        yield plain_b, plain_a, ()
        normal = self._normal(self._reader(after.file, is_after=True))
        normal.passed, normal.taken = [], []
        unnamed = []
        for one, normal.is_after in ((before, False), (after, True)):
            unnamed.append(normal.without_names(one))
        for is_after, value, statement in normal.passed:
            members = self._members((before, after)[is_after], is_after=is_after)
            if not members.touched((value,))[1].isdisjoint(members.touched((statement,))[0]):
                return  # the change shows that it does
        yield unnamed[0], unnamed[1], (*((_READS,) if normal.passed else ()), *normal.taken)

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

    def _is_overridden(self, part: Code, *, is_after: bool) -> bool:
        """Whether a call of a function may run that of a derived class, which the change has."""
        if self._is_marked(part, "not_overridden", is_after=is_after):
            return False
        known = self.definitions[is_after]
        around = known.classes_around(part.file, part.row)
        return any(
            around
            and (d.file, d.row) != (part.file, part.row)
            and known.overrides(d, around[0])
            and self._is_other(self._code(d.file, d.row, is_after=is_after), part)
            for d in known.of_word.get(part.name, ())
        )

    def _overrides(self, part: Code, *, is_after: bool) -> bool:
        """Whether a part that came, or went, is called in the place of a function of a base."""
        if self._is_marked(part, "not_overriding", is_after=is_after):
            return False
        above = self._origins[is_after].above(part.file, part.row, part.name, ("function",))
        return any(
            self._code(d.file, d.row, is_after=is_after).types == part.types
            and any(
                o.holder == d.holder and o.sort == "function"
                for o in self.definitions[not is_after].of_word.get(part.name, ())
            )
            for d in above.found
        )

    def _is_other(self, code: Code, part: Code) -> bool:
        """Whether a function overrides another one, and is not written alike."""
        one, other = code.plain or (), part.plain or ()
        is_same = len(one) == len(other) and all(map(is_alike, one, other))
        return code.types == part.types and not is_same

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


def _generics(texts: frozenset[str]) -> dict[str, None]:
    """The condition under which type arguments and parameters of one side only say nothing."""
    words = ", ".join(sorted(texts))
    return {f"{words} convert nothing and choose no overload": None} if texts else {}


def _refactor(rule: str, evidence: str, unifier: Unifier) -> RangeVerdict:
    return RangeVerdict(Verdict.AST_REFACTOR, rule, evidence, tuple(unifier.conditions))


def _evolution(why: str) -> RangeVerdict:
    return RangeVerdict(Verdict.INTENT_EVOLUTION, "none", why or "the code differs")
