"""Whether something in the change set gives a name of a module another meaning from outside.

Where modules are objects (`imports.objects`), `a.g = h` puts h in the place of a's g, a text
`"a.g"` given to a tool for tests as well; so does a file that imports itself. `builtin_modules`
hold what the language brings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.dynamic import look_up_in
from tracer.classify.import_runs import import_table
from tracer.classify.names import Use
from tracer.classify.namespaces import is_read_by_members, module_name, taken_as_module
from tracer.classify.tables import is_assigned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.context import Context
    from tracer.classify.imports import Import
    from tracer.classify.names import Names, Occurrence


def is_stored_elsewhere(
    context: Context, file: int, word: str, *, is_after: bool, is_member: bool
) -> bool:
    """Whether a version stores to a name of a module, or to a member of any object.

    By way of the module, in any file, its own as well, which may import itself; in other files for
    members. Where modules are no objects, nobody can. Cost: a look at the files that have the
    module's name, and at those that have the word where a file hands the module on.
    """
    forest = context.after if is_after else context.before
    names_of = context.names_after if is_after else context.names_before
    tables = names_of(file).tables
    if not import_table(names_of(file)).get("objects"):
        return False
    path = forest.paths[file]
    module = module_name(path)
    is_loose = not is_member and _is_passed_on(context, file, is_after=is_after)
    asked = {word} if is_member or is_loose else {module, *tables.module_readers}
    files = {other for at in asked for other in context.files_with(at, is_after=is_after)}
    for other in sorted(files | {file}):
        if word.encode() not in forest.trees[other].text or (is_member and other == file):
            continue
        names = names_of(other)
        if names.tables is not tables:
            continue
        found = names.occurrences(word)
        if is_member:
            if any(_is_member_stored(names, o) for o in found):
                return True
            continue
        taken = {entry.local for entry in taken_as_module(forest, names, (other, path))}
        if any(is_replaced(names, o, word, (module, taken)) for o in found):
            return True
        is_found = is_loose or names.has_any(tables.module_readers, 0)
        if is_found and any(_may_be_replaced(names, o, word) for o in found):
            return True
    return is_loose and any(
        names_of(other).tables is tables and _stores_any(names_of(other))
        for other in range(len(forest.trees))
    )


def _is_passed_on(context: Context, file: int, *, is_after: bool) -> bool:
    """Whether some file does more with a module than to read its members, or spelled ones."""
    known = context.passed_on.get((is_after, file))
    if known is None:
        forest = context.after if is_after else context.before
        names_of = context.names_after if is_after else context.names_before
        path, tables = forest.paths[file], names_of(file).tables
        known = context.passed_on[is_after, file] = any(
            _passes_on(names, taken_as_module(forest, names, (other, path)), path)
            for other in context.files_with(module_name(path), is_after=is_after)
            if (names := names_of(other)).tables is tables
        )
    return known


def _passes_on(names: Names, taken: list[Import], path: str) -> bool:
    """Whether a file does more than to read the members of a module, also by a path (`p.m.x`)."""
    if not all(is_read_by_members(names, entry, spelled=True) for entry in taken):
        return True
    setters = (names.tables.raw.get("receivers") or {}).get("setters") or ()
    own = {entry.local for entry in taken}
    for word in (module_name(path), *setters):
        for found in names.occurrences(word):
            receiver = _receiver(names, found) if found.use is Use.MEMBER else ""
            if word in setters and receiver.rpartition(".")[2] in {*own, module_name(path)}:
                return True
            is_path = bool(names.imports_of(receiver.partition(".")[0]))
            if is_path and word not in setters and not _is_receiver(names, found.row):
                return True
    return False


def _receiver(names: Names, found: Occurrence) -> str:
    """The text that a member is read off."""
    tree = names.tree
    at = tree.child_by_field(tree.parent[found.row], "object")
    return tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""


def _is_receiver(names: Names, row: int) -> bool:
    """Whether a member is read off the member at a leaf."""
    tree = names.tree
    at = tree.parent[row]
    return tree.child_by_field(max(tree.parent[at], 0), "object") == at


def _stores_any(names: Names) -> bool:
    """Whether a file stores to members whose names it computes."""
    words = (names.tables.raw.get("receivers") or {}).get("setters") or ()
    return look_up_in(names, frozenset(words), 0) is not None


def _is_member_stored(names: Names, found: Occurrence) -> bool:
    tree, at = names.tree, names.tree.parent[found.row]
    return found.use is Use.MEMBER and is_assigned(tree, at, names.tables)


def _may_be_replaced(names: Names, found: Occurrence, word: str) -> bool:
    """Whether an occurrence stores to a member of something that may be a module.

    Or is a text, or a keyword, by which something may.
    """
    if found.use is not Use.DATA:
        setters = (names.tables.raw.get("receivers") or {}).get("setters") or ()
        around = names.tree.kind_name(max(names.tree.parent[found.row], 0))
        is_keyword = around == names.tables.keyword_parameters.get("keyword")
        return _is_member_stored(names, found) or (
            is_keyword and names.has_any(frozenset(setters), 0) is not None
        )
    tree, at = names.tree, max(names.tree.parent[found.row], 0)
    text = tree.slice(found.row).decode("utf-8", "replace").strip("'\"")
    lists = {
        *((names.tables.raw.get("asked") or {}).get("lists") or ()),
        *(import_table(names).get("spelled_in") or ()),
    }
    return text == word and tree.kind_name(max(tree.parent[at], 0)) not in lists


def is_put_elsewhere(
    context: Context, modules: Iterable[str], word: str, *, is_after: bool
) -> bool:
    """Whether a file of a version gives a name that `modules` hold another meaning for all."""
    names_of = context.names_after if is_after else context.names_before
    forest = context.after if is_after else context.before
    for module in modules:
        for file in context.files_with(module, is_after=is_after):
            names = names_of(file)
            if word.encode() not in forest.trees[file].text:
                continue
            taken = {module} if names.has_any(frozenset((module,)), 0) else set()
            if any(is_replaced(names, o, word, (module, taken)) for o in names.occurrences(word)):
                return True
    return False


def is_replaced(names: Names, found: Occurrence, word: str, module: tuple[str, set[str]]) -> bool:
    """Whether an occurrence stores to a member of a module, or names it in a text.

    `module`: its name, and the names of a file for it ("" where a text is its path).
    """
    tree = names.tree
    if found.use is Use.DATA:
        text = tree.slice(found.row).decode("utf-8", "replace").strip("'\"")
        is_path = re.search(rf"\b{re.escape(module[0])}\.{re.escape(word)}\Z", text) is not None
        return is_path or (text.lstrip(".") == word and bool(module[1]))
    at = tree.parent[found.row]
    receiver = tree.child_by_field(at, "object") if found.use is Use.MEMBER else -1
    if receiver < 0 and found.use is Use.MEMBER:
        return "" in module[1]  # `patch.multiple("a", g=h)`
    if receiver < 0 or not is_assigned(tree, at, names.tables):
        return False
    text = tree.slice(receiver).decode("utf-8", "replace")
    is_asked = re.search(rf"""["'](?:[\w.]*\.)?{re.escape(module[0])}["']""", text) is not None
    last = text.rpartition(".")[2]
    return is_asked or last in module[1] or (last == module[0] and last != text)
