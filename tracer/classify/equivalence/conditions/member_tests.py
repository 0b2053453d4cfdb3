"""Templates that ask whether a type has a member, and choose other code where it has none.

What a template says of its parameters outside of its body fails in silence, and another overload is
taken; so does what `requires`, `decltype` and `noexcept` ask. There a name finds members of types
that nothing else says, so no symbol tells whose they are. And a call without a scope also finds
functions in the scopes of its arguments' types: nothing here tells which of two namesakes it means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.languages import table_of
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.symbols.languages import LanguageTable
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

_BEFORE_MEMBERS = frozenset({b".", b"->", b"::", b"template"})
_NAMED = frozenset({Kind.CLASS, Kind.ENUM, Kind.TYPE})


class MemberTests:
    """The names that the templates of both versions ask types for."""

    def __init__(self, before: Program, after: Program) -> None:
        self._programs = before, after
        self._asked: frozenset[str] | None = None

    def why_asked(self, sides: list[tuple[int, Symbol]]) -> str | None:
        """Why one of the names of an entry may choose other code, or None.

        Cost: trees with templates are walked once.
        """
        at, symbol = sides[0]
        outline = self._programs[at].outline(symbol)
        table = table_of(self._programs[at].files[outline.file].language)
        if not table.silent_parts:
            # Where nothing is chosen by names, only a failure is shown with that of its class.
            is_failure = outline.kind in _NAMED and self._programs[at].has_unknown_bases(symbol)
            return self._why_shown(sides, table) if is_failure else None
        if self._asked is None:
            self._asked = frozenset(w for one in self._programs for w in _asked_by(one))
        for home, one in sides:
            name = name_of(one)
            if name in self._asked:
                return f"a template may ask types for `{name}`"
            if outline.kind is Kind.FUNCTION and _has_namesake(self._programs[home], one):
                return f"the arguments of a call may decide which `{name}` it means"
        return self._why_shown(sides, table) if outline.kind in _NAMED else None

    def _why_shown(self, sides: list[tuple[int, Symbol]], table: LanguageTable) -> str | None:
        """The file that may show what a type is called, which gets another name."""
        if len(sides) == 1 or table.type_printers is None:
            return None
        for program in self._programs:
            for file in program.files:
                if table.type_printers.search(file.text):
                    return f"`{file.path}` may show what `{name_of(sides[0][1])}` is called"
        return None


def _has_namesake(program: Program, symbol: Symbol) -> bool:
    """Whether another scope has a function of the same name."""
    name, scope = name_of(symbol), symbol.path[:-1]
    return any(
        one.path[:-1] != scope and name_of(one) == name and program.outline(one).owner is None
        for one in program.definitions
        if program.outline(one).kind is Kind.FUNCTION
    )


def _asked_by(program: Program) -> Iterator[str]:
    """Names after a point, an arrow or a scope where a failure chooses something else."""
    for file in program.files:
        parts = table_of(file.language).silent_parts
        if not parts or file.tree is None:
            continue
        tree, names = file.tree, file.tree.language.kind_names
        for row, kind in enumerate(tree.kind):
            if names[kind] in parts:
                yield from _members_in(tree, row, parts[names[kind]])


def _members_in(tree: SyntaxTree, row: int, without: frozenset[str]) -> Iterator[str]:
    """The members that code names, apart from parts of some kinds and a function's own name."""
    names = tree.language.kind_names
    at, last = row + 1, b""
    while at < tree.stop[row]:
        is_own = names[tree.kind[tree.parent[at]]] == "function_declarator" and without
        if names[tree.kind[at]] in without or (is_own and _is_name_of(tree, at)):
            at, last = tree.stop[at], b""
            continue
        if tree.stop[at] == at + 1:
            text = tree.slice(at)
            if last in _BEFORE_MEMBERS:
                yield text.decode("utf-8", "replace")
            last = text
        at += 1


def _is_name_of(tree: SyntaxTree, row: int) -> bool:
    return tree.child_by_field(tree.parent[row], "declarator") == row
