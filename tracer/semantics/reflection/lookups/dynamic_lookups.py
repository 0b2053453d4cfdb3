"""Look-ups of names by their spelling: which words on a page really are one.

The tables list words that look names up (`dynamic`, `dynamic_file`, `dynamic_local`). Many of them
are also plain words: a parameter called `dir`, the `query` of an address. Table `dynamic_when`
says under which condition a word counts; one of

- `free: true`: as a name bound nowhere in the file other than by an import (where it is not the
  module's name), or as a member of one of `builtin_modules`;
- `bare: true`: as `free`, and not where it is called with arguments, unless the file has one of
  the words under `or_with`;
- `called: true`: where it is called, or the file has one of the words under `or_with`;
- `computed`: unless it is called with a text as this argument (`all: true`: and behind it), or
  what only is one of several: what is looked up is spelled (`lookup_arguments.py`); nor
  (`or_modules`) with a module as the first one;
- `with`: where the file has one of these words as code too;
- `unless_receiver`: where it is not a member of one of these, nor (`or_modules`) of a module,
  nor asked for one name that is spelled;
- `script: true`: in a file that is no module, whose names are global.

A word without an entry counts wherever it stands as code. `reads`: members of what such a call
gives that change nothing there: `globals().get(a)` stores to no name of the file. Table `joins`:
kinds -> signs that put a computed name together, its start first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.semantics.names.visibility import is_module
from tracer.semantics.reflection.lookups.lookup_arguments import (
    arguments_of,
    is_by_key,
    is_module_given,
    is_spelled,
)
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable


def look_up_in(  # noqa: C901, PLR0913 - what is asked about
    names: Names,
    words: frozenset[str],
    row: int,
    *,
    of_locals: bool = False,
    of_members: bool = False,
    of_stores: bool = False,
    name: str = "",
) -> str | None:
    """The first of the words in the subtree of `row` that may look names up by spelling.

    `of_locals`: only the locals around it matter, not what some object (`or_with`) may be;
    `of_members`: only the members of classes do, not those of modules (`or_modules`);
    `of_stores`: only what may store to the names does (`reads`); `name`: only this name does, so a
    computed one that starts otherwise does not.
    """
    conditions: dict[str, dict[str, Any]] = names.tables.raw.get("dynamic_when") or {}
    found = names.has_any(words, row)
    if found is None or not conditions:
        return found
    text = names.tree.slice(row)
    for word in sorted(words):
        if word.encode() not in text:
            continue
        condition = conditions.get(word)
        for occurrence in names.within(word, row):
            if occurrence.use is Use.DATA:
                continue
            if of_locals and condition and condition.get("bare"):
                condition = {"bare": True}
            if of_stores and _is_read(names, occurrence.row, condition or {}):
                continue
            if of_members and _is_of_module(names, occurrence, condition or {}):
                continue
            if name and _starts_otherwise(names, occurrence.row, condition or {}, name):
                continue
            if condition is None or _counts(names, word, occurrence, condition):
                return word
    return None


def _counts(  # noqa: C901, PLR0911 - one condition a line
    names: Names, word: str, found: Occurrence, condition: dict[str, Any]
) -> bool:
    if condition.get("script"):
        return not is_module(names)
    if found.use is Use.UNCLEAR:
        return True
    if "with" in condition:
        return _has(names, condition["with"])
    if condition.get("called"):
        return is_callee(names, found.row) or _has(names, condition.get("or_with") or ())
    if "computed" in condition:
        return not _is_spelled(names, found.row, condition)
    if "unless_receiver" in condition:
        is_other = _receiver(names, found.row) not in condition["unless_receiver"]
        return is_other and not is_by_key(names, found.row)
    if condition.get("bare") and arguments_of(names, found.row):
        return _has(names, condition.get("or_with") or ())
    if condition.get("free") or condition.get("bare"):
        if found.use is Use.MEMBER:
            modules = names.tables.raw.get("builtin_modules") or ()
            return _receiver(names, found.row) in modules
        if found.fixed and found.scope < 0:
            return False  # the name of a module that is imported
        scope = names.scope_of(found, word)
        bound = [o for o in names.occurrences(word) if o.scope == scope >= 0]
        return not bound or any(o.fixed for o in bound)
    return True


def _is_read(names: Names, row: int, condition: dict[str, Any]) -> bool:
    """Whether what a call gives is at once asked for something, and kept by nobody."""
    tree = names.tree
    call = tree.parent[row]
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(max(call, 0)))
    member = tree.parent[call] if fields and tree.field_name(row) == fields["function"] else -1
    if member < 0 or tree.child_by_field(member, "object") != call:
        return False
    last = significant_children(tree, member)[-1]
    asked = tree.slice(last).decode("utf-8", "replace")
    return asked in condition.get("reads", ()) and is_callee(names, last)


def _has(names: Names, words: Iterable[str]) -> bool:
    """Whether the file has one of the words as code (if looking up, what is not spelled)."""
    conditions = names.tables.raw.get("dynamic_when") or {}
    computed = {w: conditions[w] for w in words if "computed" in conditions.get(w, ())}
    if names.has_any(frozenset(words).difference(computed), 0) is not None:
        return True
    return any(
        found.use is not Use.DATA and not _is_spelled(names, found.row, condition)
        for word, condition in computed.items()
        for found in names.occurrences(word)
    )


def _is_spelled(names: Names, row: int, condition: dict[str, Any]) -> bool:
    """Whether a look-up asks for names that stand in the file as texts."""
    return is_spelled(names, row, condition["computed"], all_of=bool(condition.get("all")))


def _starts_otherwise(names: Names, row: int, condition: dict[str, Any], name: str) -> bool:
    """Whether what is looked up is computed, and starts with a text that the name does not."""
    place, kids = condition.get("computed", -1), arguments_of(names, row)
    if not 0 <= place < len(kids) or condition.get("all"):
        return False  # several names, or paths of names
    tree, at = names.tree, kids[place]
    joins: dict[str, list[str]] = names.tables.raw.get("joins") or {}
    while (tokens := joins.get(tree.kind_name(at))) is not None:
        parts = significant_children(tree, at)
        if len(parts) != 3 or tree.slice(parts[1]).decode() not in tokens:  # noqa: PLR2004 - a + b
            return False
        at = parts[0]
    if tree.kind_name(at) not in tree.language.raw["strings"]:
        return False
    parts = significant_children(tree, at)
    is_text = len(parts) > 1 and tree.flags[parts[1]] & LEAF
    text = tree.slice(parts[1]).decode("utf-8", "replace") if is_text else ""
    start = re.match(r"\w*", text)
    return start is not None and not name.startswith(start.group())


def _is_of_module(names: Names, found: Occurrence, condition: dict[str, Any]) -> bool:
    """Whether what is looked up is a member of a module."""
    if not condition.get("or_modules"):
        return False
    first = next(iter(arguments_of(names, found.row)), -1)
    if first >= 0 and is_module_given(names, first):
        return True
    given = names.tree.slice(first).decode("utf-8", "replace") if first >= 0 else None
    word = given or _receiver(names, found.row)
    return word is not None and _is_import(names, word)


def _is_import(names: Names, word: str) -> bool:
    """Whether a name is a module, and nothing else, in the whole file."""
    bound = {o.row for o in names.occurrences(word) if o.scope >= 0}
    modules = {e.local_row for e in names.imports_of(word) if e.name is None}
    return bool(bound) and bound <= modules


def _receiver(names: Names, row: int) -> str | None:
    """The text before the dot of a member, or None."""
    tree = names.tree
    parent = tree.parent[row]
    receiver = tree.child_by_field(parent, "object") if parent >= 0 else -1
    return tree.slice(receiver).decode("utf-8", "replace") if receiver >= 0 else None


def is_callee(names: Names, row: int) -> bool:
    """Whether a leaf, or the member it names, is what a call calls (`f` is not in `f.bind(o)`)."""
    tree = names.tree
    calls = tree.language.raw.get("calls") or {}
    member = (names.tables.raw.get("expansion") or {}).get("member") or {}
    if member and tree.field_name(row) == member["object"]:
        return False
    at = row
    for _ in range(2):
        parent = tree.parent[at]
        if parent < 0:
            return False
        fields = calls.get(tree.kind_name(parent))
        if fields is not None:
            return bool(tree.field_name(at) == fields["function"])
        at = parent
    return False
