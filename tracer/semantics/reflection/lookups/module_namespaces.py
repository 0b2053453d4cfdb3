"""Who may reach what a file exports without importing it by name.

A module can be taken whole (`import * as m`), passed on whole (`export * from`), named by a text
(`import(path)`, `jest.mock(path)`), and then anything in it is found by spelling. Table `imports`:

- `whole`: how an import takes a module whole; a member read off its local name is no look-up;
- `passed_on`: kinds whose presence makes a re-export take everything;
- `by_call`, `by_word`: kinds and names of callees whose argument is a module, which is only known
  if it is a text.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from tracer.model.patterns import lazy_pattern
from tracer.semantics.language.tables import is_at, named_children, rows_of, significant_children
from tracer.semantics.names.imports import Import, module_path, target_of
from tracer.semantics.names.occurrence_kinds import is_behind_dot
from tracer.semantics.names.occurrences import Names, Use
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.lookups.loaders import MODULE, NAME, computed_loader
from tracer.semantics.values.string_values import composed_texts
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.matching import Forest

_INDEX = "index"
_WORD = lazy_pattern(rb"[\w$\x80-\xff]+")


def seen_whole(
    forest: Forest, names_of: Callable[[int], Names], homes: Iterable[int]
) -> str | None:
    """Why a file of the change set may find what one of `homes` exports by its spelling, or None.

    Cost: a look at the imports of every file, and for each home at the files that take it as a
    whole; of languages whose modules say what they export (`imports.live`), a search for the
    home's name in each text.
    """
    takers: dict[str, list[int]] = {}  # files that take the module at a path
    live: list[int] = []
    askers: list[int] = []  # files that ask for modules by texts
    for file in range(len(forest.trees)):
        table = names_of(file).tables.raw.get("imports") or {}
        if table.get("objects"):
            for path in _taken(forest, names_of(file), file):
                takers.setdefault(path, []).append(file)
            if names_of(file).has_any(names_of(file).tables.module_readers, 0):
                askers.append(file)
        if table.get("live"):
            live.append(file)
    with_word = _files_by_word(forest, live)
    for place, home in enumerate(homes):
        path = forest.paths[home]
        # What is not about one module was asked of all files with the first.
        seen = live if place == 0 else with_word(_stem(path))
        for file in sorted({*takers.get(path, ()), *seen, *askers}):
            problem = _why_seen(forest, names_of(file), file, home)
            if problem is not None:
                return f"{forest.paths[file]} {problem}"
    return None


def _stem(path: str) -> str:
    return posixpath.basename(path).partition(".")[0]


def _files_by_word(forest: Forest, files: list[int]) -> Callable[[str], list[int]]:
    """Asks which of some files may spell the name of a module; their words are listed once."""
    listed: dict[bytes, list[int]] = {}

    def with_word(stem: str) -> list[int]:
        word = _WORD.search(stem.encode())
        if stem == _INDEX or word is None:
            return files
        if not listed:
            for file in files:
                for found in set(_WORD.findall(forest.trees[file].text)):
                    listed.setdefault(found, []).append(file)
        return listed.get(word.group(), [])

    return with_word


def _why_seen(forest: Forest, names: Names, file: int, home: int) -> str | None:
    """Why a file may find what another one exports by its spelling, or None."""
    path, table = forest.paths[home], names.tables.imports
    if table.get("objects") and file != home and _passes_on(forest, names, (file, path)):
        return "passes it on as a whole"
    if table.get("objects") and _asks_module(names, path):
        return "asks the module for names that it computes"
    if not table.get("live"):
        return None
    stem = _stem(path)
    problem = imports_computed(names, table) or computed_loader(names, (MODULE, NAME))
    language, here = names.tree.language, forest.paths[file]
    if problem is None and any(
        target_of(forest.file_of_path, here, text, language) == path
        for text in composed_texts(names)
    ):
        problem = "names the module in a text that is put together"
    if problem is None and (stem == _INDEX or stem.encode() in names.tree.text):
        problem = _takes_all(forest, names, (file, path), table)
    return problem


def _passes_on(forest: Forest, names: Names, places: tuple[int, str]) -> bool:
    """Whether a file does more with a module than read its members, or ask for spelled ones."""
    return any(
        not is_read_by_members(names, entry, spelled=True)
        for entry in taken_as_module(forest, names, places)
    )


def _asks_module(names: Names, path: str) -> bool:
    """Whether a file that names a module in a text asks modules for names that it computes."""
    is_named = computed_loader(names, (MODULE,)) is not None or any(
        o.use is Use.DATA for o in names.occurrences(module_name(path))
    )
    return is_named and look_up_in(names, names.tables.module_readers, 0) is not None


def module_name(path: str) -> str:
    """The last name of a module that is an object, by its path."""
    stem = _stem(path)
    return posixpath.basename(posixpath.dirname(path)) if stem.startswith("__") else stem


def taken_as_module(forest: Forest, names: Names, places: tuple[int, str]) -> list[Import]:
    """The imports of a file (its number, and the path of a module) that bind the module itself."""
    file, home = places
    if module_name(home).encode() not in names.tree.text:
        return []
    return _taken(forest, names, file).get(home, [])


def _taken(forest: Forest, names: Names, file: int) -> dict[str, list[Import]]:
    """The imports of a file that bind modules of the change set, by their paths; made once."""
    kept = names.kept(_taken_found)
    if not kept:
        kept.append({})
        language, here = names.tree.language, forest.paths[file]
        for entry in names.imports:
            module = entry.module
            if entry.name is not None:
                module = module + ("" if module.endswith(".") else ".") + entry.name
            whole = module_path(names.tree, entry)  # `import a.b` binds a, and takes a.b
            entries = {module: entry}
            if entry.name is None and whole != module:
                entries[whole] = entry._replace(module=whole)
            for spelled, one in entries.items():
                path = target_of(forest.file_of_path, here, spelled, language)
                if path is not None:
                    kept[0].setdefault(path, []).append(one)
    return kept[0]


def _taken_found(_: Names) -> list[dict[str, list[Import]]]:
    """The one table that `_taken` made."""
    return []


def imports_computed(names: Names, table: dict[str, Any]) -> str | None:
    """Whether a file imports what its text does not name."""
    is_there = next(computed_imports(names, table), None) is not None
    return "imports what it computes" if is_there else None


def computed_imports(names: Names, table: dict[str, Any]) -> Iterator[int]:
    """The rows that say what is imported where that is no plain text; -1 for what is handed on."""
    tree, calls = names.tree, names.tree.language.raw.get("calls") or {}
    callees = rows_of(tree, table.get("by_call") or ())
    for word in table.get("by_word") or ():
        callees += [o.row for o in names.occurrences(word) if o.use in (Use.NAME, Use.UNCLEAR)]
    for row in callees:
        fields = calls.get(tree.kind_name(tree.parent[row]))
        at = tree.child_by_field(tree.parent[row], fields["arguments"]) if fields else -1
        given = named_children(tree, at) if at >= 0 else []
        if not given and _only_finds(names, row, table):
            continue
        if not given or not _is_text(names, given[0]):
            yield given[0] if given else -1


def _only_finds(names: Names, row: int, table: dict[str, Any]) -> bool:
    """Whether a member is called that says where a module is, and loads none (`only_finds`)."""
    tree = names.tree
    at = tree.parent[row]
    word = tree.slice(row).decode("utf-8", "replace")
    known = (table.get("only_finds") or {}).get(word) or ()
    last = tree.slice(significant_children(tree, at)[-1]).decode("utf-8", "replace")
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(tree.parent[at]))
    is_called = fields is not None and tree.field_name(at) == fields["function"]
    return is_called and row == at + 1 and last in known


def _is_text(names: Names, row: int) -> bool:
    """Whether a row is a literal text with nothing to compute in it."""
    tree = names.tree
    is_string = tree.kind_name(row) in (tree.language.raw.get("strings") or ())
    inside = range(row + 1, tree.stop[row])
    return is_string and not any(tree.kind_name(at) in names.tables.words for at in inside)


def _takes_all(
    forest: Forest, names: Names, places: tuple[int, str], table: dict[str, Any]
) -> str | None:
    """Whether a file takes the module at a path as a whole, or names it in a text."""
    tree, language = names.tree, names.tree.language
    file, home = places
    for entry in names.imports:
        is_home = target_of(forest.file_of_path, forest.paths[file], entry.module, language) == home
        if is_home and entry.name is None and not is_read_by_members(names, entry):
            return f"may look names up in {entry.local}"
    for row in rows_of(tree, language.raw.get("strings") or ()):
        module = tree.slice(row)[1:-1].decode("utf-8", "replace")
        if target_of(forest.file_of_path, forest.paths[file], module, language) != home:
            continue
        parent = tree.parent[row]
        if language.roles[tree.kind[parent]] & Role.IMPORT:
            continue
        kinds = {tree.kind_name(kid) for kid in significant_children(tree, parent)}
        is_spelled = tree.kind_name(parent) in names.tables.fixed_inside
        if not is_spelled or kinds.intersection(table.get("passed_on") or ()):
            return f"takes {module} as a whole"
    return None


def _statement(names: Names, row: int) -> int:
    """The row of the import around a leaf, or the leaf's parent."""
    tree, at = names.tree, row
    while at > 0 and not tree.language.roles[tree.kind[at]] & Role.IMPORT:
        at = tree.parent[at]
    return at or names.tree.parent[row]


def _module_at(names: Names, row: int, entry: Import) -> int:
    """The row of a module that is read off the packages it is in (`a.b` after `import a.b`)."""
    tree, at = names.tree, row
    root, *inner = entry.module.split(".")
    if root != entry.local or entry.name is not None:
        return at
    for part in inner:
        around = tree.parent[at]
        kids = significant_children(tree, around)
        if kids[0] != at or tree.slice(kids[-1]) != part.encode():
            break
        at = around
    return at


def is_read_by_members(names: Names, entry: Import, *, spelled: bool = False) -> bool:
    """Whether all that is done with a module's name is to read members off it.

    `spelled`: or to ask a function for one by a text that follows it.
    """
    tree, tables = names.tree, names.tables
    for found in names.occurrences(entry.local):
        if found.row == entry.local_row or found.use in (Use.DATA, Use.MEMBER):
            continue
        at = _module_at(names, found.row, entry)
        parent = tree.parent[at]
        behind = [kid for kid in significant_children(tree, parent) if kid > at]
        if tree.language.roles[tree.kind[_statement(names, found.row)]] & Role.IMPORT:
            continue
        if spelled and len(behind) > 1 and _is_text(names, behind[1]):
            continue
        is_receiver = any(
            tree.kind_name(kid) in tables.member_kinds
            or is_at(tree, kid, tables.members)
            or is_behind_dot(tree, tables, kid)
            for kid in behind
        )
        if found.use is Use.UNCLEAR or not is_receiver:
            return False
        shown = (tables.raw.get("private_members") or {}).get("shown_by") or ()
        if any(tree.slice(kid).decode("utf-8", "replace") in shown for kid in behind):
            return False
    return True
