"""Whether something in the change set gives a name of a module another meaning from outside.

Where modules are objects (`imports.objects`), `a.g = h` puts h in the place of a's g, a text
`"a.g"` given to a tool for tests as well; so does a file that imports itself. `builtin_modules`
hold what the language brings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import is_assigned, named_children, significant_children
from tracer.semantics.names.imports import has_star, target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.lookups.loaders import (
    MODULE,
    NAME,
    computed_loader,
    named_by_loaders,
)
from tracer.semantics.reflection.lookups.module_namespaces import (
    is_read_by_members,
    module_name,
    taken_as_module,
)
from tracer.semantics.values.string_values import OWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.matching import Forest
    from tracer.semantics.names.imports import Import
    from tracer.semantics.names.occurrences import Names, Occurrence
    from tracer.semantics.versions import Versions


def is_stored_elsewhere(
    versions: Versions, file: int, word: str, *, is_after: bool, is_member: bool
) -> bool:
    """Whether a version stores to a name of a module, or to a member of any object.

    By way of the module, in any file, its own as well, which may import itself; in other files for
    members. Where modules are no objects, nobody can. Cost: a look at the files that have the
    module's name, and at those that have the word where a file hands the module on.
    """
    names_of = versions.names_after if is_after else versions.names_before
    tables = names_of(file).tables
    if not names_of(file).tables.imports.get("objects"):
        return False
    if is_member:
        return any(
            _is_member_stored(names, found)
            for other in versions.files_with(word, is_after=is_after)
            if other != file and (names := names_of(other)).tables is tables
            for found in names.occurrences(word)
        )
    known = versions.kept(_spoken_of, file, is_after)
    files = versions.files_with(word, is_after=is_after) if known.is_loose else known.files
    for other in sorted({*files, file}):
        names = names_of(other)
        if word.encode() not in names.tree.text or names.tables is not tables:
            continue
        found = names.occurrences(word)
        taken = versions.kept(_taken, file, other, is_after)
        if any(is_replaced(names, o, word, (known.module, taken)) for o in found):
            return True
        is_found = known.is_loose or names.has_any(known.readers, 0)
        if is_found and any(_may_be_replaced(names, o, word) for o in found):
            return True
    return versions.kept(_is_reached, file, is_after)


class _SpokenOf(NamedTuple):
    """Who may store to the names of a module: any file, where it `is_loose`, or some `files`.

    `readers`: words by which modules are found, those aside of which the texts are known.
    """

    module: str
    is_loose: bool
    files: frozenset[int]
    readers: frozenset[str]


def _spoken_of(versions: Versions, file: int, is_after: bool) -> _SpokenOf:
    forest = versions.after if is_after else versions.before
    tables = (versions.names_after if is_after else versions.names_before)(file).tables
    module, is_loose = module_name(forest.paths[file]), versions.kept(_is_passed_on, file, is_after)
    asked = () if is_loose else {module, *tables.module_readers}
    files = {other for word in asked for other in versions.files_with(word, is_after=is_after)}
    loaders = tables.raw.get("loaders") or ()
    readers = tables.module_readers.difference(*(entry["words"] for entry in loaders))
    return _SpokenOf(module, is_loose, frozenset(files), readers)


def _taken(versions: Versions, file: int, other: int, is_after: bool) -> set[str]:
    """The names that another file has for a module."""
    forest = versions.after if is_after else versions.before
    names = (versions.names_after if is_after else versions.names_before)(other)
    return {entry.local for entry in taken_as_module(forest, names, (other, forest.paths[file]))}


def _is_reached(versions: Versions, file: int, is_after: bool) -> bool:
    """Whether some file may store to a module's names without spelling them."""
    forest = versions.after if is_after else versions.before
    names_of = versions.names_after if is_after else versions.names_before
    tables, is_loose = names_of(file).tables, versions.kept(_is_passed_on, file, is_after)
    return any(
        names.tables is tables
        and ((is_loose and names.kept(_stores_any)) or (other != file and names.kept(reaches_all)))
        for other, names in enumerate(map(names_of, range(len(forest.trees))))
    )


def _is_passed_on(versions: Versions, file: int, is_after: bool) -> bool:
    """Whether some file does more with a module than to read its members, or spelled ones."""
    forest = versions.after if is_after else versions.before
    names_of = versions.names_after if is_after else versions.names_before
    path, tables = forest.paths[file], names_of(file).tables
    if any(
        _passes_on(names, taken_as_module(forest, names, (other, path)), path)
        for other in versions.files_with(module_name(path), is_after=is_after)
        if (names := names_of(other)).tables is tables
    ):
        return True
    if _is_taken_on(versions, file, is_after=is_after):
        return True
    asked = versions.kept(_asked, is_after)
    return None in asked or module_name(path) in asked


def _asked(versions: Versions, is_after: bool) -> frozenset[str | None]:
    """The words by which files find modules in texts; None for a text that nobody knows."""
    forest = versions.after if is_after else versions.before
    names_of = versions.names_after if is_after else versions.names_before
    found = set[str | None]()
    for file, path in enumerate(forest.paths):
        names = names_of(file)
        words = named_by_loaders(names, (MODULE, NAME))
        found |= {module_name(path) if word == OWN else word for word in words}
        if computed_loader(names, (MODULE, NAME)) is not None:
            found.add(None)
    return frozenset(found)


def _is_taken_on(versions: Versions, file: int, *, is_after: bool) -> bool:
    """Whether a file takes a module from another one that imported it (`from r import m`)."""
    forest = versions.after if is_after else versions.before
    names_of = versions.names_after if is_after else versions.names_before
    path = forest.paths[file]
    for other in versions.files_with(module_name(path), is_after=is_after):
        names = names_of(other)
        for entry in taken_as_module(forest, names, (other, path)):
            for user in versions.files_with(entry.local, is_after=is_after):
                if user != other and _takes(forest, names_of(user), user, (other, entry.local)):
                    return True
    return False


def _takes(forest: Forest, names: Names, user: int, thing: tuple[int, str]) -> bool:
    """Whether a file takes, or reads, a name that another one has (its number, the name)."""
    other, word = thing
    files, here = forest.file_of_path, forest.paths[user]
    language, home = names.tree.language, forest.paths[other]
    for entry in names.imports:
        if entry.name == word and target_of(files, here, entry.module, language) == home:
            return True
    if has_star(names.tree):
        return True
    return any(
        taken_as_module(forest, names, (user, home))
        and found.use is Use.MEMBER
        and not names.imports_of(_receiver(names, found).partition(".")[0] + "." + word)
        for found in names.occurrences(word)
    )


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
    table = names.tables.raw.get("receivers") or {}
    shows: dict[str, Any] = table.get("shows") or {}
    for word in shows.get("words") or ():
        for found in names.occurrences(word):
            if found.use in (Use.NAME, Use.MEMBER) and not _is_only_read(names, found.row, shows):
                return True
    setters = frozenset(table.get("setters") or ()).difference(shows.get("words") or ())
    return look_up_in(names, setters, 0) is not None


def _is_only_read(names: Names, row: int, shows: dict[str, Any]) -> bool:
    """Whether the names of a thing, which a word at a leaf shows, are read at once."""
    tree = names.tree
    calls = tree.language.raw.get("calls") or {}
    at = tree.parent[row]
    if tree.kind_name(at) in calls:  # `vars(m)`, not `m.__dict__`
        fields = calls[tree.kind_name(at)]
        if tree.field_name(row) != fields["function"]:
            return False
        if not named_children(tree, tree.child_by_field(at, fields["arguments"])):
            return True  # what is shown is where it stands
    return _is_read_at(names, at, shows)


def _is_read_at(names: Names, at: int, shows: dict[str, Any]) -> bool:
    """Whether a table of names that a row stands for is only read there, or in a variable."""
    tree = names.tree
    calls = tree.language.raw.get("calls") or {}
    around = tree.parent[at]
    kind = tree.kind_name(around)
    fields = shows["values"].get(kind)
    if fields is not None and tree.field_name(at) == fields[1]:
        left = tree.child_by_field(around, fields[0])
        word = tree.slice(left).decode("utf-8", "replace")
        return tree.kind_name(left) in names.tables.names and all(
            o.row == left or _is_read_at(names, o.row, {**shows, "values": {}})
            for o in names.occurrences(word)
            if o.use is Use.NAME
        )
    if kind in calls or kind in (shows["given"] or ()):
        call = around if kind in calls else tree.parent[around]
        callee = tree.child_by_field(call, calls[tree.kind_name(call)]["function"])
        return tree.slice(callee).decode("utf-8", "replace") in shows["readers"]
    if tree.child_by_field(around, "object") == at:
        return tree.slice(significant_children(tree, around)[-1]).decode() in shows["reads"]
    if kind in shows["through"]:
        return not is_assigned(tree, around, names.tables)
    return kind in shows["asks"]


def reaches_all(names: Names) -> bool:
    """Whether a file may store to names of any module: by a function's, or by running texts."""
    table = names.tables.imports.get("reached_by") or {}
    if computed_loader(names, (NAME,)) is not None:
        return True
    words = frozenset(table.get("any") or ())
    if names.has_any(words, 0) and any(
        not _is_asked_nothing(names, found) for word in words for found in names.occurrences(word)
    ):
        return True
    return any(
        found.use is Use.NAME and found.scope < 0 and names.scope_of(found, word) < 0
        for word in table.get("free") or ()
        if word.encode() in names.tree.text
        for found in names.occurrences(word)
    )


def _is_asked_nothing(names: Names, found: Occurrence) -> bool:
    """Whether what an occurrence names is called without arguments: no module is given to it."""
    tree, at = names.tree, found.row
    if found.use is Use.MEMBER:
        at = tree.parent[at]
    call = tree.parent[at]
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(call))
    if fields is None or tree.field_name(at) != fields["function"]:
        return False
    return not named_children(tree, tree.child_by_field(call, fields["arguments"]))


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
        *(names.tables.imports.get("spelled_in") or ()),
    }
    return text == word and tree.kind_name(max(tree.parent[at], 0)) not in lists


def is_put_elsewhere(
    versions: Versions, modules: Iterable[str], word: str, *, is_after: bool
) -> bool:
    """Whether a file of a version gives a name that `modules` hold another meaning for all."""
    names_of = versions.names_after if is_after else versions.names_before
    forest = versions.after if is_after else versions.before
    for module in modules:
        for file in versions.files_with(module, is_after=is_after):
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
        path = f"{module[0]}.{word}"
        is_path = text.endswith(path) and re.search(rf"\b{re.escape(path)}\Z", text) is not None
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
