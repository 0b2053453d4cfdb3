"""Whether a text is made of a function or class, or of a new object of one: it has its name.

`str(f)`, `f"{C}"`, `print(C())`, `console.log(f)`. Of objects that are printed elsewhere nobody
knows the class.

Table `printed` of verdicts.yaml: `calls`: functions that make a text of what they are passed,
`objects`: what they are members of otherwise; `holes`: kinds that put a value in a text; `own`:
members by which a class says what its objects are as a text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.names import Use
from tracer.classify.tables import significant_children

if TYPE_CHECKING:
    from tracer.classify.names import Names

_DEEPEST = 4  # brackets around an argument


def is_printed(names: Names, row: int) -> bool:  # noqa: PLR0911 - one place a line
    """Whether a text is made of what the leaf stands for, or of an object that it makes."""
    tree, table = names.tree, names.tables.raw.get("printed")
    if not table:
        return False
    calls = tree.language.raw.get("calls") or {}
    at = row
    for _ in range(_DEEPEST):
        above = tree.parent[at]
        if above < 0:
            return False
        kind = tree.kind_name(above)
        if kind in table["holes"]:
            return True
        fields = calls.get(kind)
        if fields and tree.child_by_field(above, fields["function"]) == at:
            if at != row or not _makes_plain_object(names, row, table):
                return False
            at = above
            continue
        holder = calls.get(tree.kind_name(tree.parent[above])) if above > 0 else None
        if holder and tree.child_by_field(tree.parent[above], holder["arguments"]) == above:
            return _makes_text(
                names, tree.child_by_field(tree.parent[above], holder["function"]), table
            )
        if len([c for c in tree.children(above) if tree.language.kind_is_named[tree.kind[c]]]) != 1:
            return False
        at = above  # brackets
    return False


def _makes_text(names: Names, function: int, table: dict[str, Any]) -> bool:
    """Whether what is called makes a text of its arguments."""
    tree = names.tree
    kids = significant_children(tree, function)
    word = tree.slice(kids[0] if kids else function).decode("utf-8", "replace")
    if kids:
        return word in table["objects"]
    return word in table["calls"] and not names.is_bound(word)


def _makes_plain_object(names: Names, row: int, table: dict[str, Any]) -> bool:
    """Whether a call of the leaf makes an object of a class that does not say what it prints."""
    tree = names.tree
    word = tree.slice(row).decode("utf-8", "replace")
    for found in names.occurrences(word):
        holder = tree.parent[found.row]
        kinds = {tree.kind_name(at) for at in (holder, *tree.children(holder))}
        is_class = any(names.tables.scopes.get(kind) == "class" for kind in kinds)
        if is_class and found.use is Use.NAME and tree.child_by_field(holder, "name") == found.row:
            return not any(
                holder < other.row < tree.stop[holder]
                for own in table["own"]
                for other in names.occurrences(own)
            )
    return False
