"""Where an expression counts for more than its value, so that a name for the value is not it.

`o.f()` hands `o` on, `f = o.f; f()` does not; `delete o.f` removes what it names; `typeof f` does
not fail where nobody has an `f`; `a?.b.c` is nothing where `(a?.b).c` fails. Table
`expansion.referred` of verdicts.yaml:

- `in`, `field`: kinds and their field where it is so, with the token `with` in them, if given;
- `kinds`: kinds of expressions it concerns; `spine`: one that may stand in the first parts of any;
- `unbound`: only where the file binds no such name;
- `through`: kinds around the expression that change nothing about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import significant_children

if TYPE_CHECKING:
    from tracer.semantics.model import Side
    from tracer.syntax import SyntaxTree


def is_referred(side: Side, row: int) -> bool:
    """Whether more than the value of the expression at a row counts where it stands."""
    rules = side.functions.table.get("referred") or ()
    return any(_is_concerned(side, row, rule) for rule in rules)


def _is_concerned(side: Side, row: int, rule: dict[str, Any]) -> bool:
    tree = side.tree
    spine = rule.get("spine")
    core = _core(tree, row, rule["through"])
    if not (_has_spine(tree, core, spine) if spine else tree.kind_name(core) in rule["kinds"]):
        return False
    if rule.get("unbound") and side.meaning(core)[1] >= 0:
        return False
    parent = tree.parent[row]
    while parent > 0 and tree.kind_name(parent) in rule["through"]:
        row, parent = parent, tree.parent[parent]
    if parent < 0 or tree.kind_name(parent) not in rule["in"]:
        return False
    if tree.field_name(row) not in rule["field"]:
        return False
    word = rule.get("with")
    return word is None or any(
        tree.slice(kid) == word.encode() for kid in significant_children(tree, parent)
    )


def _core(tree: SyntaxTree, row: int, through: list[str]) -> int:
    """What is left of an expression without the kinds that change nothing about it."""
    named = tree.language.kind_is_named
    while tree.kind_name(row) in through:
        row = next((kid for kid in significant_children(tree, row) if named[tree.kind[kid]]), -1)
    return row


def _has_spine(tree: SyntaxTree, row: int, kind: str) -> bool:
    """Whether a part of the kind stands in the expression, or in its first part, and so on."""
    while True:
        kids = significant_children(tree, row)
        if any(tree.kind_name(kid) == kind for kid in kids):
            return True
        if not kids or kids[0] == row:
            return False
        row = kids[0]
