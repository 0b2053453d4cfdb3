"""Which name a look-up asks for, where its own code says so.

`getattr(a, "b")` asks for b, and so does `for n in ("b", "c"): getattr(a, n)` for b or c: a name
that none of the texts spells is not meant, and whether a text spells it is asked elsewhere. Tables
of verdicts.yaml:

- `applied_by`: functions that call what they are given with what follows it, and at which place
  they are given it (`assertRaises(E, getattr, a, "b")`), unless the file defines them itself;
- `asked`: how one name is asked of a table of names: `by_key`, kinds with the fields of the table
  and the key; `by_sign`, kinds with the signs of a test whether a key is there; `by_call`, members
  of the table and the place of the key; `by_test`, functions that are given the key and the table;
  `idle`, kinds that drop the value of what is in them; `loops`, kinds with the fields of the
  variable and of what it goes through; `lists`, kinds of lists of values;
- `gives_module`: functions that give a module, each with modules it comes from (none: built in).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import is_assigned, named_children, significant_children
from tracer.semantics.names.occurrences import Use
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names


def arguments_of(names: Names, row: int) -> list[int]:
    """What the thing named at a leaf is called with, by somebody else too; nothing if it is not."""
    tree = names.tree
    at = _callee(names, row)
    call = tree.parent[at]
    calls = tree.language.raw.get("calls") or {}
    fields = calls.get(tree.kind_name(call))
    if fields is not None and tree.field_name(at) == fields["function"]:
        given = tree.child_by_field(call, fields["arguments"])
        return named_children(tree, given) if given >= 0 else []
    fields = calls.get(tree.kind_name(tree.parent[call])) if call > 0 else None
    if fields is None or tree.field_name(call) != fields["arguments"]:
        return []
    kids = named_children(tree, call)
    word = _name_called(names, tree.parent[call])
    place = (names.tables.raw.get("applied_by") or {}).get(word, -1)
    if not 0 <= place < len(kids) or kids[place] != at or _is_defined(names, word):
        return []
    return kids[place + 1 :]


def is_spelled(names: Names, row: int, place: int, *, all_of: bool = False) -> bool:
    """Whether the look-up at a leaf is called, and asks for names that stand in the file as texts.

    `place`: which argument the name is; `all_of`: those behind it are names, too.
    """
    kids = arguments_of(names, row)
    asked = kids[place:] if all_of else kids[place : place + 1]
    return bool(asked) and all(_is_text(names, at) or _is_one_of_texts(names, at) for at in asked)


def is_by_key(names: Names, row: int) -> bool:
    """Whether a table of names is asked for a text, or for nothing (`o.__dict__["a"]`)."""
    tree, table = names.tree, names.tables.raw.get("asked") or {}
    at = tree.parent[row]  # the member
    around = tree.parent[at]
    kind = tree.kind_name(around)
    if kind in (table.get("idle") or ()):
        return True
    fields = (table.get("by_key") or {}).get(kind)
    if fields is not None and tree.field_name(at) == fields[0]:
        keys = [kid for kid in named_children(tree, around) if kid != at]
        return len(keys) == 1 and _is_text(names, keys[0])
    kids = significant_children(tree, around)
    if kind in (table.get("by_sign") or {}):
        signs = table["by_sign"][kind]
        is_test = len(kids) == 3 and kids[2] == at  # noqa: PLR2004 - key, sign, table
        return is_test and _sign(names, kids[1]) in signs and _is_text(names, kids[0])
    return _is_by_call(names, at, table)


def _is_by_call(names: Names, at: int, table: dict[str, Any]) -> bool:
    """Whether a call asks a table of names for a text, or for nothing."""
    tree = names.tree
    around = tree.parent[at]
    kids = significant_children(tree, around)
    calls = tree.language.raw.get("calls") or {}
    fields = calls.get(tree.kind_name(tree.parent[around]))
    if fields is None:
        return False
    if tree.field_name(around) == fields["function"]:
        word = tree.slice(kids[-1]).decode("utf-8", "replace")
        known: dict[str, int] = table.get("by_call") or {}
        if word not in known or kids[0] != at:
            return False
        place = known[word]
        given = named_children(tree, tree.child_by_field(tree.parent[around], fields["arguments"]))
        return place < len(given) and _is_text(names, given[place])
    word = _name_called(names, tree.parent[around])
    given = named_children(tree, around)
    is_test = word in (table.get("by_test") or ()) and not _is_defined(names, word)
    return is_test and given[1:2] == [at] and _is_text(names, given[0])


def is_module_given(names: Names, row: int) -> bool:
    """Whether what a leaf names was given by what gives modules, and by nothing else."""
    values = _values_of(names, row)
    return bool(values) and all(_gives_module(names, at) for at in values)


def _gives_module(names: Names, value: int) -> bool:
    """Whether a value is a call of what gives modules."""
    tree, known = names.tree, names.tables.raw.get("gives_module") or {}
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(value))
    if fields is None:
        return False
    word = _name_called(names, value)
    if word not in known:
        return False
    if not known[word]:
        return not names.is_bound(word)
    callee = tree.slice(tree.child_by_field(value, fields["function"]))
    root = callee.decode("utf-8", "replace").partition(".")[0]
    bound = [o for o in names.occurrences(root) if o.scope >= 0]
    entries = names.imports_of(root)
    return (
        bool(entries)
        and {o.row for o in bound} <= {e.local_row for e in entries}
        and all(e.module.partition(".")[0] in known[word] for e in entries)
    )


def _is_text(names: Names, row: int) -> bool:
    """Whether a row is one plain text, as it is spelled."""
    tree, strings = names.tree, names.tree.language.raw["strings"]
    if tree.kind_name(row) not in strings or b"\\" in tree.slice(row):
        return False
    inner = range(row + 1, tree.stop[row])
    kinds = {tree.kind_name(at) for at in inner}
    return kinds.isdisjoint(names.tables.words) and kinds.isdisjoint(strings)


def _is_one_of_texts(names: Names, row: int) -> bool:
    """Whether a variable only ever goes through texts that are spelled out."""
    values = _values_of(names, row)
    return bool(values) and all(_is_text(names, value) for value in values)


def _values_of(names: Names, row: int) -> list[int]:
    """Every value that the variable at a row may have; nothing where that is not known."""
    tree = names.tree
    if not tree.flags[row] & LEAF or tree.kind_name(row) not in names.tables.names:
        return []
    word = tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word)
    if found is None or found.use is not Use.NAME:
        return []
    scope = names.scope_of(found, word)
    if scope < 0 or any(o.use is Use.UNCLEAR for o in names.occurrences(word)):
        return []
    if names.kind_of_scope(scope) in ("file", "class") and _may_be_stored_unseen(names):
        return []
    stores = [o for o in names.occurrences(word) if o.scope == scope]
    values: list[int] = []
    for store in stores:
        own = _stored(names, store.row)
        if not own:
            return []
        values += own
    rows = {store.row for store in stores}
    is_all = not any(
        is_assigned(names.tree, o.row, names.tables) and o.row not in rows and o.use is Use.NAME
        for o in names.occurrences(word)
        if o.scope < 0 or o.scope == scope
    )
    return values if is_all else []


def _may_be_stored_unseen(names: Names) -> bool:
    """Whether something in the file may store to a name that it does not spell."""
    words = (names.tables.raw.get("steady") or {}).get("stores") or ()
    known = names.tables.raw.get("gives_module") or {}
    return names.has_any(frozenset(words).difference(known), 0) is not None


def _stored(names: Names, row: int) -> list[int]:
    """The values that a statement stores in the variable at a leaf: one, or those of a loop."""
    tree, table = names.tree, names.tables.raw.get("expansion") or {}
    around, kind = tree.parent[row], tree.kind_name(tree.parent[row])
    fields = (table.get("binds") or {}).get(kind)
    if isinstance(fields, dict) and tree.field_name(row) == fields["target"]:
        value = tree.child_by_field(around, fields["value"])
        tokens = [tree.slice(kid) for kid in significant_children(tree, around)]
        return [value] if value >= 0 and b"=" in tokens else []
    asked = names.tables.raw.get("asked") or {}
    fields = (asked.get("loops") or {}).get(kind)
    if fields is None or tree.field_name(row) != fields[0]:
        return []
    source = tree.child_by_field(around, fields[1])
    if source < 0 or tree.kind_name(source) not in (asked.get("lists") or ()):
        return []
    return named_children(tree, source)


def _callee(names: Names, row: int) -> int:
    """The member that a leaf names, or the leaf itself."""
    tree = names.tree
    member: dict[str, Any] = (names.tables.raw.get("expansion") or {}).get("member") or {}
    around = tree.parent[row]
    is_member = tree.kind_name(around) == member.get("kind")
    return around if is_member and tree.field_name(row) == member.get("name") else row


def _name_called(names: Names, call: int) -> str:
    """The last name of what a call calls, or ""."""
    tree = names.tree
    fields = (tree.language.raw.get("calls") or {})[tree.kind_name(call)]
    at = tree.child_by_field(call, fields["function"])
    return tree.slice(at).decode("utf-8", "replace").rpartition(".")[2] if at >= 0 else ""


def _is_defined(names: Names, word: str) -> bool:
    """Whether the file gives a name that it does not import, or stores to a member of it."""
    tree = names.tree
    return any(
        (o.scope >= 0 and not o.fixed)
        or (o.use is Use.MEMBER and is_assigned(tree, tree.parent[o.row], names.tables))
        for o in names.occurrences(word)
    )


def _sign(names: Names, row: int) -> str:
    return " ".join(names.tree.slice(row).decode("utf-8", "replace").split())
