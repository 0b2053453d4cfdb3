"""What stands around a function's body and says what running it does: its marks, and its base.

Annotations may have a function run later, or in another way, or check what it is passed: another
one, or another argument of one, is no refactoring unless the table knows that it asks for nothing
(`silent_marks`), or, without arguments, says who calls it (`calling_marks`). A constructor runs
that of the base first (`constructors`: kinds, and the field of a class that names its base).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.definitions import CLASSES
from tracer.syntax.names import wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.method_equivalence.code.definitions import Definition, Definitions
    from tracer.classify.method_equivalence.code.method import Code
    from tracer.classify.method_equivalence.code.normal_form import Normal
    from tracer.classify.method_equivalence.code.terms import Reader
    from tracer.classify.method_equivalence.names.meanings import Meanings
    from tracer.syntax import SyntaxTree


def telling_marks(reader: Reader, function: int) -> list[str]:
    """The annotations of a function and its parameters that may ask for something, sorted."""
    tree = reader.tree
    kinds = frozenset(reader.table["marks"])
    silent, calling = (
        frozenset(reader.table["silent_marks"]),
        frozenset(reader.table["calling_marks"]),
    )
    body = tree.child_by_field(function, "body")
    stop = body if body >= 0 else tree.stop[function]
    rows = [at for at in range(wrapper_of(tree, function), stop) if tree.kind_name(at) in kinds]
    found = []
    for at in rows:
        name = tree.slice(tree.child_by_field(at, "name")).decode("utf-8", "replace")
        is_plain = tree.child_by_field(at, "arguments") < 0
        if name not in silent and not (is_plain and name in calling):
            found.append(_text(tree, at))
    return sorted(found)


def _text(tree: SyntaxTree, row: int) -> str:
    words = [tree.slice(at) for at in range(row, tree.stop[row]) if tree.flags[at] & LEAF]
    return b" ".join(words).decode("utf-8", "replace")


class Makers:
    """What two constructors run before their own statements."""

    def __init__(
        self,
        definitions: tuple[Definitions, Definitions],
        reader_of: Callable[..., Reader],
        normal: Normal,
    ) -> None:
        """`reader_of` gives the reader of a file, `is_after` or not."""
        self.definitions = definitions
        self.reader_of = reader_of
        self.normal = normal

    def condition(self, before: Code, after: Code, meanings: Meanings) -> str | None:
        """The condition that both bases are made alike; None where the change shows another."""
        one, two = self._base(before, is_after=False), self._base(after, is_after=True)
        if one == two == "":
            return ""
        if one and two:
            same = meanings.same_types(one, two)
            if same is not None:
                return same
        known = [self._is_idle(word, is_after=bool(at)) for at, word in enumerate((one, two))]
        if False in known:
            return None
        return "" if None not in known else f"making a {one or two} does nothing else"

    def _base(self, code: Code, *, is_after: bool) -> str:
        """The base of the class of a constructor, '' without one and for other functions."""
        reader = self.reader_of(code.file, is_after=is_after)
        table = reader.table["constructors"]
        if reader.tree.kind_name(code.row) not in table["kinds"]:
            return ""
        around = self.definitions[is_after].around(code.file, code.row)
        at = reader.tree.child_by_field(around[-1].row, table["base"])
        kinds = (*reader.table["types"], *reader.table["qualified"])
        names = (r for r in range(at, reader.tree.stop[at]) if reader.tree.kind_name(r) in kinds)
        return reader.type_text(next(names)) if at >= 0 else ""

    def _is_idle(self, word: str, *, is_after: bool) -> bool | None:
        """Whether making an object of a class does nothing; None where nobody sees it."""
        if not word:
            return True
        known = self.definitions[is_after]
        found = [d for d in known.of_word.get(word, ()) if d.sort in CLASSES]
        return all(self._does_nothing(d, is_after=is_after) for d in found) if found else None

    def _does_nothing(self, holder: Definition, *, is_after: bool) -> bool:
        reader = self.reader_of(holder.file, is_after=is_after)
        tree, table = reader.tree, reader.table
        if tree.child_by_field(holder.row, table["constructors"]["base"]) >= 0:
            return False
        body = tree.child_by_field(holder.row, "body")
        for member in tree.children(body):
            kind = tree.kind_name(member)
            if kind in table["constructors"]["kinds"] or kind in table["blocks"]:
                return False
        fields = (d for each in self.definitions[is_after].of_word.values() for d in each
                  if d.sort == "field" and d.owner == (holder.file, holder.name))  # fmt: skip
        values = (tree.child_by_field(d.row, "value") for d in fields)
        return all(self.normal.is_quiet(reader.term(at)) for at in values if at >= 0)
