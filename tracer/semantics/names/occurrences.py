"""Where a name occurs in a file, what each occurrence is, and which scope binds it.

Table-driven (`language/tables.py`) and deliberately shy: an occurrence whose meaning is not certain
is `UNCLEAR`, and rules refuse to reason about names with unclear occurrences.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.semantics.language.tables import (
    has_word,
    is_at,
    rows_of,
    significant_children,
)
from tracer.semantics.names.imports import Import, imports_of
from tracer.semantics.names.occurrence_kinds import Use, is_fixed, macro_in, may_bind_at, use_of
from tracer.semantics.names.word_index import WordIndex, encoded
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.syntax import SyntaxTree

__all__ = ["Names", "Occurrence", "Use", "is_plain_name"]

_T = TypeVar("_T")
# A scope, the whole one that it is the body of, its kind, and what stands around it.
_Link = tuple[int, int, str, "_Link | None"]
_PLAIN = lazy_pattern(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")


class Occurrence(NamedTuple):
    """One occurrence of a word outside comments.

    `scope` is the row of the scope that an occurrence which binds the name binds it in, else
    -1; `visible` the offset from which that binding holds; `fixed` whether the spelling is
    seen outside the file.
    """

    row: int
    use: Use
    scope: int = -1
    visible: int = 0
    fixed: bool = False


class Names(WordIndex):
    """The names of one tree. Each word is looked up once."""

    def __init__(self, tree: SyntaxTree) -> None:
        super().__init__(tree)
        self._known: dict[str, tuple[Occurrence, ...]] = {}
        self._children: dict[int, list[int]] = {}
        self._unclear: dict[int, bool] = {}
        self._any: dict[tuple[frozenset[str], int], str | None] = {}
        self._inside: dict[tuple[str, int], tuple[Occurrence, ...]] = {}
        self._at: dict[tuple[int, str], Occurrence] = {}
        self._of_kinds: dict[tuple[str, ...], list[int]] = {}
        self._by_tokens: dict[tuple[str, ...], dict[bytes, list[int]]] = {}
        self._constants: dict[str, bool] = {}
        self._unclear_words: dict[str, bool] = {}
        self._scope_at: dict[tuple[int, str], int] = {}
        self._visible: dict[tuple[int, str], int] = {}
        self._binding_in: dict[str, tuple[int, int, tuple[Occurrence, ...]]] = {}  # of that scope
        self._there: dict[frozenset[str], list[bytes]] = {}  # those that the file has in its text
        self._links: dict[int, _Link] = {}
        self._bound: dict[str, tuple[Occurrence, ...]] = {}
        self._kept: dict[Callable[[Names], Any], Any] = {}

    def kept(self, make: Callable[[Names], _T]) -> _T:
        """What a function makes of the file, made once; where other modules keep what they find."""
        found: _T | None = self._kept.get(make)
        if found is None:
            found = self._kept[make] = make(self)
        return found

    def occurrences(self, word: str) -> tuple[Occurrence, ...]:
        """Every occurrence of a word outside comments, in order.

        Cost: one search of the text in C, and the ancestors of each hit.
        """
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = tuple(
                self._occurrence(row, word) for row in self.rows(word)
            )
        return found

    def children(self, row: int) -> list[int]:
        """The children of a row that are not comments, ascending; listed once."""
        found = self._children.get(row)
        if found is None:
            found = self._children[row] = significant_children(self.tree, row)
        return found

    @cached_property
    def imports(self) -> list[Import]:
        """Every import of the file, wherever it stands."""
        return imports_of(self.tree)

    @cached_property
    def _imports_by(self) -> tuple[dict[str, list[Import]], dict[int, list[Import]]]:
        """The imports by the name they bind, and by the row of their statement."""
        of_word: dict[str, list[Import]] = {}
        of_row: dict[int, list[Import]] = {}
        for entry in self.imports:
            of_word.setdefault(entry.local, []).append(entry)
            of_row.setdefault(entry.statement, []).append(entry)
        return of_word, of_row

    def imports_of(self, word: str) -> Sequence[Import]:
        """The imports, wherever they stand, that bind a word."""
        return self._imports_by[0].get(word, ())

    def imports_at(self, statement: int) -> Sequence[Import]:
        """What the import statement at a row brings."""
        return self._imports_by[1].get(statement, ())

    def within(self, word: str, row: int) -> list[Occurrence]:
        """The occurrences in the subtree of `row`."""
        known = self.occurrences(word)
        rows = self._rows_of[word]
        return list(known[bisect_left(rows, row) : bisect_left(rows, self.tree.stop[row])])

    def inside(self, word: str, row: int) -> tuple[Occurrence, ...]:
        """The same, without a look at the rest of the file.

        Whatever a scope binds, and all that means it, stands inside that scope.
        """
        if word in self._known:
            return tuple(self.within(word, row))
        found = self._inside.get((word, row))
        if found is None:
            found = tuple(self._occurrence(at, word) for at in self._rows_in(word, row))
            self._inside[word, row] = found
        return found

    def each_inside(self, word: str, row: int) -> Iterator[Occurrence]:
        """The same one by one, for who may not need them all."""
        return (self._occurrence(at, word) for at in self._rows_in(word, row))

    def is_seen_by_file_only(self, row: int) -> bool:
        """Whether the file is the only scope around a row."""
        link = self._scopes_around(max(self.tree.parent[row], 0))
        return link is not None and link[-1] is None

    def occurrence_at(self, row: int, word: str) -> Occurrence:
        """What one leaf, which is the word or contains it, is."""
        return self._occurrence(row, word)

    def at(self, row: int, word: str) -> Occurrence | None:
        """That of `occurrences` at a row, if there is one: no comment, nothing joins the word."""
        return self._occurrence(row, word) if self._is_word(row, word) else None

    def has_any(self, words: frozenset[str], row: int) -> str | None:
        """The first of the words that stands in the subtree of `row` as code, if any."""
        if not words:
            return None
        if (words, row) not in self._any:
            self._any[words, row] = self._first_of(words, row)
        return self._any[words, row]

    def _first_of(self, words: frozenset[str], row: int) -> str | None:
        known = self._there.get(words)
        if known is None:
            known = self._there[words] = [
                word for word, is_plain in encoded(words) if self._has(word, is_plain=is_plain)
            ]
        first, last = self.tree.start[row], self.tree.end[row]
        found = []
        for word in known:
            spots = self._spots(word)
            at = bisect_left(spots, first)
            if at < len(spots) and spots[at] + len(word) <= last:
                found.append((spots[at], word.decode()))
        for _, name in sorted(found):
            if any(one.use is not Use.DATA for one in self.inside(name, row)):
                return name
        return None

    def rows_of(self, kinds: tuple[str, ...]) -> list[int]:
        """Rows of some kinds, ascending; looked for once."""
        found = self._of_kinds.get(kinds)
        if found is None:
            found = self._of_kinds[kinds] = rows_of(self.tree, kinds)
        return found

    def rows_by_tokens(self, kinds: tuple[str, ...]) -> dict[bytes, list[int]]:
        """The same by what `SyntaxTree.entries` says of them, which equal code has in common."""
        found = self._by_tokens.get(kinds)
        if found is None:
            found = self._by_tokens[kinds] = {}
            for row in self.rows_of(kinds):
                found.setdefault(self.tree.entries(row), []).append(row)
        return found

    def may_be_constant(self, word: str) -> bool:
        """Whether a word stands where it would mean a constant that is compared with."""
        if not self.tables.constants:
            return False
        found = self._constants.get(word)
        if found is None:
            found = any(self._is_constant_at(o.row) for o in self.occurrences(word))
            self._constants[word] = found
        return found

    def _is_constant_at(self, row: int) -> bool:
        while is_at(self.tree, row, self.tables.constants_through):
            row = self.tree.parent[row]
        return is_at(self.tree, row, self.tables.constants)

    def bound(self, word: str) -> tuple[Occurrence, ...]:
        """Those of `occurrences` that bind the word; what stands elsewhere is not looked at."""
        found = self._bound.get(word)
        if found is None:
            rows = filter(self.may_bind_at, self.rows(word))
            known = (self._occurrence(row, word) for row in rows)
            found = self._bound[word] = tuple(one for one in known if one.scope >= 0)
        return found

    def is_bound(self, word: str) -> bool:
        """Whether the file binds a word somewhere."""
        return bool(self.bound(word))

    def is_unclear(self, word: str) -> bool:
        """Whether some occurrence of a word may be anything."""
        found = self._unclear_words.get(word)
        if found is None:
            found = any(o.use is Use.UNCLEAR for o in self.occurrences(word))
            self._unclear_words[word] = found
        return found

    def macro_in(self, row: int) -> str | None:
        """A name in the subtree that may be a macro, whose text we do not see, if any."""
        return macro_in(self.tree, self.tables, row)

    def is_plain(self, row: int) -> bool:
        """Whether no name in the subtree is spelled in a second way (escapes, composed letters).

        Python folds names to NFKC, Java and JavaScript read escapes in names, so two texts may
        be one name.
        """
        text = self.tree.slice(row)
        if text.isascii() and b"\\" not in text:
            return True
        flags, kinds = self.tree.flags, self.tables.words
        for at in range(row, self.tree.stop[row]):
            if flags[at] & LEAF and self.tree.kind_name(at) in kinds:
                name = self.tree.slice(at)
                if b"\\" in name or not _is_folded(name):
                    return False
        return True

    def scope_of(self, occurrence: Occurrence, word: str) -> int:
        """Row of the scope whose binding an occurrence of `word` refers to, or -1.

        -1 is a name bound nowhere in this file: a builtin, or something a wildcard brought.
        """
        return occurrence.scope if occurrence.scope >= 0 else self.scope_at(occurrence.row, word)

    def is_of_function(self, occurrence: Occurrence, word: str, home: int = 0) -> bool:
        """Whether an occurrence of `word` means what a function inside `home` calls so."""
        scope = self.scope_of(occurrence, word) if occurrence.use is Use.NAME else -1
        return scope > home and self.tables.scopes.get(self.tree.kind_name(scope)) == "function"

    def scope_at(self, row: int, word: str) -> int:
        """Row of the scope whose binding of `word` a use at `row` would see, or -1."""
        found = self._scope_at.get((row, word))
        if found is None:
            found = self._scope_at[row, word] = self._find_scope(row, word)
        return found

    def _find_scope(self, row: int, word: str) -> int:
        is_inner = False  # whether a function stands between the occurrence and the scope
        link, start = self._scopes_around(row), self.tree.start[row]
        known, is_whole_scope = self._visible, self.tables.is_whole_scope
        while link is not None:
            scope, whole, kind, link = link
            if not (kind == "class" and is_inner):
                visible = known.get((whole, word))
                if visible is None:
                    visible = self._visible_from(whole, word)
                is_here = visible >= 0 and (is_whole_scope or visible <= start)
                if is_here and not self._is_behind(row, scope, word):
                    return whole
            is_inner = is_inner or kind == "function"
        return -1

    def _is_behind(self, row: int, scope: int, word: str) -> bool:
        """Whether a row stands in a function's head, and only its body binds the word."""
        tree = self.tree
        fields = self.tables.heads.get(tree.kind_name(scope))
        if not fields or row == scope:
            return False
        at = row
        while tree.parent[at] != scope:
            at = tree.parent[at]
        if tree.field_name(at) not in fields:
            return False
        body = tree.child_by_field(scope, "body")
        bound = (one.row for one in self.inside(word, scope) if one.scope == scope)
        return body >= 0 and all(body <= at < tree.stop[body] for at in bound)

    def _visible_from(self, scope: int, word: str) -> int:
        """The offset from which a scope's own binding of a word holds, or -1 where it has none.

        What is bound in a scope stands in it, so nothing else is looked at.
        """
        rows, stop = self._rows_in(word, scope), self.tree.stop[scope]
        first, last, known = self._binding_in.get(word, (stop, stop, ()))
        if scope <= first and last <= stop:  # most often the scope around the last one
            rows = rows[: bisect_left(rows, first)] + rows[bisect_left(rows, last) :]
        else:
            known = ()
        new = (self._occurrence(row, word) for row in rows if self.may_bind_at(row))
        binding = (*known, *(one for one in new if one.scope >= 0))
        self._binding_in[word] = scope, stop, binding
        found = min((one.visible for one in binding if one.scope == scope), default=-1)
        self._visible[scope, word] = found
        return found

    def is_at_top(self, row: int) -> bool:
        """Whether no function stands at or around the row."""
        while row >= 0:
            if self.tables.scopes.get(self.tree.kind_name(row)) == "function":
                return False
            row = self.tree.parent[row]
        return True

    def is_file_word(self, row: int) -> bool:
        """Whether a word at a row is the file's own: no class makes its own of it around."""
        return not self.is_in_class(row) or not self.is_at_top(row)

    def is_in_class(self, row: int) -> bool:
        """Whether a class stands around the row."""
        while row > 0:
            row = self.tree.parent[row]
            if self.tables.scopes.get(self.tree.kind_name(row)) == "class":
                return True
        return False

    def kind_of_scope(self, row: int) -> str:
        """file, class, function, block or comprehension."""
        return self.tables.scopes[self.tree.kind_name(row)]

    def whole_scope(self, row: int) -> int:
        """The scope a body belongs to: that of the function or loop whose body it is."""
        parent = self.tree.parent[row]
        is_body = parent >= 0 and self.tree.field_name(row) == "body"
        if not is_body or self.tree.kind_name(parent) not in self.tables.scopes:
            return row
        is_block = self.kind_of_scope(row) == "block"
        return parent if is_block and self.kind_of_scope(parent) != "class" else row

    # ------------------------------------------------------------------ occurrences

    def _occurrence(self, row: int, word: str) -> Occurrence:
        found = self._at.get((row, word))
        if found is None:
            found = self._at[row, word] = self._new_occurrence(row, word)
        return found

    def _new_occurrence(self, row: int, word: str) -> Occurrence:
        use = use_of(self.tree, self.tables, row, word, self._unclear)
        if use is not Use.NAME:
            return Occurrence(row, use)
        fixed = is_fixed(self.tree, self.tables, row)
        may_bind = may_bind_at(self.tree, self.tables, row) and self.tables.may_bind(word)
        bound = self._binding(row, fixed=fixed) if may_bind else None
        return bound or Occurrence(row, Use.NAME, fixed=fixed)

    # ------------------------------------------------------------------ bindings

    def _binding(self, row: int, *, fixed: bool) -> Occurrence | None:
        """The occurrence as a binding one, or None when it binds nothing."""
        tree, tables = self.tree, self.tables
        names, kind = tree.language.kind_names, tree.kind
        at = row
        while True:
            parent = tree.parent[at]
            if parent < 0:
                return None
            around = names[kind[parent]]
            code = self._code(at, parent) if around in tables.bindings else None
            if code is not None:
                return self._binding_by(row, parent, code, fixed=fixed)
            fixed = fixed or around in tables.fixed_through
            if around not in tables.through or not is_at(tree, at, tables.through):
                return None
            is_single = around in tables.single
            if is_single and significant_children(tree, parent) != [at]:
                around = tree.kind_name(max(tree.parent[parent], 0))
                is_first = significant_children(tree, parent)[0] == at
                if not is_first or around not in tables.bound_first:
                    return None
            at = parent

    def may_bind_at(self, row: int) -> bool:
        """Whether a leaf stands where a name may be bound; cheaper than `occurrence_at`."""
        return may_bind_at(self.tree, self.tables, row)

    def _code(self, at: int, parent: int) -> str | None:
        """How `parent` binds a name that stands in the position of `at`."""
        table = self.tables.bindings.get(self.tree.kind_name(parent))
        if table is None:
            return None
        code = table.get(self.tree.field_name(at) or "-", table.get(f":{self.tree.kind_name(at)}"))
        if isinstance(code, dict):
            tokens = (token for token in code if has_word(self.tree, parent, frozenset((token,))))
            code = code.get(next(tokens, ""))
        return None if code is None else str(code)

    def _binding_by(self, row: int, parent: int, code: str, *, fixed: bool) -> Occurrence | None:
        tree, tables = self.tree, self.tables
        outside = code.startswith("outside")
        at = tree.parent[parent] if outside else parent
        to_function = code.endswith("function")
        while at >= 0:
            kind = tree.kind_name(at)
            if at != parent and kind in tables.barriers:
                return None
            fixed = fixed or kind in tables.fixed_inside
            scope = tables.scopes.get(kind)
            if scope and not (to_function and scope in ("block", "comprehension")):
                break
            at = tree.parent[at]
        if at < 0:
            return None
        words = tables.fixed_with.get(tree.kind_name(parent))
        fixed = fixed or (words is not None and has_word(tree, parent, words))
        visible = tree.end[parent] if code == "after" else tree.start[row]
        if outside or tables.is_whole_scope:
            visible = 0
        return Occurrence(row, Use.NAME, self.whole_scope(at), visible, fixed)

    def _scopes_around(self, row: int) -> _Link | None:
        """Scopes an occurrence sees, innermost first; parts evaluated outside skip theirs.

        Cost: the rows up to the innermost scope, the first time those up to the file.
        """
        tree, tables = self.tree, self.tables
        names, kind, parents = tree.language.kind_names, tree.kind, tree.parent
        scopes, outer, firsts = tables.scopes, tables.outer, tables.outer_first
        known, passed = self._links, []
        at, is_outside = row, False
        while at >= 0:
            if names[kind[at]] in scopes:
                passed.append((at, is_outside))
                if at in known:
                    break
                is_outside = False
            parent = parents[at]
            above = names[kind[parent]] if parent >= 0 else ""
            if (above in outer and is_at(tree, at, outer)) or (
                above in firsts and self._is_first_source(at)
            ):
                is_outside = True
            at = parent
        link: _Link | None = None
        for at, is_outside in reversed(passed):
            found = known.get(at)
            if found is None:
                found = known[at] = (at, self.whole_scope(at), scopes[names[kind[at]]], link)
            link = found[-1] if is_outside else found
        return link

    def _is_first_source(self, at: int) -> bool:
        """Whether this is the iterable of a comprehension's first clause."""
        tree = self.tree
        clause = tree.parent[at]
        if clause < 0:
            return False
        kind = tree.kind_name(clause)
        if self.tables.outer_first.get(kind) != tree.field_name(at) or tree.field[at] == 0:
            return False
        siblings = significant_children(tree, tree.parent[clause])
        return clause == next(row for row in siblings if tree.kind_name(row) == kind)


def is_plain_name(text: str) -> bool:
    """Whether a text is an ASCII name, spelled in the one way there is."""
    return _PLAIN.match(text) is not None


def _is_folded(name: bytes) -> bool:
    import unicodedata  # noqa: PLC0415 - only for files with other letters than ASCII

    text = name.decode("utf-8", "replace")
    return unicodedata.normalize("NFKC", text) == text
