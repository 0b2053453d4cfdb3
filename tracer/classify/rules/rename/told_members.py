"""What is told the names of the members of a class, or of one of them, when it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.functions.evaluation_order import Evaluation
from tracer.semantics.names.occurrences import Names, Use
from tracer.semantics.reflection.readers.name_readers import is_told
from tracer.semantics.types.member_owners import is_class_kept, marks_of_member
from tracer.semantics.values.string_values import is_known, is_thing, value_of
from tracer.syntax.names import defined_name, wrapper_of

if TYPE_CHECKING:
    from tracer.semantics.types.class_hierarchy import Classes


def why_told(names: Names, word: str, classes: Classes, at: tuple[int, int]) -> str | None:
    """What may be told the names of the members of a class (`at`), or of this one, or None."""
    file, holder = at
    tree = names.tree
    for looker in names.tables.raw["private_members"].get("lookers") or ():
        seen = names.has_any(frozenset((looker,)), holder)
        if seen or classes.may_inherit(file, holder, looker, reads=True):
            return f"{looker} may see {word}"
    definition = max(tree.parent[holder], 0)
    if is_told(names, definition) or is_told(names, wrapper_of(tree, definition)):
        return f"a decorator in its class may be told {word}"
    return _told_by_class(names, word, holder)


def _told_by_class(names: Names, word: str, holder: int) -> str | None:
    """What is told the name of a member by decorators of its class, or at its definitions."""
    tree = names.tree
    is_decorated = not names.tables.raw.get("told_by") and wrapper_of(tree, holder) != holder
    if is_decorated and not is_class_kept(names, holder):
        return "the class is decorated"
    evaluation = Evaluation(tree)
    for own in names.occurrences(word):
        if own.scope != holder:
            continue
        definition = tree.parent[own.row]
        if defined_name(tree, definition) == word:
            if marks_of_member(names, definition) is None:
                return f"{word} is decorated"
        elif is_decorated:
            return "the class is decorated"
        elif evaluation.effects(definition)[1:] or _may_be_told(names, own.row):
            return f"what {word} is may be told its name"
    return None


def _may_be_told(names: Names, row: int) -> bool:
    """Whether what a name in a class is given may be an object that is told the name.

    A literal is not, nor is what the file itself shows to be a function, a class or a literal.
    """
    tree = names.tree
    told = (names.tables.raw.get("order") or {}).get("told") or {}
    things = (names.tables.raw.get("texts") or {}).get("things") or ()
    while row > 0 and tree.kind_name(row) not in told:
        row = tree.parent[row]
    value = tree.child_by_field(row, told[tree.kind_name(row)]["value"]) if row > 0 else -1
    if value < 0 or tree.kind_name(value) in things:
        return False
    return any(
        tree.kind_name(at) in names.tables.words and not _is_plain(names, at)
        for at in range(value, tree.stop[value])
    )


def _is_plain(names: Names, row: int) -> bool:
    """Whether a name is that of a function, class or literal of the file, and of nothing else."""
    tree = names.tree
    word = tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word)
    if found is None or found.use is not Use.NAME or names.is_unclear(word):
        return False
    scope = names.scope_of(found, word)
    bound = [tree.parent[o.row] for o in names.occurrences(word) if o.scope == scope >= 0]
    is_one = len(bound) == 1 and defined_name(tree, bound[0]) == word
    is_defined = is_one and tree.kind_name(bound[0]) in names.tables.scopes
    return (is_defined and wrapper_of(tree, bound[0]) == bound[0]) or (
        is_thing(names, row) or is_known(value_of(names, row))
    )
