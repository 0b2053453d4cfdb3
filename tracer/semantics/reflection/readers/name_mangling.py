"""Names that a language spells otherwise for each class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.syntax.names import defined_name
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.semantics.versions import Versions

_UNDERSCORES = 4  # before the name of a class, at most


def why_mangled(versions: Versions, file: int, rows: Iterable[int], after: str) -> str | None:
    """Why a class cannot get another name: its members are called after it, or None.

    `rows`: the occurrences of its name in a file before. Members of two classes that are called
    alike, underscores aside, are one where one class derives from the other.
    """
    names = versions.names_before(file)
    tree, pattern = names.tree, names.tables.mangled
    if pattern is None:
        return None
    for row in rows:
        holder = tree.parent[row]
        before = defined_name(tree, holder)
        is_class = names.tables.scopes.get(tree.kind_name(holder)) == "class"
        if not is_class or tree.slice(row).decode("utf-8", "replace") != before:
            continue
        if not any(
            tree.kind_name(at) in names.tables.words
            and pattern.match(tree.slice(at).decode("utf-8", "replace"))
            for at in range(holder, tree.stop[holder])
            if tree.flags[at] & LEAF
        ):
            continue
        shown = names.has_any(frozenset(names.tables.raw["private_members"]["shown_by"]), 0)
        if shown:
            return f"{shown} may show members that are called after {before}"
        for name in (before, after):
            if _has_namesake(versions, name.lstrip("_"), {before, after}):
                return f"another class may have members that are called after {name}"
    return None


def _has_namesake(versions: Versions, stem: str, own: set[str]) -> bool:
    """Whether the change has another class of a name, or spells a member called after one."""
    spelled = b"_%s__" % stem.encode()
    for is_after, forest, names_of in (
        (False, versions.before, versions.names_before),
        (True, versions.after, versions.names_after),
    ):
        if any(spelled in tree.text for tree in forest.trees):
            return True
        found = 0
        for word in ("_" * count + stem for count in range(_UNDERSCORES)):
            for file in versions.files_with(word, is_after=is_after):
                names = names_of(file)
                for one in names.occurrences(word) if names.tables.is_known else ():
                    if (
                        one.scope >= 0
                        and defined_name(names.tree, names.tree.parent[one.row]) == word
                    ):
                        if word not in own:
                            return True
                        found += 1
        if found > 1:
            return True
    return False
