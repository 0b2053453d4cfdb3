"""`annotations`: annotations the language ignores at run time came, went or changed.

Table `erased` of verdicts.yaml: `kinds` that are erased wherever they stand, `positions` of
erased children, `tokens` that come and go with them; `scope`: only directly in such scopes;
`needs`: fields their parent must have when one comes or goes; `target`: kinds the parent's
field must be of; `never_inside`: kinds that would make one more than an annotation;
`blocked_by_kinds`, `blocked_by_names`: what in the file may read annotations after all;
`names`: kinds of the leaves (or of their parents) that name types; `labels`: kinds of the parents
of names that only say what a type is for; `declarations`: kinds of which
nothing is left at run time either, though what they say counts here.
Side conditions: both sides stand in such a position, neither side is broken, and the
annotation comes or goes as a whole or names other types. The same names in another
combination, or with another literal, are left as evolution: they say something else on
purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.change.change import Context, Explained, changed_leaves, significant_leaves
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.change.refusals import Asks, Refusal
from tracer.semantics.language.tables import is_at, positions, tables_of
from tracer.semantics.names.occurrences import Names, Use

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree

RULE = "annotations"


def explain(context: Context) -> Iterator[Explained]:
    """Edits inside, or of, erased annotations."""
    kinds = (EditKind.UPDATE, EditKind.REPLACE, EditKind.DELETE, EditKind.INSERT, EditKind.SPELLING)
    erased = _Erased(context)
    for index, edit in context.of_kind(*kinds, EditKind.MOVE):
        if not erased.holds(edit) or not context.is_sound(edit):
            continue
        problem = _problem(context, edit)
        if problem:
            context.note((index,), problem)
            continue
        leaves = changed_leaves(context, edit.after) if edit.after >= 0 else ()
        yield Explained(
            RULE,
            "an annotation that is never evaluated or kept at run time",
            (index,),
            edit.before,
            edit.after,
            kept=leaves,
            touched=leaves,
        )


def _table(tree: SyntaxTree) -> dict[str, Any]:
    return tables_of(tree.language).raw.get("erased") or {}


class _Erased:
    """Where edits stand in what is erased. Of neighbours the answer is the same, so it is kept."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[int, dict[int, bool]] = {}  # by the tree's id and the row

    def holds(self, edit: Edit) -> bool:
        """Whether all sides of an edit are erased, or go with what is."""
        is_whole = edit.kind in (EditKind.DELETE, EditKind.INSERT)
        for forest, node in _sides(self._context, edit):
            tree, row = forest.tree_of(node)
            table = _table(tree)
            if not table:
                return False
            if not (is_whole and _is_token(tree, row, table)) and not self._is_inside(
                tree, row, table
            ):
                return False
        return True

    def _is_inside(self, tree: SyntaxTree, row: int, table: dict[str, Any]) -> bool:
        known = self._known.setdefault(id(tree), {0: False})
        kinds, erased = table.get("kinds") or (), positions(table.get("positions"))
        passed = []
        while row not in known:
            passed.append(row)
            if tree.kind_name(row) in kinds or is_at(tree, row, erased):
                known[row] = True
            else:
                row = tree.parent[row]
        for at in passed:
            known[at] = known[row]
        return known[row]


def _sides(context: Context, edit: Edit) -> list[tuple[Forest, int]]:
    both = ((context.before, edit.before), (context.after, edit.after))
    return [(forest, node) for forest, node in both if node >= 0]


def _holder(tree: SyntaxTree, row: int, *, is_whole: bool) -> int:
    """Row of the erased subtree a row belongs to, or of a token that goes with one; else -1."""
    table = _table(tree)
    if not table:
        return -1
    kinds = table.get("kinds") or ()
    erased = positions(table.get("positions"))
    if is_whole and _is_token(tree, row, table):
        return row
    while row > 0:
        if tree.kind_name(row) in kinds or is_at(tree, row, erased):
            return row
        row = tree.parent[row]
    return -1


def _is_token(tree: SyntaxTree, row: int, table: dict[str, Any]) -> bool:
    texts = (table.get("tokens") or {}).get(tree.kind_name(tree.parent[row])) or ()
    return tree.slice(row).decode("utf-8", "replace") in texts


def _problem(context: Context, edit: Edit) -> str | None:
    for forest, node in _sides(context, edit):
        file, row = forest.locate(node)
        names = (
            context.names_before(file) if forest is context.before else context.names_after(file)
        )
        problem = _blocked(names) or _misplaced(names, row, edit)
        if problem:
            return problem
    if _names_other_types(context, edit):
        return None
    return Refusal.of(Asks.NAMES, "the same types in another combination")


def _names_other_types(context: Context, edit: Edit) -> bool:
    """Whether the annotation around the edit came, went, or names other types than before."""
    is_whole = edit.kind in (EditKind.DELETE, EditKind.INSERT)
    known = []
    for forest, node in _sides(context, edit):
        file, row = forest.locate(node)
        tree, base = forest.trees[file], forest.base[file]
        holder = _holder(tree, row, is_whole=is_whole)
        if holder == row and is_whole:
            other = _replaced(context, forest, base + row)
            if other is None:
                return True
            known.append(other)
        known.append((forest, base + holder))
    if edit.kind is EditKind.UPDATE:
        tree, row = context.tree_before(edit.before)
        return _is_type_name(tree, row) or _is_label(tree, row)
    if len(known) == 1:
        forest, holder = known[0]
        is_before = forest is context.before
        columns = (context.mapping.to_after, context.mapping.to_before)
        partner = columns[0 if is_before else 1][holder]
        if partner < 0:
            return False
        known.append((context.after if is_before else context.before, partner))
    words = [_type_names(*forest.tree_of(node)) for forest, node in known]
    return words[0] != words[1]


def _replaced(context: Context, forest: Forest, node: int) -> tuple[Forest, int] | None:
    """The type that stands, on the other side, where this one went or came; None for none.

    In a cast a type can only take the place of another.
    """
    is_before = forest is context.before
    column = context.mapping.to_after if is_before else context.mapping.to_before
    file, row = forest.locate(node)
    parent = column[forest.base[file] + forest.trees[file].parent[row]]
    if parent < 0:
        return None
    other = context.after if is_before else context.before
    file_o, row_o = other.locate(parent)
    tree = other.trees[file_o]
    erased = positions(_table(tree).get("positions"))
    found = (child for child in tree.children(row_o) if is_at(tree, child, erased))
    child = next(found, -1)
    return None if child < 0 else (other, other.base[file_o] + child)


def _is_type_name(tree: SyntaxTree, row: int) -> bool:
    kinds = _table(tree).get("names") or ()
    return tree.kind_name(row) in kinds or tree.kind_name(tree.parent[row]) in kinds


def _is_label(tree: SyntaxTree, row: int) -> bool:
    return tree.kind_name(tree.parent[row]) in (_table(tree).get("labels") or ())


def _type_names(tree: SyntaxTree, row: int) -> list[bytes]:
    leaves = significant_leaves(tree, row)
    return sorted(tree.slice(at) for at in leaves if _is_type_name(tree, at))


def _blocked(names: Names) -> str | None:
    table = _table(names.tree)
    ids = names.tree.language.kind_ids
    for kind in table.get("blocked_by_kinds") or ():
        if ids.get((kind, True), -1) in names.tree.kind:
            return f"a {kind} may read annotations"
    word = names.has_any(frozenset(table.get("blocked_by_names") or ()), 0)
    return f"{word} may read annotations" if word else None


def _misplaced(names: Names, row: int, edit: Edit) -> str | None:
    """Whether the annotation is one that counts, by where it stands or what it holds."""
    tree, table = names.tree, _table(names.tree)
    is_whole = edit.kind in (EditKind.DELETE, EditKind.INSERT)
    holder = _holder(tree, row, is_whole=is_whole)
    scopes = table.get("scope")
    if scopes and names.tables.scopes[tree.kind_name(_scope(names, holder))] not in scopes:
        return Refusal.of(Asks.NAMES, "annotations are kept here")
    parent = tree.parent[holder]
    kind = tree.kind_name(parent)
    for field, kinds in ((table.get("target") or {}).get(kind) or {}).items():
        target = tree.child_by_field(parent, field)
        if target < 0 or tree.kind_name(target) not in kinds:
            return "the annotated target is not a plain name"
        word = tree.slice(target).decode("utf-8", "replace")
        if scopes and any(o.use is Use.UNCLEAR for o in names.within(word, _scope(names, holder))):
            return f"{word} may be no local, which alone can be annotated"
    if is_whole and holder == row:
        for field in (table.get("needs") or {}).get(kind) or ():
            if tree.child_by_field(parent, field) < 0:
                return "without a value, the annotation is what declares the name"
    ids = {tree.language.kind_ids.get((k, True), -1) for k in table.get("never_inside") or ()}
    if any(tree.kind[at] in ids for at in range(holder, tree.stop[holder])):
        return "the annotation does more than annotate"
    return None


def _scope(names: Names, row: int) -> int:
    """Row of the function, class or file around a row."""
    tree, scopes = names.tree, names.tables.scopes
    while row > 0 and scopes.get(tree.kind_name(row)) not in ("function", "class", "file"):
        row = tree.parent[row]
    return row
