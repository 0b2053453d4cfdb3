"""Look-ups of names by their spelling: which words on a page really are one.

The tables list words that look names up (`dynamic`, `dynamic_file`, `dynamic_local`). Many of them
are also plain words: a parameter called `dir`, the `query` of an address. Table `dynamic_when`
says under which condition a word counts; one of

- `free: true`: as a name bound nowhere in the file other than by an import, or as a member of one
  of `builtin_modules`;
- `bare: true`: as `free`, and not where it is called with arguments, unless the file has one of
  the words under `or_with`;
- `called: true`: where it is called, or the file has one of the words under `or_with`;
- `with`: where the file has one of these words as code too;
- `unless_receiver`: where it is not a member of one of these;
- `script: true`: in a file that is no module, whose names are global.

A word without an entry counts wherever it stands as code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.names import Names, Occurrence, Use
from tracer.classify.tables import has_kind, significant_children

if TYPE_CHECKING:
    from collections.abc import Iterable


def look_up_in(names: Names, words: frozenset[str], row: int) -> str | None:
    """The first of the words in the subtree of `row` that may look names up by spelling."""
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
            if condition is None or _counts(names, word, occurrence, condition):
                return word
    return None


def _counts(  # noqa: PLR0911 - one condition a line
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
    if "unless_receiver" in condition:
        return _receiver(names, found.row) not in condition["unless_receiver"]
    if condition.get("bare") and _has_arguments(names, found.row):
        return _has(names, condition.get("or_with") or ())
    if condition.get("free") or condition.get("bare"):
        if found.use is Use.MEMBER:
            modules = names.tables.raw.get("builtin_modules") or ()
            return _receiver(names, found.row) in modules
        scope = names.scope_of(found, word)
        bound = [o for o in names.occurrences(word) if o.scope == scope >= 0]
        return not bound or any(o.fixed for o in bound)
    return True


def _has(names: Names, words: Iterable[str]) -> bool:
    return names.has_any(frozenset(words), 0) is not None


def _receiver(names: Names, row: int) -> str | None:
    """The text before the dot of a member, or None."""
    tree = names.tree
    parent = tree.parent[row]
    receiver = tree.child_by_field(parent, "object") if parent >= 0 else -1
    return tree.slice(receiver).decode("utf-8", "replace") if receiver >= 0 else None


def _has_arguments(names: Names, row: int) -> bool:
    """Whether a leaf is what a call with arguments calls."""
    tree = names.tree
    call = tree.parent[row]
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(call))
    if fields is None or tree.field_name(row) != fields["function"]:
        return False
    at = tree.child_by_field(call, fields["arguments"])
    return at >= 0 and any(
        tree.language.kind_is_named[tree.kind[kid]] for kid in significant_children(tree, at)
    )


def is_callee(names: Names, row: int) -> bool:
    """Whether a leaf, or the member it names, is what a call calls."""
    tree = names.tree
    calls = tree.language.raw.get("calls") or {}
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


def is_module(names: Names) -> bool:
    """Whether the file is a module of its own rather than part of a global script."""
    if has_kind(names.tree, names.tables.module_markers):
        return True
    return names.has_any(names.tables.module_words, 0) is not None
