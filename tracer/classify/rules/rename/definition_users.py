"""Who may use a definition that has another name now."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from tracer.classify.change.refusals import Asks, Refusal
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import tables_of
from tracer.semantics.names.identifier_spelling import unescaped
from tracer.semantics.names.imports import has_star, target_of
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.semantics.names.visibility import is_module, is_private
from tracer.semantics.reflection.lookups.computed_names import why_spelled_otherwise
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.lookups.module_namespaces import seen_whole, taken_as_module
from tracer.semantics.reflection.lookups.monkey_patching import reaches_all
from tracer.semantics.reflection.readers.framework_names import is_unnamed, why_asked, why_collected
from tracer.semantics.reflection.readers.printed_names import is_printed
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tracer.classify.change.change import Context
    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree


class Renaming(NamedTuple):
    """Every update of one word to one other in the change set: edit index by node before."""

    home: int  # file before that binds the name at its top
    before: str
    after: str
    edits: dict[int, int]
    images: dict[int, int]  # node before -> node after


def is_top(names: Names, occurrence: Occurrence) -> bool:
    """Whether an occurrence is bound at the top of its file."""
    return occurrence.scope >= 0 and names.kind_of_scope(occurrence.scope) == "file"


def seen_outside(context: Context, renaming: Renaming) -> str | None:
    """Whether a file outside the change set may use the name."""
    names = context.names_before(renaming.home)
    path = context.before.paths[renaming.home]
    found = names.occurrences(renaming.before)
    bound = [o for o in found if is_top(names, o)]
    tables = names.tables
    is_published = tables.is_private(renaming.before) and not tables.is_private(renaming.after)
    if is_private(names, path, renaming.before, bound) and not is_published:
        return _overloads(context, renaming, is_own=True)
    # A use in a statement that is new, or moved, is no edit of the renaming.
    is_used = len(renaming.edits) > len(bound) or any(
        one.use is Use.NAME and one.scope < 0 for one in found
    )
    is_asked = not is_unnamed(names, [o.row for o in bound])
    words = (renaming.before, renaming.after) if is_asked else ()
    for word in words:
        asked = why_asked(names, path, word, is_used=is_used) or (
            None if is_used else why_collected(context, names, word, sort="names")
        )
        if asked:
            return asked
    return _seen_elsewhere(context, renaming, bound)


def _seen_elsewhere(
    context: Context, renaming: Renaming, bound: Sequence[Occurrence]
) -> str | None:
    """Whether a file that the change set does not have may use the name, which is not private."""
    if any(o.fixed for o in bound) and not context.is_closed_for(renaming.before):
        return f"{renaming.before} is visible to other files"
    other = context.has_other_uses(renaming.before)
    if other is None:
        return f"other files may use {renaming.before}"
    if context.has_other_uses(renaming.after):
        return f"another file has {renaming.after}"
    if other:
        return f"another file uses {renaming.before}"
    return _overloads(context, renaming, is_own=False)


def _overloads(context: Context, renaming: Renaming, *, is_own: bool) -> str | None:
    """Whether a function of one of the names in another file may be chosen in the place of this.

    `is_own`: the function is its file's own, which may include others; else others include it.
    """
    if not any(tables_of(tree.language).raw.get("overloads") for tree in context.before.trees):
        return None
    problem = _may_be_member(context, renaming)
    if problem:
        return problem
    home = context.before.paths[renaming.home]
    sides = (
        (context.before, context.names_before, renaming.before),
        (context.after, context.names_after, renaming.after),
    )
    for forest, names_of, word in sides:
        for file, path in enumerate(forest.paths):
            if path == home or word.encode() not in forest.trees[file].text:
                continue
            names = names_of(file)
            if is_own and any(path.endswith(ending) for ending in names.tables.shared_files):
                return f"{path} may have another {word}"
            bound = [o for o in names.occurrences(word) if is_top(names, o)]
            if not is_own and is_private(names, path, word, bound):
                return f"{path} has a {word} of its own"
    if is_own and context.has_other_uses(renaming.after):
        return f"another file has {renaming.after}"
    return None


def _may_be_member(context: Context, renaming: Renaming) -> str | None:
    """Whether a member, or a function of a file that is not seen, may be chosen instead.

    A member hides what stands around its class; of what is taken in from elsewhere, nothing is
    known while no index of all files says that the word is nowhere. Libraries are trusted.
    """
    after = {context.after.locate(node)[0] for node in renaming.images.values()}
    sides = (
        (context.names_before(renaming.home), renaming.before),
        *((context.names_after(file), renaming.after) for file in sorted(after)),
    )
    for names, word in sides:
        if any(found.use is Use.MEMBER for found in names.occurrences(word)):
            return f"{word} is a member as well"
    if context.is_closed_for(renaming.after):
        return None
    taken = _taken_in(context.before.trees[renaming.home])
    unseen = taken - {posixpath.basename(path) for path in context.before.paths}
    return f"{min(unseen)} may have a {renaming.after}" if unseen else None


def _taken_in(tree: SyntaxTree) -> set[str]:
    """The names of the files, not those of libraries, that a file has the text of in it."""
    found: set[str] = set()
    for row in range(len(tree)):
        if tree.language.roles[tree.kind[row]] & Role.IMPORT:
            quoted = tree.slice(row).decode("utf-8", "replace").split('"')
            found.update(posixpath.basename(path) for path in quoted[1::2])
    return found


def used_elsewhere(context: Context, renaming: Renaming) -> Iterator[str | None]:
    """Why other files of the change set may not follow, where they use the name."""
    names = context.names_before(renaming.home)
    carriers = _carriers(context, renaming)
    are_objects = names.tables.imports.get("objects")
    home = renaming.home, context.before.paths[renaming.home]
    if (
        are_objects
        and any(o.use is Use.MEMBER for o in names.occurrences(renaming.before))
        and taken_as_module(context.before, names, home)
    ):
        yield "the file imports itself"
    bound = [o for o in names.occurrences(renaming.before) if is_top(names, o)]
    if are_objects or any(o.fixed for o in bound):
        yield seen_whole(context.before, context.names_before, carriers)
    for forest in (context.before, context.after) if are_objects else ():
        if _is_module_of_package(forest, names, carriers, renaming):
            yield f"{renaming.before} or {renaming.after} is a module of its package as well"
    paths = frozenset(context.before.paths[carrier] for carrier in carriers)
    for file in context.files_with(renaming.before, is_after=False):
        if file != renaming.home:
            problem = _other_file(context, renaming, paths, file)
            if problem:
                yield Refusal.about(context.before.paths[file], problem)


def printed_elsewhere(context: Context, renaming: Renaming) -> str | None:
    """Whether another file that follows makes a text of what the name stands for."""
    home = context.names_before(renaming.home)
    gone = {
        node
        for file in context.files_with(renaming.before, is_after=False)
        if context.names_before(file).tables.is_known
        for found in context.names_before(file).occurrences(renaming.before)
        if context.is_deleted(node := context.before.base[file] + found.row)
    }
    for node in sorted(gone.union(renaming.edits)):
        file, row = context.before.locate(node)
        if file != renaming.home and is_printed(context.names_before(file), row, home):
            return f"{context.before.paths[file]} makes a text of {renaming.before}"
    return None


def found_elsewhere(context: Context, renaming: Renaming, names: Names) -> str | None:
    """Whether somebody spells a name otherwise, or may find names of any module."""
    is_global = bool(names.tables.module_markers) and not is_module(names)
    problem = why_spelled_otherwise(context, (renaming.before, renaming.after))
    if problem is not None:
        return problem
    for file, path in enumerate(context.before.paths):
        other = context.names_before(file)
        if file == renaming.home or other.tables is not names.tables:
            continue
        if other.kept(reaches_all) or (is_global and other.has_any(names.tables.dynamic_file, 0)):
            return f"{path} may find names of any file"
    return None


def _is_module_of_package(
    forest: Forest, names: Names, carriers: Iterable[int], renaming: Renaming
) -> bool:
    """Whether one of the names is a module of a package whose own file has the name."""
    table = names.tables.imports
    return any(
        f"{posixpath.join(posixpath.dirname(path), word)}{ending}" in forest.file_of_path
        for path in (forest.paths[c] for c in carriers if c < len(forest.paths))
        if posixpath.basename(path) == table.get("package")
        for word in (renaming.before, renaming.after)
        for ending in table.get("files") or ()
    )


def _other_file(  # noqa: PLR0911 - one guard a line
    context: Context, renaming: Renaming, paths: frozenset[str], file: int
) -> str | None:
    names, word = context.names_before(file), renaming.before
    base = context.before.base[file]
    found = names.occurrences(word) if names.tables.is_known else ()
    if not names.tables.is_known:
        text = unescaped(names.tree.text)
        is_there = word.encode() in text
        return f"{word} occurs in a file of another kind" if is_there else None
    if not found:
        return None
    if not context.is_closed_for(word, renaming.after):
        return f"{word} occurs here, and the world is open"
    imported, modules = _imported(context, paths, file, word)
    if has_star(names.tree):
        return "names are imported without being spelled out"
    look_up = look_up_in(names, names.tables.dynamic, 0)
    if look_up:
        return f"{look_up} may look names up by spelling"
    if _is_linked(context, renaming, names, found, file):
        return Refusal.of(Asks.MEANING, f"what is declared as {word} here is the same thing")
    for occurrence in found:
        ours = _is_ours(names, occurrence, word, imported, modules)
        if ours is None:
            return Refusal.of(Asks.MEANING, f"it is not certain what {word} means here")
        is_updated = base + occurrence.row in renaming.edits
        if ours != is_updated and not context.is_deleted(base + occurrence.row):
            said = f"a use of {word} keeps the name" if ours else f"another {word} is renamed too"
            return said if ours else Refusal.of(Asks.MEANING, said)
    return None


def _is_linked(
    context: Context, renaming: Renaming, names: Names, found: Sequence[Occurrence], file: int
) -> bool:
    """Whether what another file declares by the name is linked with what is renamed."""
    if not names.tables.private_with:
        return False
    forest, home = context.before, context.names_before(renaming.home)
    own = [o for o in home.occurrences(renaming.before) if is_top(home, o)]
    declared = [o for o in found if o.fixed or is_top(names, o)]
    return (
        bool(declared)
        and not is_private(home, forest.paths[renaming.home], renaming.before, own)
        and not is_private(names, forest.paths[file], renaming.before, declared)
    )


def _carriers(context: Context, renaming: Renaming) -> list[int]:
    """The files that have the name: the one that defines it, and those that import it from them."""
    forest, word = context.before, renaming.before
    found, seen = [renaming.home], {renaming.home}
    takers: dict[str | None, list[int]] = {}  # by the path that a file takes it from
    for file in context.files_with(word, is_after=False):
        tree = forest.trees[file]
        if file == renaming.home:
            continue
        for entry in context.names_before(file).imports:
            if entry.name == entry.local == word:
                home = target_of(
                    forest.file_of_path, forest.paths[file], entry.module, tree.language
                )
                takers.setdefault(home, []).append(file)
    for carrier in found:
        new = [f for f in takers.get(forest.paths[carrier], ()) if f not in seen]
        seen.update(new)
        found += new
    return found


def _imported(
    context: Context, paths: frozenset[str], file: int, word: str
) -> tuple[set[int], dict[str, bool]]:
    """Rows that import the word from a file that has it; local name of each module -> is it one."""
    forest = context.before
    tree = forest.trees[file]
    rows: set[int] = set()
    modules: dict[str, bool] = {}
    for entry in context.names_before(file).imports:
        path = target_of(forest.file_of_path, forest.paths[file], entry.module, tree.language)
        if entry.name is None:
            modules[entry.local] = path in paths
        elif path in paths and entry.name == word:
            rows.update((entry.row, entry.local_row))
        else:
            inner = entry.module.rstrip(".") + "." if entry.module.strip(".") else entry.module
            submodule = target_of(
                forest.file_of_path, forest.paths[file], inner + entry.name, tree.language
            )
            modules[entry.local] = submodule in paths
    return rows, modules


def _is_ours(  # noqa: PLR0911 - one guard a line
    names: Names, found: Occurrence, word: str, imported: set[int], modules: dict[str, bool]
) -> bool | None:
    """Whether an occurrence in another file means the renamed definition; None: unknown."""
    if found.use is Use.DATA:
        return None if is_spelled_in(names, found.row, word) else False
    if found.use is Use.UNCLEAR:
        return None
    if found.row in imported:
        return True
    if found.use is Use.MEMBER:
        return _is_our_member(names, found.row, modules)
    scope = names.scope_of(found, word)
    if scope < 0:
        return None
    bound = [o.row for o in names.occurrences(word) if o.scope == scope]
    from_home = [row in imported for row in bound]
    if any(from_home) and not all(from_home):
        return None
    return all(from_home)


def _is_our_member(names: Names, row: int, modules: dict[str, bool]) -> bool | None:
    """Whether `receiver.word` is an attribute of the home module; None when it is not certain.

    Only a receiver that is an imported module's name, bound nowhere else, says anything.
    """
    tree = names.tree
    receiver = tree.parent[row] + 1
    name = tree.slice(receiver).decode("utf-8", "replace")
    if receiver == row or name not in modules:
        return None
    found = names.at(receiver, name)
    if found is None or found.use is not Use.NAME:
        return None
    bound = [o for o in names.occurrences(name) if o.scope >= 0]
    return modules[name] if len(bound) == 1 else None
