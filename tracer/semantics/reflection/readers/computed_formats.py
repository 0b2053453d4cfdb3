"""Whether a package prints values by a format that no text of it shows.

`%T` and `%+v` print the names of types and fields. A format that is a text is looked at where it
stands; one that is computed may have any verb.

Table `formats` (below `package_words`): `call`: {kind, function, member, arguments}, how a call is
written; `names`: what functions that take a format are called; `texts`: kinds of literals,
`joined`: the kind that puts them together; `constants`: kinds that define a name for a text;
`rest`: the kind that hands on all further arguments; `functions`: kinds, of which `parameters` and
`name` are fields. A function that hands a format on with all its arguments takes one as well.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import significant_children
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.syntax import SyntaxTree

_CUT = re.compile(rb"""%[-+# 0-9.*\[\]]*["`]\Z""")
_FEW = 2  # what comes before the values: where to print, and the format


class Formats:
    """The calls with a format in the files of one package."""

    def __init__(self, trees: Sequence[SyntaxTree], table: dict[str, Any]) -> None:
        self.trees = trees
        self.table = table
        self._names = re.compile(table["names"])
        self._constants = frozenset(self._defined())
        self._handing_on = frozenset(self._hand_on())

    def computed(self) -> str:
        """A function that is called with a computed format and values, or ''.

        Cost: one pass over the files.
        """
        for tree in self.trees:
            for call in self._calls(tree):
                name, arguments = self._name(tree, call), self._arguments(tree, call)
                is_format = self._names.search(name) or name in self._handing_on
                if not is_format or len(arguments) < _FEW:
                    continue
                if any(self._is_text(tree, at) for at in arguments[:_FEW]):
                    continue
                if not self._is_handed_on(tree, call, arguments):
                    return name
        return ""

    def _rows(self, tree: SyntaxTree, kinds: Sequence[str]) -> Iterator[int]:
        wanted = {k for k, name in enumerate(tree.language.kind_names) if name in kinds}
        return (row for row, kind in enumerate(tree.kind) if kind in wanted)

    def _calls(self, tree: SyntaxTree) -> Iterator[int]:
        return self._rows(tree, [self.table["call"]["kind"]])

    def _name(self, tree: SyntaxTree, call: int) -> str:
        """The last name of what is called."""
        at = tree.child_by_field(call, self.table["call"]["function"])
        member = tree.child_by_field(at, self.table["call"]["member"]) if at >= 0 else -1
        at = member if member >= 0 else at
        return tree.slice(at).decode("utf-8", "replace") if at >= 0 and self._leaf(tree, at) else ""

    def _leaf(self, tree: SyntaxTree, row: int) -> bool:
        return bool(tree.flags[row] & LEAF)

    def _arguments(self, tree: SyntaxTree, call: int) -> list[int]:
        at = tree.child_by_field(call, self.table["call"]["arguments"])
        named = tree.language.kind_is_named
        return [c for c in significant_children(tree, at) if named[tree.kind[c]]] if at >= 0 else []

    def _is_text(self, tree: SyntaxTree, row: int) -> bool:
        """Whether an argument is a text, or a name that stands for one."""
        kind = tree.kind_name(row)
        if kind in self.table["texts"]:
            return True
        if kind == self.table["joined"]:
            named = tree.language.kind_is_named
            parts = [c for c in tree.children(row) if named[tree.kind[c]]]
            # A verb in two parts stands in neither.
            is_cut = any(_CUT.search(tree.slice(c)) for c in parts)
            return not is_cut and all(self._is_text(tree, c) for c in parts)
        return self._leaf(tree, row) and tree.slice(row) in self._constants

    def _defined(self) -> Iterator[bytes]:
        """Names of constants that are one text."""
        for tree in self.trees:
            for row in self._rows(tree, self.table["constants"]):
                kids = [c for c in tree.children(row) if tree.language.kind_is_named[tree.kind[c]]]
                value = tree.child_by_field(row, "value")
                values = [] if value < 0 else significant_children(tree, value)
                is_one = len(kids) == _FEW and len(values) == 1
                if is_one and tree.kind_name(values[0]) in self.table["texts"]:
                    yield tree.slice(kids[0])

    def _function(self, tree: SyntaxTree, row: int) -> int:
        """The function around a row, or -1."""
        while row > 0:
            row = tree.parent[row]
            if tree.kind_name(row) in self.table["functions"]:
                return row
        return -1

    def _is_handed_on(self, tree: SyntaxTree, call: int, arguments: list[int]) -> bool:
        """Whether a call hands on the format and the values that its function was passed."""
        function = self._function(tree, call)
        if function < 0 or tree.child_by_field(function, "name") < 0:
            return False
        at = tree.child_by_field(function, "parameters")
        if tree.kind_name(arguments[-1]) != self.table["rest"] or at < 0:
            return False
        words = {
            tree.slice(c) for c in range(at, tree.stop[at])
            if self._leaf(tree, c) and tree.field_name(c) == "name"
        }  # fmt: skip
        return tree.slice(arguments[-2]) in words

    def _hand_on(self) -> Iterator[str]:
        """Names of functions that hand on a format and all their values."""
        for tree in self.trees:
            for call in self._calls(tree):
                arguments = self._arguments(tree, call)
                if len(arguments) >= _FEW and self._is_handed_on(tree, call, arguments):
                    at = tree.child_by_field(self._function(tree, call), "name")
                    yield tree.slice(at).decode("utf-8", "replace")
