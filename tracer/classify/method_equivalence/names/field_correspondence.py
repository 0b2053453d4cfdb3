"""Fields of a class, and what stands for one in the class that a method moved to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.terms import is_path, said
from tracer.semantics.language.tables import tables_of
from tracer.syntax.grammar import Role
from tracer.syntax.names import wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.classify.method_equivalence.code.definitions import Definition, Definitions
    from tracer.classify.method_equivalence.code.terms import Term
    from tracer.syntax import SyntaxTree


_TYPE_ARGUMENTS = re.compile(rb"(?<=[\w)]) <[^=;(){}]*> ?(?=\()")


class Fields:
    """The fields of the classes around one function before and one after."""

    def __init__(
        self,
        definitions: tuple[Definitions, Definitions],
        own: tuple[list[str], ...],
        owners: tuple[list[tuple[int, str]], ...],
        value: Callable[..., tuple[Term, str] | None],
    ) -> None:
        """`own`: the names of these classes, from the innermost out; `owners`: with their files.

        `value`: what a call gives.
        """
        self.owners = owners
        self.definitions = definitions
        self.own = own
        self._value = value

    def stands_for(self, before: Term, after: Term) -> str | None:
        """What must hold for a field of one class to be what stands there in the other.

        One that the other class does not have: where a method moved, its new object may hold the
        same thing in its own way, of the same type, or behind a function that is called after it.
        None where neither is such a field.
        """
        for one, other, is_after in ((before, after, False), (after, before, True)):
            field = self._field(one, is_after=is_after)
            if field is None or self._has_member(one.text, is_after=not is_after):
                continue
            theirs = self._field(other, is_after=not is_after)
            if theirs is not None and self._has_member(other.text, is_after=is_after):
                continue
            if theirs is not None and self.is_told(
                *((theirs, field) if is_after else (field, theirs))
            ):
                continue
            if self._is_typed_as(other, field, is_after=not is_after):
                return f"{said(other)} is what {one.text} is in {self.own[is_after][0]}"
        return None

    def _field(self, term: Term, *, is_after: bool) -> Definition | None:
        """The field of the class around that a term names."""
        if term.op == "get" and term.kids[0].op not in ("self", "this"):
            return None
        found = self.definitions[is_after].of_word.get(term.text, ())
        fields = [d for d in found if d.sort == "field" and d.owner in self.owners[is_after]]
        return fields[0] if term.op in ("name", "get") and len(fields) == 1 else None

    def is_told(self, before: Definition, after: Definition) -> bool:
        """Whether two fields say what they start with, and it is not the same."""
        own = [name.encode() for around in self.own for name in around]
        values = [
            _TYPE_ARGUMENTS.sub(b"", declaration(known.forest.trees[d.file], d.row, own)[1])
            for known, d in zip(self.definitions, (before, after), strict=True)
        ]
        if not all(values):
            return False
        words = [
            [self._start(word, d, known) for word in value.split(b" ")]
            for value, d, known in zip(values, (before, after), self.definitions, strict=True)
        ]
        return words[0] != words[1]

    def literals(self, field: Definition, *, is_after: bool) -> list[bytes]:
        """The literals in the value of a field."""
        tree = self.definitions[is_after].forest.trees[field.file]
        at = tree.child_by_field(field.row, "value")
        rows = range(at, tree.stop[at]) if at >= 0 else ()
        roles = tree.language.roles
        return [tree.slice(r) for r in rows if roles[tree.kind[r]] & Role.LITERAL]

    def _start(self, word: bytes, field: Definition, known: Definitions) -> bytes:
        """What a field of the class starts with, if a word of a value names one; else the word."""
        holder = field.name.rpartition(".")[0]
        name = f"{holder}.{word.decode('utf-8', 'replace')}"
        for d in known.of_word.get(name.rpartition(".")[2], ()):
            if d.sort == "field" and d.name == name and d.file == field.file:
                return declaration(known.forest.trees[d.file], d.row)[1] or word
        return word

    def _field_of_class(self, term: Term, *, is_after: bool) -> Definition | None:
        """The field that a term names by its class."""
        if term.op != "get" or term.kids[0].op != "name":
            return None
        found = self.definitions[is_after].of_word.get(term.text, ())
        fields = [d for d in found if d.sort == "field" and d.holder == term.kids[0].text]
        return fields[0] if len(fields) == 1 else None

    def _has_member(self, word: str, *, is_after: bool) -> bool:
        found = self.definitions[is_after].of_word.get(word, ())
        return any(d.owner in self.owners[is_after] for d in found)

    def _is_typed_as(self, term: Term, field: Definition, *, is_after: bool) -> bool:
        """Whether a field has the type of one of the other side, or a path is called after it."""
        trees = [known.forest.trees for known in self.definitions]
        kind = erased(declaration(trees[not is_after][field.file], field.row)[0])
        other = self._field(term, is_after=is_after)
        other = other or self._field_of_class(term, is_after=is_after)
        if other is not None:
            return kind == erased(declaration(trees[is_after][other.file], other.row)[0])
        called = self.called(term, is_after=is_after)
        if called is not None:
            tree = trees[is_after][called.file]
            result = tree.child_by_field(called.row, "type")
            is_typed = result >= 0 and tree.slice(result).partition(b"<")[0].strip() == kind
            return is_typed and self._gives(called, field, is_after=is_after)
        is_called_so = term.text.lower().endswith(field.text.lower())
        return (
            term.op in ("get", "call")
            and is_called_so
            and all(
                self._gives(d, field, is_after=is_after)
                for d in self.definitions[is_after].of_word.get(term.text, ())
                if d.sort == "function"
            )
        )

    def _gives(self, getter: Definition, field: Definition, *, is_after: bool) -> bool:
        """Whether a function only gives what may be the field of the other side.

        Of one without a body nobody sees what it gives.
        """
        tree = self.definitions[is_after].forest.trees[getter.file]
        if tree.child_by_field(getter.row, "body") < 0:
            return True
        given = self._value(getter, (), (), is_after=is_after)
        if given is None or not is_path(given[0]) or given[0].op not in ("name", "get"):
            return False
        holder = getter.holder
        found = self.definitions[is_after].of_word.get(given[0].text, ())
        fields = [d for d in found if d.sort == "field" and d.holder == holder]
        return not any(
            self.is_told(*((field, one) if is_after else (one, field))) for one in fields
        )

    def called(self, term: Term, *, is_after: bool) -> Definition | None:
        """The one function of the class around that a call of the own object runs."""
        if term.op != "call" or term.kids[0].op not in ("self", "this") or term.kids[0].text:
            return None
        found = [
            d
            for d in self.definitions[is_after].of_word.get(term.text, ())
            if d.sort == "function" and d.owner in self.owners[is_after][:1]
        ]
        return found[0] if len(found) == 1 else None


def declaration(tree: SyntaxTree, row: int, own: Sequence[bytes] = ()) -> list[bytes]:
    """The type and value of a field; neither its name nor its modifiers.

    Nor the name of its `own` class, as loggers are given it, where the value is no text or number.
    """
    outer = wrapper_of(tree, row)
    kind, parts = tree.child_by_field(outer, "type"), list[bytes]()
    if own and kind >= 0:
        raw = tables_of(tree.language).raw
        is_closed = tree.slice(kind).decode("utf-8", "replace") in (
            *raw["terms"]["numeric"], *raw["types"]["final"],
        )  # fmt: skip
        own = () if is_closed else own
    for at in (kind, tree.child_by_field(row, "value")):
        rows = range(at, tree.stop[at]) if at >= 0 else ()
        words = [tree.slice(r) for r in rows if tree.flags[r] & LEAF]
        parts.append(b" ".join(b"" if word in own else word for word in words))
    return parts


def erased(kind: bytes) -> bytes:
    """A type without its arguments."""
    return kind.partition(b" <")[0]
