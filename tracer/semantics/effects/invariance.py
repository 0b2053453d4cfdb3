"""Whether a read gives the same before and after something with a side effect.

`x = self.next(); f(self.pos, x)` reads the position that `next` left, `f(self.pos, self.next())`
the one before it. What a call may change nobody sees from here, so a read may only pass one if
nothing assigns what is read:

- a local of the function, unless a function inside assigns it;
- a name of the file that is assigned at its top only, or by nobody; a private field nobody assigns;
- the member that a call calls (a method), unless the file assigns a member of that name;
- a module, read off the one it belongs to;
- a private member that objects get when they are made (`receivers.constructors`), and keep.

Every other member may be another one afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.language.tables import has_word, is_assigned
from tracer.semantics.names.imports import module_path
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.dynamic_lookups import is_callee
from tracer.syntax.names import defined_name
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.semantics.model import Side


def is_steady_read(  # noqa: PLR0911 - one way a line
    side: Side, row: int, *, suspends: bool = False
) -> bool:
    """Whether a leaf that is read gives the same before and after something with an effect.

    `suspends`: which waits for others, and lets the top of the file go on.
    """
    tree = side.tree
    tables = side.names.tables
    if not tree.flags[row] & LEAF or not (
        tree.kind_name(row) in tables.words or tree.kind_name(row) in tables.member_kinds
    ):
        return True
    use, scope = side.meaning(row)
    if use is Use.DATA:
        return True
    if use is Use.MEMBER:
        member = side.functions.table.get("member") or {}
        if tree.kind_name(tree.parent[row]) != member.get("kind"):
            return True  # a keyword, a label
        word = side.word(row)
        if is_callee(side.names, row) or _is_submodule(side, row):
            return not _is_member_assigned(side, word)
        return tables.is_private(word) and _is_made_once(side, word)
    if use is not Use.NAME:
        return False
    return _is_steady_name(side, row, scope, suspends=suspends)


def _is_submodule(side: Side, row: int) -> bool:
    """Whether a member is a module, read off the one that it belongs to (`os.path`)."""
    text = side.tree.slice(side.tree.parent[row]).decode("utf-8", "replace")
    root = text.partition(".")[0]
    entries = [e for e in side.names.imports_of(root) if e.name is None]
    bound = [o for o in side.names.occurrences(root) if o.scope >= 0]
    if not entries or not all(o.fixed for o in bound):
        return False
    known = (side.names.tables.raw.get("imports") or {}).get("submodules") or ()
    paths = [*known, *(module_path(side.tree, e) for e in entries)]
    return any(f"{path}.".startswith(f"{text}.") for path in paths)


def _is_steady_name(side: Side, row: int, scope: int, *, suspends: bool) -> bool:
    word, names = side.word(row), side.names
    if scope < 0:
        sees_file = names.tables.raw.get("class_sees_file") or is_callee(names, row)
        return bool(sees_file) or _is_kept_field(side, word)
    if any(found.use is Use.UNCLEAR for found in names.occurrences(word)):
        return False
    stores = [use for use in side.uses(word, scope) if side.functions.is_assigned(use)]
    bound = [found.row for found in names.occurrences(word) if found.scope == scope]
    if names.kind_of_scope(scope) in ("file", "class"):
        is_kept = stores in ([], bound) if suspends else all(map(names.is_at_top, stores))
        return (
            is_kept
            and not side.file_look_up
            and not side.is_stored_elsewhere(word, is_member=False)
        )
    home = side.functions.caller(row)
    return stores == bound[:1] == bound or all(side.functions.caller(use) == home for use in stores)


def _is_kept_field(side: Side, word: str) -> bool:
    """Whether a name no scope binds is a field that the file declares for itself, and keeps."""
    tree, table = side.tree, side.names.tables.raw.get("types") or {}
    words = frozenset(table.get("kept") or ())
    found = [o.row for o in side.names.occurrences(word)]
    declared = [tree.parent[tree.parent[row]] for row in found if tree.field_name(row) == "name"]
    return (
        any(
            tree.kind_name(at) == table.get("field") and has_word(tree, at, words)
            for at in declared
        )
        and not any(side.functions.is_assigned(row) for row in found)
        and not _is_member_assigned(side, word)
    )


def _stores_of(side: Side, word: str) -> list[int]:
    """Where the file assigns, or deletes, a member of a name (also `o["name"]`)."""
    return [
        found.row
        for found in side.names.occurrences(word)
        if found.use in (Use.MEMBER, Use.DATA) and _is_stored(side, found.row, word)
    ]


def _is_stored(side: Side, row: int, word: str) -> bool:
    """Whether the member whose name is at a row is assigned or deleted there."""
    tree, table = side.tree, side.names.tables.raw.get("steady") or {}
    at = max(tree.parent[row], 0)
    if tree.kind_name(at) in (tree.language.raw.get("strings") or ()):
        if tree.slice(at)[1:-1] != word.encode():
            return False
        at = max(tree.parent[at], 0)
        if tree.kind_name(at) not in (table.get("by_text") or ()):
            return False
    holder = max(tree.parent[at], 0)
    words = (table.get("deletes") or {}).get(tree.kind_name(holder)) or ()
    return is_assigned(tree, at, side.names.tables) or has_word(tree, holder, frozenset(words))


def _is_member_assigned(side: Side, word: str) -> bool:
    """Whether the file assigns a member of a name to an object that was made before."""
    kinds = (side.names.tables.raw.get("steady") or {}).get("kind_of") or ()
    if any(_stores_of(side, kind) for kind in kinds):
        return True  # the object is of another kind from there on
    stores = _stores_of(side, word)
    return bool(stores) and not _are_in_makers(side, stores)


def _is_made_once(side: Side, word: str) -> bool:
    """Whether objects get a member when they are made, and keep it."""
    setters = (side.names.tables.raw.get("receivers") or {}).get("setters") or ()
    if side.names.has_any(frozenset(setters), 0):
        return False
    if side.is_stored_elsewhere(word, is_member=True) or _is_computed(side, word):
        return False
    stores = _stores_of(side, word)
    return bool(stores) and _are_in_makers(side, stores)


def _is_computed(side: Side, word: str) -> bool:
    """Whether a class of the file has a member that may be more than a value."""
    tree, names = side.tree, side.names
    for found in names.occurrences(word):
        if found.scope < 0 or names.kind_of_scope(found.scope) != "class":
            continue
        stored = tree.parent[found.row]
        value = tree.child_by_field(stored, "right")
        inside = range(value, tree.stop[value]) if value >= 0 else ()
        if value < 0 or any(tree.kind_name(at) in names.tables.names for at in inside):
            return True
    return False


def _are_in_makers(side: Side, rows: list[int]) -> bool:
    """Whether rows stand in functions that run once for each object, when it is made."""
    makers = (side.names.tables.raw.get("receivers") or {}).get("constructors") or ()
    again = [o.row for name in makers for o in side.names.occurrences(name) if o.use is Use.MEMBER]
    return bool(makers) and all(_maker_of(side, row) in makers for row in (*rows, *again))


def _maker_of(side: Side, row: int) -> str | None:
    return defined_name(side.tree, side.functions.caller(row))
