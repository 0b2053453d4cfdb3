"""What a language or its tools read off a file besides its syntax tree.

A comment may end early, a blank line may detach a build constraint, a line number may be a value.
Table `reads` of verdicts.yaml names such texts; each entry:

- `pattern`: what is read; `needs`: a text without which the pattern cannot be found;
- `why`: what to say when the two sides differ in what the pattern finds (its groups, or all of it);
- `lines`: the lines it is found on count as well;
- `when`, `inside`: it counts only in files that match this pattern, or where what was found
  stands inside a node of this kind;
- `script`: it counts only in files that are no modules, by their syntax (`module_markers`);
- `function`: what the group names is a function whose text counts.

A file pair with such a difference has no explained edits at all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from tracer.classify.tables import has_kind, tables_of
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import SyntaxTree


def other_reading(before: SyntaxTree, after: SyntaxTree) -> str | None:
    """Why two versions of a file are read differently beyond their trees, or None.

    Cost: one search of both texts in C for each entry of the language.
    """
    for entry in tables_of(before.language).raw.get("reads") or ():
        if not any(_may_have(tree, entry) for tree in (before, after)):
            continue
        if list(_found(before, entry)) != list(_found(after, entry)):
            return str(entry["why"])
    return None


def _may_have(tree: SyntaxTree, entry: dict[str, Any]) -> bool:
    if entry.get("script") and has_kind(tree, tables_of(tree.language).module_markers):
        return False
    needs = entry["needs"]
    texts = [needs] if isinstance(needs, str) else needs
    return any(text.encode() in tree.text for text in texts)


def _found(tree: SyntaxTree, entry: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    """What the pattern finds in one version, ready to be compared."""
    is_counted = "when" not in entry or _search(entry["when"], tree.text)
    for match in re.finditer(entry["pattern"].encode(), tree.text, re.MULTILINE | re.DOTALL):
        kind = entry.get("inside")
        if not is_counted and not (kind and _is_inside(tree, match.start(), kind)):
            continue
        if entry.get("function"):
            yield from _functions(tree, match.group(1).decode("utf-8", "replace"))
            continue
        what = match.groups() or (match.group(),)
        yield (*what, tree.line_of(match.start())) if entry.get("lines") else what


def _search(pattern: str, text: bytes) -> bool:
    return re.search(pattern.encode(), text, re.MULTILINE | re.DOTALL) is not None


def _is_inside(tree: SyntaxTree, offset: int, kind: str) -> bool:
    row = bisect_right(tree.start, offset) - 1
    while row >= 0:
        if tree.kind_name(row) == kind and tree.start[row] <= offset < tree.end[row]:
            return True
        row = tree.parent[row]
    return False


def _functions(tree: SyntaxTree, name: str) -> Iterator[tuple[object, ...]]:
    for element in elements(tree):
        if element.name.rpartition(".")[2] == name:
            yield (name, tree.slice(element.row))
