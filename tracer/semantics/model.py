"""`Side`: one file of one version, with all that is asked of it to compare code by meaning."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tracer.semantics.functions.evaluation_order import Evaluation
from tracer.semantics.functions.functions import Functions
from tracer.semantics.language.tables import has_word
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.semantics.reflection.lookups.dynamic_lookups import is_callee, look_up_in
from tracer.semantics.types.declared_types import StaticTypes
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.semantics.functions.functions import Call, Function
    from tracer.semantics.types.class_hierarchy import Inheritance
    from tracer.syntax import SyntaxTree


class Side:
    """One file of one version, with all that is asked of it."""

    def __init__(
        self,
        names: Names,
        classes: Inheritance | None = None,
        stored_elsewhere: Callable[[str, bool], bool] | None = None,
        files_with: Callable[[str], Iterable[Names]] | None = None,
    ) -> None:
        self.names = names
        self._stored_elsewhere = stored_elsewhere  # (word, is it a member)
        self._files_with = files_with  # of the version, those that have a word
        self.classes = classes  # of the version, for methods that are called on objects
        self.tree: SyntaxTree = names.tree
        self.functions = Functions(names)
        self.evaluation = Evaluation(names.tree)
        self.types = StaticTypes(names)
        self.calls: tuple[dict[str, Function], dict[int, tuple[Call, Function]]] | None = None
        self.kept: dict[tuple[str, int], frozenset[int] | None] = {}  # see `is_fresh`
        self.there: dict[tuple[str, int], bool] = {}  # see `is_surely_bound`
        self._meanings: dict[int, tuple[Use, int]] = {}
        self._known: dict[str, dict[int, tuple[Use, int]]] = {}
        self._uses: dict[tuple[str, int], list[int]] = {}

    @cached_property
    def file_look_up(self) -> str | None:
        """What may look names of the file up by their spelling, and store to them, if anything."""
        words = self.names.tables.raw.get("steady") or {}
        return look_up_in(self.names, frozenset(words.get("stores") or ()), 0)

    @cached_property
    def called_kinds(self) -> frozenset[str]:
        """Kinds that call something, or may: more than to define and to store."""
        raw, table = self.names.tables.raw, self.functions.table
        effects = (raw.get("evaluation") or {}).get("effects") or ()
        marks = self.tree.language.raw.get("annotations") or ()
        kinds = {*effects, *marks, *(table.get("loops") or ())}
        return frozenset(kinds.difference(table.get("binds") or (), table.get("deletes") or ()))

    def is_stored_elsewhere(self, word: str, *, is_member: bool) -> bool:
        """Whether another file of the change stores to a name of this one, or to a member."""
        return self._stored_elsewhere is not None and self._stored_elsewhere(word, is_member)

    def meaning(self, row: int) -> tuple[Use, int]:
        """(what the name at a leaf is, the scope that binds it or -1)."""
        found = self._meanings.get(row)
        if found is None:
            word = self.word(row)
            occurrence = self.names.at(row, word)
            found = (Use.UNCLEAR, -1)
            if occurrence is not None:
                found = (occurrence.use, self._scope(occurrence, word))
            self._meanings[row] = found
        return found

    def _scope(self, occurrence: Occurrence, word: str) -> int:
        return self.names.scope_of(occurrence, word) if occurrence.use is Use.NAME else -1

    def is_shareable(self, row: int, statement: int) -> bool:
        """Whether a value may be evaluated several times in a statement: the same each time.

        Not what is declared to change at any time (`changing`), nor before and behind a lock.
        """
        table, tree = self.names.tables.raw.get("evaluation") or {}, self.tree
        if not self.evaluation.is_shareable(row):
            return False
        kinds = self.names.tables.words
        words = {self.word(at) for at in range(row, tree.stop[row]) if tree.kind_name(at) in kinds}
        if words and tree.kind_name(statement) in (table.get("locks") or ()):
            return False
        changing = frozenset(table.get("changing") or ())
        return not any(
            has_word(tree, at, changing)
            for word in (words if changing else ())
            for found in self.names.occurrences(word)
            for at in (tree.parent[found.row], tree.parent[max(tree.parent[found.row], 0)])
        )

    def is_silent(self, row: int) -> bool:
        """Whether evaluating a value changes nothing, and runs no code of the program for a read.

        A member that is read may be a function that computes it; what is put together, indexed or
        compared, may be of a class that says itself what that does (`computed`).
        """
        return self.evaluation.is_quiet(row) and not self.is_computed(row)

    def is_computed(self, row: int) -> bool:
        """Whether code of the program may run where a value is read, by what is no call."""
        computed = (self.names.tables.raw.get("evaluation") or {}).get("computed") or {}
        tree, tables = self.tree, self.names.tables
        words = tables.words | tables.member_kinds
        for at in range(row, tree.stop[row]) if computed else ():
            kind = tree.kind_name(at)
            if any(self._has_word(word) for word in computed.get(kind) or ()):
                return True
            is_read = kind in words and tree.flags[at] & LEAF and not is_callee(self.names, at)
            if is_read and self.meaning(at)[0] is Use.MEMBER and self._is_function(self.word(at)):
                return True
        return False

    def _having(self, word: str) -> Iterable[Names]:
        return (self.names,) if self._files_with is None else self._files_with(word)

    def _has_word(self, word: str) -> bool:
        return any(word.encode() in names.tree.text for names in self._having(word))

    def _is_function(self, name: str) -> bool:
        """Whether the program defines a function of a name, which a read of a member may run."""
        kinds = (self.names.tables.raw.get("evaluation") or {}).get("functions") or ()
        return any(
            names.tree.kind_name(names.tree.parent[found.row]) in kinds
            for names in self._having(name)
            for found in names.occurrences(name)
            if names.tree.field_name(found.row) == "name"
        )

    def word(self, row: int) -> str:
        """The text of a leaf."""
        return self.tree.slice(row).decode("utf-8", "replace")

    def uses(self, word: str, scope: int) -> list[int]:
        """Rows of the occurrences of a name bound in a scope."""
        known = self._uses.get((word, scope))
        if known is None:
            names = self.names
            found = names.inside(word, scope) if scope >= 0 else names.occurrences(word)
            known = self._uses[word, scope] = [
                o.row for o in found if o.use is Use.NAME and self._scope(o, word) == scope
            ]
        return known

    def meaning_of(self, word: str) -> dict[int, tuple[Use, int]]:
        """Every occurrence of a word outside comments: row -> (use, scope)."""
        known = self._known.get(word)
        if known is None:
            known = {o.row: (o.use, self._scope(o, word)) for o in self.names.occurrences(word)}
            self._known[word] = known
        return known

    def is_inside(self, row: int, outer: int) -> bool:
        """Whether a row is `outer` or below it."""
        return outer <= row < self.tree.stop[outer]
