"""Methods of a change read as code: terms in one form, once for each method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.callers.call_site_evidence import Passed, is_alike
from tracer.classify.method_equivalence.callers.signatures import declared, new_parameters
from tracer.classify.method_equivalence.code.definitions import Definition, Definitions
from tracer.classify.method_equivalence.code.method import Code
from tracer.classify.method_equivalence.code.normal_form import Normal
from tracer.classify.method_equivalence.code.terms import Reader, Term, is_path, marks
from tracer.classify.method_equivalence.names.class_members import Members
from tracer.classify.method_equivalence.names.expression_types import ExpressionTypes
from tracer.classify.method_equivalence.names.name_origins import Origins
from tracer.semantics.model import Side
from tracer.syntax.tree import BROKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context

Form = tuple[tuple[Term, ...], tuple[Term, ...], tuple[str, ...]]

_READS = "a call changes no field that is read beside it"


class MethodReader:
    """Reads the methods of one change set; what is read of a file is kept."""

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

    def _is_marked(self, code: Code, words: str, *, is_after: bool) -> bool:
        """Whether a function has one of the words of a table before its name."""
        reader = self._reader(code.file, is_after=is_after)
        return not marks(reader.tree, code.row).isdisjoint(reader.table[words])

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

    def _whole_forms(self, before: Code, after: Code) -> Iterator[Form]:
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

    def _fetched(self, before: Code, after: Code) -> Iterator[Form]:
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

    def _forms(self, before: Code, after: Code) -> Iterator[Form]:
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

    def _is_other(self, code: Code, part: Code) -> bool:
        """Whether a function overrides another one, and is not written alike."""
        one, other = code.plain or (), part.plain or ()
        is_same = len(one) == len(other) and all(map(is_alike, one, other))
        return code.types == part.types and not is_same


def _generics(texts: frozenset[str]) -> dict[str, None]:
    """The condition under which type arguments and parameters of one side only say nothing."""
    words = ", ".join(sorted(texts))
    return {f"{words} convert nothing and choose no overload": None} if texts else {}
