"""`rename_definition`: a name bound at the top of a file has another name, at every use.

Side conditions:

- nobody outside the change set can use the name: it is private to its file (by the language,
  or by the spelling of both names), or the world is closed, or the caller knows that no other
  file has it;
- in its file every occurrence resolved to the file's scope is updated to the same new name;
  in other files the names imported from that file, and the attributes of that module, are;
- the new name stood nowhere in those files, before or after, except at the images;
- no string spells the name, no look-up by spelling can reach it, nothing decorates the
  definition, and the name is no entry point.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.change.refusals import Asks, Refusal, asked_of_proofs
from tracer.classify.change.renamed_identity import is_borne_out
from tracer.classify.rules.rename.definition_users import (
    Renaming,
    found_elsewhere,
    is_top,
    printed_elsewhere,
    seen_outside,
    used_elsewhere,
)
from tracer.semantics.language.tables import has_word, rows_of, tables_of
from tracer.semantics.lowering.templates.table import table_for
from tracer.semantics.names.macro_uses import is_macro, macro_seen
from tracer.semantics.names.occurrences import Names, Occurrence, Use, is_plain_name
from tracer.semantics.names.visibility import is_module, is_private
from tracer.semantics.reflection.lookups.computed_names import why_composed
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.readers.framework_names import (
    is_entry,
    is_found_value,
)
from tracer.semantics.reflection.readers.name_consumers import (
    why_error_shown,
    why_named_after,
    why_read_off_import,
    why_told_elsewhere,
)
from tracer.semantics.reflection.readers.name_mangling import why_mangled
from tracer.semantics.reflection.readers.name_readers import (
    escapes,
    gives_name,
    marks_of,
    reads_name,
)
from tracer.semantics.reflection.readers.printed_names import is_printed
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterator


RULE = "rename_definition"


def explain(context: Context) -> Iterator[Explained]:
    """Renamed top-level names, one explanation each."""
    for renaming in renamings(context):
        problem = asked_of_proofs(next(why_known(context, renaming), None))
        problem = problem or next(filter(None, _why_other_use(context, renaming)), None)
        if problem:
            context.note(renaming.edits.values(), problem)
        else:
            yield _explained(context, renaming)


def _explained(context: Context, renaming: Renaming) -> Explained:
    nodes = sorted(renaming.edits)
    low, high = context.before.base[renaming.home], context.before.base[renaming.home + 1]
    first = next(node for node in nodes if low <= node < high)
    world = (
        "in a closed world" if context.closed_world else "private to its file or not used outside"
    )
    return Explained.of_renaming(
        RULE,
        f"{renaming.before} -> {renaming.after}: {len(nodes)} occurrence(s), {world}; "
        f"{renaming.after} was free, no string or look-up spells the name",
        renaming.edits.values(),
        renaming.images,
        first=first,
    )


def renamings(context: Context) -> Iterator[Renaming]:
    """Updates of name leaves, grouped by the two words, where one file binds the first."""
    groups: dict[tuple[str, str], dict[int, tuple[int, int]]] = {}
    for index, edit in context.of_kind(EditKind.UPDATE):
        if not context.is_sound(edit):
            continue
        tree, row = context.tree_before(edit.before)
        roles = tree.language.roles[tree.kind[row]]
        tables, kind = tables_of(tree.language), tree.kind_name(row)
        is_word = kind in tables.names or roles & (Role.IDENTIFIER | Role.MEMBER)
        if is_word and kind not in tables.keyed:
            tree_a, row_a = context.tree_after(edit.after)
            words = tree.slice(row), tree_a.slice(row_a)
            key = words[0].decode("utf-8", "replace"), words[1].decode("utf-8", "replace")
            groups.setdefault(key, {})[edit.before] = (index, edit.after)
    for (before, after), updates in groups.items():
        edits = {node: index for node, (index, _) in updates.items()}
        images = {node: image for node, (_, image) in updates.items()}
        homes = _homes(context, before, set(edits))
        if len(homes) == 1:
            yield Renaming(homes.pop(), before, after, edits, images)
        elif homes:
            context.note(edits.values(), f"{before} is defined in several files")


def _homes(context: Context, word: str, nodes: set[int]) -> set[int]:
    """Files that bind the word at their top, other than by an import, among the updates."""
    found = set()
    for file in {context.before.locate(node)[0] for node in nodes}:
        base = context.before.base[file]
        names = context.names_before(file)
        for occurrence in names.occurrences(word):
            is_definition = is_top(names, occurrence) and not _is_import(names, occurrence.row)
            if base + occurrence.row in nodes and is_definition:
                found.add(file)
    return found


def _is_import(names: Names, row: int) -> bool:
    tree = names.tree
    roles = tree.language.roles
    while row > 0:
        if roles[tree.kind[row]] & Role.IMPORT:
            return True
        row = tree.parent[row]
    return False


def why_known(
    context: Context, renaming: Renaming, *, is_read_at_home: bool = True
) -> Iterator[str]:
    """Who may know one of the names, other than the code that names the definition.

    `is_read_at_home`: code of its file that reads names may read this one.
    """
    return filter(None, _why_known(context, renaming, is_read_at_home=is_read_at_home))


def _why_known(
    context: Context, renaming: Renaming, *, is_read_at_home: bool
) -> Iterator[str | None]:
    names = context.names_before(renaming.home)
    yield _bad_name(names, renaming)
    yield _found_by_name(names, renaming)
    yield _defined_elsewhere(names, context.before.paths[renaming.home], renaming)
    yield seen_outside(context, renaming)
    yield marks_of(context, renaming.home, renaming.before, is_read_at_home=is_read_at_home)
    yield _told_elsewhere(context, renaming)
    yield _mangled(context, renaming)
    yield _macro_seen(context, names, renaming)
    yield from _spelled_at_home(context, names, renaming)
    yield from used_elsewhere(context, renaming)
    yield printed_elsewhere(context, renaming)
    yield found_elsewhere(context, renaming, names)
    yield _joins_overloads(context, renaming)
    yield why_composed(context, (renaming.before, renaming.after), is_after=False)


def _why_other_use(context: Context, renaming: Renaming) -> Iterator[str | None]:
    """Why a use may mean another thing than the definition, for all that single edits tell."""
    yield _home_before(context, context.names_before(renaming.home), renaming)
    yield _taken(context, renaming)
    yield _another(context, renaming)
    yield _after(context, renaming)


def _bad_name(names: Names, renaming: Renaming) -> str | None:
    for name in (renaming.before, renaming.after):
        if not is_plain_name(name) or names.tables.is_reserved(name):
            return f"{name} has a meaning of its own"
        if is_entry(names, name):
            return f"{name} is an entry point by its name"
        if names.tables.is_macro_like(name):
            return f"{name} may be a macro"
    return None


def _found_by_name(names: Names, renaming: Renaming) -> str | None:
    bound = [o.row for o in names.occurrences(renaming.before) if is_top(names, o)]
    is_found = is_found_value(names, bound)
    return f"tools find what {renaming.before} is by its name" if is_found else None


def _another(context: Context, renaming: Renaming) -> str | None:
    """Whether what has the new name may be another thing, in a change that does more."""
    if not is_borne_out(context, renaming.images.items()):
        return f"wherever {renaming.before} stood, more than its name changed"
    return None


def _defined_elsewhere(names: Names, path: str, renaming: Renaming) -> str | None:
    """Whether a library defines what the file declares, or uses it instead of its own."""
    tree, tables = names.tree, names.tables
    words = tables.raw.get("words") or {}
    bound = [o for o in names.occurrences(renaming.before) if is_top(names, o)]
    linked = () if is_private(names, path, renaming.before, bound) else words.get("linked") or ()
    for word in (renaming.before, renaming.after):
        if word in (words.get("replaces") or ()) or word in linked:
            return f"{word} has a meaning of its own"
    if not tables.fixed_through:
        return None
    for found in bound:
        row, is_function = tree.parent[found.row], False
        while tree.kind_name(row) not in tables.bindings:
            is_function = is_function or tree.kind_name(row) in tables.fixed_through
            row = tree.parent[row]
        outer = tables.fixed_with.get(tree.kind_name(row), frozenset())
        is_declared = is_function and bool(outer)
        if not is_declared and not has_word(tree, row, outer):
            return None
    return f"{renaming.before} is declared here, and defined elsewhere"


def _told_elsewhere(context: Context, renaming: Renaming) -> str | None:
    """Who learns what the definition is called without naming it."""
    names, path = context.names_before(renaming.home), context.before.paths[renaming.home]
    bound = [o for o in names.occurrences(renaming.before) if is_top(names, o)]
    return (
        why_named_after(context, renaming.before)
        or why_error_shown(names, renaming.before, 0)
        or why_read_off_import(context, renaming.home, renaming.before, 0)
        or (
            None
            if is_private(names, path, renaming.before, bound)
            else why_told_elsewhere(context, renaming.home, renaming.before)
        )
    )


def _macro_seen(context: Context, names: Names, renaming: Renaming) -> str | None:
    """Whether a macro in a statement that uses the name may make a text of it."""
    if not names.tables.raw.get("macro_definition"):
        return None
    tree = names.tree
    for name in (renaming.before, renaming.after):
        if is_macro(context.before, names, name):
            return f"{name} is a macro as well"
    for found in names.occurrences(renaming.before):
        row = found.row
        while row > 0 and not tree.language.roles[tree.kind[tree.parent[row]]] & Role.BLOCK:
            row = tree.parent[row]
        is_definition = tree.language.roles[tree.kind[row]] & Role.DEFINITION
        word = None if is_definition else macro_seen(context.before, names, row, ())
        if word:
            return f"{word} may read the name {renaming.before}"
    return None


def _mangled(context: Context, renaming: Renaming) -> str | None:
    low, high = context.before.base[renaming.home], context.before.base[renaming.home + 1]
    rows = [node - low for node in renaming.edits if low <= node < high]
    return why_mangled(context, renaming.home, rows, renaming.after)


def _spelled_at_home(context: Context, names: Names, renaming: Renaming) -> Iterator[str]:
    """Why code of the defining file may find the definition by a text, or read its name."""
    word, base = renaming.before, context.before.base[renaming.home]
    is_open = not _is_out_of_reach(context, names, renaming)
    for found in names.occurrences(word):
        node = base + found.row
        is_use = node in renaming.edits
        if (is_use or _is_use(names, found, word)) and _is_shown(names, found, word):
            yield f"the name of {word} is read"
        if is_use:
            continue
        if found.use is Use.UNCLEAR:
            yield f"{word} is also used in a way that may depend on its spelling"
        if found.fixed and names.tables.fixed_through and not context.is_deleted(node):
            yield f"{word} is declared again, inside a function"
        if found.use is Use.MEMBER and names.has_any(names.tables.module_readers, 0):
            yield f"a member {word} may be the module's own"
        if found.use is Use.DATA and is_open and is_spelled_in(names, found.row, word):
            yield f"a string spells {word}"
    if any(text in names.tree.text for text in names.tables.dynamic_text):
        yield "names may be pasted together here"
    look_up = look_up_in(names, names.tables.dynamic_file, 0)
    if look_up:
        yield f"{look_up} may look names up by spelling"


def _home_before(context: Context, names: Names, renaming: Renaming) -> str | None:
    """Every occurrence in the defining file is updated, or something else for certain."""
    word, base = renaming.before, context.before.base[renaming.home]
    for found in names.occurrences(word):
        node = base + found.row
        if node in renaming.edits:
            problem = _why_not_updated(names, found, word)
            if problem:
                return Refusal.of(Asks.MEANING, problem)
        elif _is_use(names, found, word) and not context.is_deleted(node):
            return f"a use of {word} keeps the name"
    return None


def _why_not_updated(names: Names, found: Occurrence, word: str) -> str | None:
    """Why an occurrence at home that has the new name may be another thing than the definition."""
    if found.use is not Use.NAME or not _means_top(names, found, word):
        return Refusal.of(Asks.NAMES, f"an updated {word} is not the renamed definition")
    if found.fixed and _is_import(names, found.row):
        return f"{word} is imported here as well"
    is_hoisted = names.tables.is_whole_scope and found.scope >= 0
    if is_hoisted and names.scope_at(found.row, word) != found.scope:
        return f"{word} is declared where another {word} is seen"  # `catch (e) { var e = 1 }`
    return None


def _is_out_of_reach(context: Context, names: Names, renaming: Renaming) -> bool:
    """Whether no text can find what a file of the change defines: it is in a module of its own.

    Its variables have no object that holds them; of its exports `used_elsewhere` knows who takes
    all; and the thing itself is only called, so that nobody can have listed it under its name.
    """
    bound = [o for o in names.occurrences(renaming.before) if is_top(names, o)]
    is_private = not any(o.fixed for o in bound)
    is_apart = bool(names.tables.module_markers) and is_module(names)
    if not is_apart or not (is_private or context.closed_world):
        return False
    return not escapes(context, renaming.home, renaming.before, by_objects=True)


def _is_use(names: Names, found: Occurrence, word: str) -> bool:
    return found.use is Use.NAME and _means_top(names, found, word)


def _is_shown(names: Names, found: Occurrence, word: str) -> bool:
    """Whether what a thing is called is read, or made a text of, where it is named."""
    is_shown = reads_name(names, found.row) or is_printed(names, found.row)
    return is_shown and gives_name(names, word, names.scope_of(found, word))


def _means_top(names: Names, found: Occurrence, word: str) -> bool:
    """Whether an occurrence refers to the file's own binding."""
    if found.fixed and found.scope < 0:
        return False  # `import word as w`
    scope = names.scope_of(found, word)
    if scope < 0 or names.kind_of_scope(scope) != "file":
        return False
    return names.tables.class_sees_file or not names.is_in_class(found.row)


def _taken(context: Context, renaming: Renaming) -> str | None:
    """Whether the new name stood in one of the files before."""
    word = renaming.after
    for file in context.files_with(word, is_after=False):
        names = context.names_before(file)
        is_reached = file == renaming.home or context.is_closed_for(renaming.before, word)
        if not is_reached and not _is_put_by_macro(names, word):
            continue
        for found in names.occurrences(word) if names.tables.is_known else ():
            if found.use in (Use.NAME, Use.UNCLEAR) or file != renaming.home:
                where = context.before.paths[file]
                return Refusal.of(Asks.NAMES, f"{word} is already used in {where}")
    return None


def _joins_overloads(context: Context, renaming: Renaming) -> str | None:
    """Whether a package whose names are all in scope has the new name: then calls may mean that."""
    table = table_for(context.names_before(renaming.home).tree.language)
    if table is None or not table.semantics.get("stars_join_overloads"):
        return None
    word = renaming.after
    for package in (name for name, words in table.packages.items() if word in words):
        star = re.compile(rb"\busing\s+namespace\s+" + re.escape(package.encode()) + rb"\b")
        if any(star.search(tree.text) for tree in context.after.trees):
            return f"{word} is also a name of {package}"
    return None


def _is_put_by_macro(names: Names, word: str) -> bool:
    """Whether a macro of a file names a word, which then means what has that name at its calls."""
    kinds = (names.tables.raw.get("constants_from") or {}).get("definitions") or ()
    return any(names.within(word, row) for row in rows_of(names.tree, tuple(kinds)))


def _after(context: Context, renaming: Renaming) -> str | None:
    """After, the new name stands at the images only, and the former name is bound nowhere."""
    images = set(renaming.images.values())
    with_images = {context.after.locate(node)[0] for node in images}
    for file in context.files_with(renaming.after, is_after=True):
        names = context.names_after(file)
        base = context.after.base[file]
        if not names.tables.is_known:
            continue
        has_images = file in with_images
        if not has_images and not context.is_closed_for(renaming.before, renaming.after):
            continue
        for found in names.occurrences(renaming.after):
            node = base + found.row
            if node in images:
                if found.use in (Use.DATA, Use.UNCLEAR):  # `<Tag>` became `<tag>`
                    return Refusal.of(
                        Asks.MEANING, f"{renaming.after} is no name where {renaming.before} was one"
                    )
                if found.use is Use.NAME and not _is_whole(names, found, renaming.after):
                    return Refusal.of(
                        Asks.MEANING, f"{renaming.after} is captured by another binding"
                    )
            elif found.use in (Use.NAME, Use.UNCLEAR) and not context.lock_insertion(node):
                return Refusal.of(
                    Asks.MEANING,
                    f"{renaming.after} already means something in {context.after.paths[file]}",
                )
        if has_images and any(is_top(names, o) for o in names.occurrences(renaming.before)):
            return Refusal.of(
                Asks.MEANING, f"{renaming.before} is still bound in {context.after.paths[file]}"
            )
    return None


def _is_whole(names: Names, found: Occurrence, word: str) -> bool:
    """Whether an image refers to the top of its file (or is what an import takes)."""
    scope = names.scope_of(found, word)
    return scope < 0 or names.kind_of_scope(scope) == "file"
