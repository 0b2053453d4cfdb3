"""`reorder_definitions`: definitions of one list in another order, where order cannot matter.

Either of two that changed places may be what the mapping says moved, so a constant a function
moved over is looked at as well.

Side conditions: the moved node and everything it changed places with commute
(`effects/commutativity.py`), on both sides; the attributes before it go with it; the list's holder
has nothing that may watch the order of its members; neither side is broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, significant_leaves
from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.change.refusals import Asks, Refusal, asked_of_proofs
from tracer.classify.equality.subtree_equality import is_same_tokens
from tracer.semantics.effects.commutativity import doubtful, marked_by, marks_of, why_not_commute
from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.macro_uses import words_of_macros
from tracer.semantics.reflection.readers.framework_names import why_collected
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, unwrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.matching import Forest
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree

RULE = "reorder_definitions"


def explain(context: Context) -> Iterator[Explained]:
    """Definitions that moved within their list."""
    for index, edit in moves(context):
        problem = why_known(context, edit)
        if is_asked_of_proofs(context.names_before(context.before.locate(edit.before)[0])):
            problem = asked_of_proofs(problem)
        if problem:
            context.note((index,), problem)
            continue
        tree_a, row_a = context.tree_after(edit.after)
        offset = edit.after - row_a
        yield Explained(
            "import_order" if _is_import(context, edit) else RULE,
            "another place in the same list; it commutes with everything it passed",
            (index,),
            edit.before,
            edit.after,
            touched=tuple(offset + at for at in significant_leaves(tree_a, row_a)),
        )


def is_asked_of_proofs(names: Names) -> bool:
    """Whether conditions ask about orders: where all is declared by its place, terms say it."""
    return not names.tables.raw.get("macro_definition")


def moves(context: Context) -> Iterator[tuple[int, Edit]]:
    """(index, edit) of what stands elsewhere in its list and is not explained yet."""
    for index, edit in context.of_kind(EditKind.MOVE):
        if context.is_sound(edit) and _is_same_list(context, edit):
            yield index, edit


def _is_import(context: Context, edit: Edit) -> bool:
    tree, row = context.tree_before(edit.before)
    return bool(tree.language.roles[tree.kind[row]] & Role.IMPORT)


def _is_same_list(context: Context, edit: Edit) -> bool:
    parent_b, parent_a = context.before.parent(edit.before), context.after.parent(edit.after)
    return parent_b >= 0 and context.mapping.to_after[parent_b] == parent_a


def why_exchanged(forest: Forest, names: Names, one: int, other: int) -> str | None:
    """Why two definitions of one list may not change places, in one version, or None."""
    return _holder_problem(names, one) or _between(
        forest, names, marked_by(names, one), marked_by(names, other)
    )


def why_known(context: Context, edit: Edit) -> str | None:
    """Why what moved in its list may not stand there, or None."""
    file_b, row_b = context.before.locate(edit.before)
    file_a, row_a = context.after.locate(edit.after)
    names_b, names_a = context.names_before(file_b), context.names_after(file_a)
    for names, row in ((names_b, row_b), (names_a, row_a)):
        problem = _holder_problem(names, row)
        if problem:
            return problem
    name = defined_name(names_b.tree, unwrapped(names_b.tree, row_b)) or ""
    collected = why_collected(context, names_b, name, sort="names") if name else None
    if collected:
        return f"{collected}, in the order of the file"
    among_b = doubtful(names_b, row_b, _with_macros(context.before, names_b))
    among_a = doubtful(names_a, row_a, _with_macros(context.after, names_a))
    if not _keeps_marks(context, edit):
        return "an attribute stands before one of them"
    problems = (
        _between(forest, names, marked_by(names, row), marked_by(names, other))
        for forest, names, row, passed in (
            (context.before, names_b, row_b, _passed_before(context, edit, among_b)),
            (context.after, names_a, row_a, _passed_after(context, edit, among_a)),
        )
        for other in passed
    )
    return next((problem for problem in problems if problem), None)


def _with_macros(forest: Forest, names: Names) -> Callable[[int], bool]:
    """Whether a macro in a row may name something else."""
    return lambda row: bool(words_of_macros(forest, names, row))


def _between(forest: Forest, names: Names, one: int, other: int) -> str | None:
    """Why the order of two siblings matters, each with the attributes before it."""
    if one == other:
        return "an attribute stands before one of them"
    return why_not_commute(names, one, other, with_marks=True) or (
        _macro_between(forest, names, one, other)
    )


def _keeps_marks(context: Context, edit: Edit) -> bool:
    """Whether what moved, or what a moved attribute belongs to, has the attributes it had."""
    file_b, row_b = context.before.locate(edit.before)
    file_a, row_a = context.after.locate(edit.after)
    names_b, names_a = context.names_before(file_b), context.names_after(file_a)
    item_b, item_a = marked_by(names_b, row_b), marked_by(names_a, row_a)
    marks_b, marks_a = marks_of(names_b, item_b), marks_of(names_a, item_a)
    to_after = context.mapping.to_after[edit.before + item_b - row_b]
    return (
        to_after == edit.after + item_a - row_a
        and len(marks_b) == len(marks_a)
        and all(
            is_same_tokens(names_b.tree, b, names_a.tree, a)
            for b, a in zip(marks_b, marks_a, strict=True)
        )
    )


def _macro_between(forest: Forest, names: Names, one: int, other: int) -> str | None:
    """Whether a macro in one of two definitions mentions the name of the other."""
    for row, wanted in ((one, other), (other, one)):
        word = defined_name(names.tree, unwrapped(names.tree, wanted))
        if word and word in words_of_macros(forest, names, row):
            return f"a macro in one of them mentions {word}"
    return None


def _holder_problem(  # noqa: PLR0911 - one guard a line
    names: Names, row: int
) -> str | None:
    tree, table = names.tree, names.tables.raw.get("order") or {}
    container = tree.parent[row]
    if tree.kind_name(container) not in (table.get("containers") or ()):
        return "not a list whose order is known not to matter"
    holder = tree.parent[container]
    scopes = names.tables.scopes
    kinds = {scopes.get(tree.kind_name(at)) for at in (container, holder) if at >= 0}
    if not kinds & {"file", "class"}:
        return Refusal.of(Asks.MEANING, "the order of statements in a function")
    listed = table.get("listed_by") or {}
    lister = names.has_any(frozenset(listed.get("class" if "class" in kinds else "file") or ()), 0)
    if lister:
        return f"{lister} may list names in their order"
    if holder < 0:
        return None
    name = defined_name(tree, holder)
    if name and names.tables.mangled and b"_%s__" % name.lstrip("_").encode() in tree.text:
        return f"a member of {name} is spelled as the language calls it"
    field = (table.get("plain_holder") or {}).get(tree.kind_name(holder))
    if field and _has_content(tree, tree.child_by_field(holder, field)):
        return "the class has bases, which may see the order of its members"
    if tree.language.roles[tree.kind[tree.parent[holder]]] & Role.WRAPPER and field:
        return "the class is decorated"
    return None


def _has_content(tree: SyntaxTree, row: int) -> bool:
    named = tree.language.kind_is_named
    return row >= 0 and any(named[tree.kind[c]] for c in significant_children(tree, row))


def _passed_before(context: Context, edit: Edit, among: Iterable[int]) -> Iterator[int]:
    """Rows before, of some siblings, that may now be on the node's other side.

    A sibling without a partner that was neither deleted nor inserted counts: the comparison
    paired it on its own.
    """
    file_b, row_b = context.before.locate(edit.before)
    base_b, to_after = context.before.base[file_b], context.mapping.to_after
    for other in among:
        image = to_after[base_b + other]
        if other == row_b:
            continue
        if image < 0:
            if not context.is_deleted(base_b + other):
                yield other
        elif _has_passed(context, edit, base_b + other, image):
            yield other


def _passed_after(context: Context, edit: Edit, among: Iterable[int]) -> Iterator[int]:
    """The same, rows after: first those that stood there before, then those without a partner."""
    file_a, row_a = context.after.locate(edit.after)
    base_a, to_before = context.after.base[file_a], context.mapping.to_before
    siblings = [row for row in among if row != row_a]
    for other in sorted(siblings, key=lambda row: to_before[base_a + row]):
        origin = to_before[base_a + other]
        if origin >= 0 and _has_passed(context, edit, origin, base_a + other):
            yield other
    for other in siblings:
        if to_before[base_a + other] < 0 and not context.is_inserted(base_a + other):
            yield other


def _has_passed(context: Context, edit: Edit, before: int, after: int) -> bool:
    """Whether two ends of one node, siblings of the edit's, are on its two sides."""
    forests = context.before, context.after
    is_list = all(
        forest.parent(node) == forest.parent(own)
        for forest, node, own in zip(forests, (before, after), edit[1:], strict=True)
    )
    return is_list and (before < edit.before) != (after < edit.after)
