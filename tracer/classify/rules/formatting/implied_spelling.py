"""`implied_spelling`: what holds anyway is spelled out, or no longer.

Table `implied` of verdicts.yaml; all names in it must be the language's own in the file:

- `bases`: kind of class -> `field` of its bases and the `name` every class is derived from;
- `arguments`: function -> `place` of an argument and its `name`, what it is by `default`, texts
  that are the `same`; `keyword`: kind of named arguments, `unclear` kinds may be any arguments;
- `aliases`: names of one thing;
- `supers`: a call that is told what it knows (`implied/super_calls.py`);
- `fields`: the call of a literal that fills in its fields, which are numbered or not;
- `sets`: a `name` called with a list (`kinds`), and the kind of `literal` that says the same;
- `copies`: kinds of loops and of the literals with a `spread` that hold the same, and the `words`
  of a loop that takes all there is;
- `header`: a comment with the encoding (`pattern`) among the first `lines`, and the encodings that
  a file has by `default`;
- what says a value in a longer way, and other names of one thing: `implied/values.py`;
- `kept_as_text`: kinds (annotations) that may be kept as they are written: nothing in them;
- `older`: kinds that show another version of the language, about which nothing is concluded.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, changed_leaves
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.equality.implied.calls import stated_encodings, why_same_call
from tracer.classify.equality.implied.sides import Rows, Sides
from tracer.classify.equality.implied.super_calls import why_same_super
from tracer.semantics.language.tables import has_kind, named_children
from tracer.semantics.names.imports import target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.monkey_patching import (
    is_put_elsewhere,
    is_stored_elsewhere,
)
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.syntax import SyntaxTree

RULE = "implied_spelling"
_REACH = 7  # rows from a part of a literal up to the call whose function's literal it is
_KINDS = (EditKind.INSERT, EditKind.DELETE, EditKind.UPDATE, EditKind.REPLACE)


def explain(context: Context) -> Iterator[Explained]:
    """Edits of one expression or header each."""
    for file_b, file_a in context.mapping.file_pairs:
        names_b, names_a = context.names_before(file_b), context.names_after(file_a)
        table = names_b.tables.raw.get("implied")
        if not table or names_a.tables is not names_b.tables:
            continue
        if next(context.of_files(file_b, file_a, *_KINDS), None) is None:
            continue
        older = frozenset(table["older"])
        if has_kind(names_b.tree, older) or has_kind(names_a.tree, older):
            continue
        sides = Sides(names_b, names_a, table, *_questions(context, (file_b, file_a)))
        finder = _Finder(context, (file_b, file_a), sides)
        for index, edit in context.of_files(file_b, file_a, *_KINDS):
            is_here = finder.is_here(edit) and context.is_sound(edit)
            found = finder.find(edit) if is_here else None
            if found is None:
                continue
            evidence, pair = found
            edits = context.below(*pair) if pair else (index,)
            if index in edits:
                leaves = changed_leaves(context, pair[1]) if pair else ()
                before, after = pair or (edit.before, edit.after)
                yield Explained(RULE, evidence, edits, before, after, kept=leaves, touched=leaves)


def _questions(
    context: Context, files: tuple[int, int]
) -> tuple[Callable[[str], bool], Callable[[str, str], bool]]:
    """Whether the change set has a module that one of two versions of a file would import.

    And whether it gives a name that a file takes from the language, or from a module, another
    meaning from outside.
    """
    places = tuple(
        (forest.file_of_path, forest.paths[file], forest.trees[file].language)
        for forest, file in zip((context.before, context.after), files, strict=True)
    )

    def is_ours(module: str) -> bool:
        return any(
            target_of(paths, here, module, language) is not None for paths, here, language in places
        )

    modules = context.names_before(files[0]).tables.raw.get("builtin_modules") or ()

    @cache
    def is_put(word: str, module: str) -> bool:
        if module:
            return any(
                is_put_elsewhere(context, (module,), word, is_after=is_after)
                for is_after in (False, True)
            )
        return any(
            is_put_elsewhere(context, modules, word, is_after=is_after)
            or is_stored_elsewhere(context, file, word, is_after=is_after, is_member=False)
            for file, is_after in zip(files, (False, True), strict=True)
        )

    return is_ours, is_put


class _Finder:
    """Looks at one edit of a pair of files."""

    def __init__(self, context: Context, files: tuple[int, int], sides: Sides) -> None:
        self.context = context
        self.files = files
        self.sides = sides
        self.trees = sides.before.tree, sides.after.tree
        table = sides.table
        copies = table["copies"]["kinds"]
        self._kinds = {table["call"], table["sets"]["literal"], *copies, *copies.values()}
        self._kinds |= {table["fields"]["kind"], table["caught"]["list"]}
        self._kinds |= {*table["loops"]["kinds"].values(), table["encoded"]["brackets"]}
        self.bases = context.before.base[files[0]], context.after.base[files[1]]

    def is_here(self, edit: Edit) -> bool:
        """Whether both sides of an edit are in the two files: it may be one of what moved."""
        return all(
            node < 0 or base <= node < base + len(tree)
            for node, base, tree in zip(edit[1:], self.bases, self.trees, strict=True)
        )

    def find(self, edit: Edit) -> tuple[str, Rows | None] | None:
        """What an edit is, with the nodes that hold all of it (None: it is all)."""
        side = 0 if edit.before >= 0 else 1
        tree = self.trees[side]
        row = (edit.before, edit.after)[side] - self.bases[side]
        if tree.kind[row] in tree.language.comment_kinds:
            return ("the file has this encoding anyway", None) if self._is_header(edit) else None
        if min(edit.before, edit.after) < 0 and self._is_bare_base(tree, row):
            return "every class is derived from it", None
        if self._is_kept(tree, row):
            return None
        if edit.kind is EditKind.UPDATE and self._is_alias(edit):
            return "two names of one thing", None
        for holder in _around(tree, row):
            if tree.kind_name(holder) not in self._kinds:
                continue
            node = self.context.in_place(self.bases[side] + holder, is_after=side == 1)
            twin = node - self.bases[1 - side] if node >= 0 else -1
            rows = (holder, twin) if side == 0 else (twin, holder)
            why = 0 <= twin < len(self.trees[1 - side]) and (
                why_same_call(self.sides, rows)
                or why_same_super(self.context, self.files, self.sides, rows)
            )
            if why:
                return why, (self.bases[0] + rows[0], self.bases[1] + rows[1])
        return None

    def _is_kept(self, tree: SyntaxTree, row: int) -> bool:
        """Whether a row is part of what may be kept as it is written."""
        kinds = self.sides.table["kept_as_text"]
        inner = Role.STATEMENT | Role.BLOCK
        while row > 0 and not tree.language.roles[tree.kind[row]] & inner:
            if tree.kind_name(row) in kinds:
                return True
            row = tree.parent[row]
        return False

    def _is_bare_base(self, tree: SyntaxTree, row: int) -> bool:
        rule = self.sides.table["bases"].get(tree.kind_name(max(tree.parent[row], 0)))
        if not rule or tree.field_name(row) != rule["field"]:
            return False
        kids = named_children(tree, row)
        is_bare = len(kids) == 1 and tree.slice(kids[0]) == rule["name"].encode()
        return is_bare and self.sides.is_own(rule["name"])

    def _is_alias(self, edit: Edit) -> bool:
        rows = edit.before - self.bases[0], edit.after - self.bases[1]
        words = [
            tree.slice(row).decode("utf-8", "replace")
            for tree, row in zip(self.trees, rows, strict=True)
        ]
        names = self.sides.before, self.sides.after
        return any(set(words) <= set(group) for group in self.sides.table["aliases"]) and all(
            self.sides.is_own(word)
            and (found := side.at(row, word)) is not None
            and found.use is Use.NAME
            for word, side, row in zip(words, names, rows, strict=True)
        )

    def _is_header(self, edit: Edit) -> bool:
        """Whether a comment says the encoding a file has without it, and had."""
        rule = self.sides.table["header"]
        pattern = re.compile(rule["pattern"].encode())
        for tree, node, base in zip(self.trees, edit[1:], self.bases, strict=True):
            if node >= 0:
                found = pattern.search(tree.slice(node - base))
                if found is None or tree.line_of(tree.start[node - base]) > rule["lines"]:
                    return False
            if stated_encodings(tree, rule):
                return False
        return True


def _around(tree: SyntaxTree, row: int) -> Iterator[int]:
    """A row and the few around it that may be the call or literal it is a part of."""
    inner = Role.STATEMENT | Role.DEFINITION | Role.BLOCK
    for _ in range(_REACH):
        if row <= 0 or tree.language.roles[tree.kind[row]] & inner:
            return
        yield row
        row = tree.parent[row]
