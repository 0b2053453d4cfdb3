"""Whether something still looks for a file of modules by the name that it no longer has."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import rows_of
from tracer.semantics.names.identifier_spelling import unescaped
from tracer.semantics.names.import_graph import modules_of
from tracer.semantics.names.imports import target_of
from tracer.semantics.reflection.files.file_name_users import FileNames
from tracer.semantics.reflection.lookups.computed_names import why_composed
from tracer.semantics.reflection.lookups.package_members import spelled_modules, why_member
from tracer.semantics.reflection.readers.framework_names import why_collected, why_found
from tracer.semantics.reflection.readers.name_consumers import why_stored
from tracer.syntax.detect import is_prose

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from tracer.classify.change.change import Context
    from tracer.matching import Forest
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree


def why_sought(context: Context, former: str, new: str | None) -> str | None:
    """Why somebody may still look for `former`, or has looked for `new` (a path or None), or None.

    Cost: the imports and texts of the files that have the words; once, a look at all files.
    """
    stems = [posixpath.splitext(posixpath.basename(p))[0] for p in (former, new) if p is not None]
    names = context.names_before(context.before.file_of_path[former])
    paths = (former,) if new is None else (former, new)
    problem = _why_meant(context, names, paths) or why_stored(context, names)
    if problem is not None:
        return problem
    beside = context.kept(FileNames).beside(
        *paths, mirrors=names.tables.imports.get("mirrors") or ()
    )
    if beside is not None:
        return f"{beside} is called like it"
    if new is not None:
        other = context.kept(FileNames).why_one_fits(former, new)
        if other is not None:
            return other
    importer = _importer(context, former, is_after=True)
    if importer is not None:
        return f"{importer} still imports {former}"
    problem = (
        (None if new is None else why_taken(context, new) or _why_awaited(context, stems[1]))
        or why_member(context, former)
        or _why_spelled(context, stems[0], glued=str(names.tables.imports.get("glued") or ""))
        or why_composed(context, (stems[0],), in_prose=True, is_after=True)
    )
    searcher = context.kept(FileNames).searcher(*paths) if problem is None else None
    return problem if searcher is None else f"{searcher} may look for files"


def _why_meant(context: Context, names: Names, paths: Collection[str]) -> str | None:
    """Whether tools find one of some files by its folder, or by a pattern that a text spells."""
    found = next(filter(None, (why_found(names, path) for path in paths)), None)
    for path in paths:
        found = found or why_collected(context, names, posixpath.basename(path), sort="files")
    if found is not None:
        return found
    known = context.kept(FileNames).meant(names)
    if known.setting is not None:
        return f"{known.setting} may say that modules are found in another way"
    wanted, patterns = known.folders, known.patterns
    for path in paths:
        if wanted is not None and wanted.search(path):
            return f"tools may look for the files in {posixpath.dirname(path)}"
        for pattern, at in patterns:
            if pattern.fullmatch(path) or pattern.fullmatch(posixpath.basename(path)):
                return f"{at} may look for files by a pattern"
    return None


def why_taken(context: Context, path: str) -> str | None:
    """Why a file that comes may be taken for something else that was imported, or None."""
    names = context.names_after(context.after.file_of_path[path])
    stem = posixpath.splitext(posixpath.basename(path))[0]
    table = names.tables.imports
    package = posixpath.join(posixpath.dirname(path), str(table.get("package")))
    library = {*(table.get("quiet") or ()), *(table.get("library") or ())}
    if stem in library and package not in context.after.file_of_path:
        return f"{stem} is a module of the library"
    problem = _why_meant(context, names, (path,)) or (
        context.kept(FileNames).why_elsewhere(path) if table.get("objects") else None
    )
    if problem is not None:
        return problem
    searcher = context.kept(FileNames).searcher(path)
    if searcher is not None:
        return f"{searcher} may look for files"
    file = _importer(context, path, is_after=False)
    if file is not None:
        return f"{file} imported something as {path}"
    if table.get("objects") and not context.is_closed_for(stem):
        return f"other files may have {stem}, which may be another thing"
    return why_member(context, path)


def _importer(context: Context, path: str, *, is_after: bool) -> str | None:
    """The first file that imports what a path would be the file of, before or after."""
    forest = context.after if is_after else context.before
    names_of = context.names_after if is_after else context.names_before
    words = _WORD.findall(_name_of(path))
    # Who imports a module has a word of its name.
    files = context.files_with(words[0], is_after=is_after) if words else range(len(forest.paths))
    return next((forest.paths[f] for f in files if _imports(forest, names_of, f, path)), None)


def _name_of(path: str) -> str:
    """The word that whoever imports a file spells; empty for one that stands for its folder."""
    stem = posixpath.basename(path).partition(".")[0]
    return "" if stem == _INDEX or stem.startswith("__") else stem


def _imports(forest: Forest, names_of: Callable[[int], Names], file: int, path: str) -> bool:
    """Whether a file imports what a path would be the file of, as far as that is known.

    A module that is no file of the change is one, too, if the end of the path is its name.
    """
    names, here, known = names_of(file), forest.paths[file], forest.file_of_path
    language, parts = names.tree.language, posixpath.splitext(path)[0].split("/")
    package, word = str(names.tables.imports.get("package")), _name_of(path)

    def is_sought(module: str) -> bool:
        if word not in module:
            return False
        if target_of((path,), here, module, language) == path:
            return True
        spelled = [part for part in re.split(r"[./@~#]", module) if part]
        is_like = bool(spelled) and parts[-len(spelled) :] == spelled
        return is_like and target_of(known, here, module, language) is None

    if any(is_sought(module) for module in spelled_modules(names)):
        return True
    for entry in names.imports:
        if word not in entry.module and word != entry.name:
            continue
        home = target_of(known, here, entry.module, language)
        is_file = home is not None and posixpath.basename(home) != package
        if any(is_sought(module) for module in modules_of(entry)[: 1 if is_file else None]):
            return True
    return False


def _why_spelled(context: Context, stem: str, *, glued: str) -> str | None:
    """Whether a text of some file may be the former name, alone or behind what is `glued` to it."""
    word = re.escape(stem.encode())
    wanted = re.compile(
        rb"(?:(?<!\w)|(?<!\w)" + re.escape(glued.encode()) + rb")" + word + rb"(?!\w)"
    )
    words = _WORD.findall(stem)
    for forest, names_of, is_after in (
        (context.before, context.names_before, False),
        (context.after, context.names_after, True),
    ):
        trees = forest.trees
        for file in context.files_with(words[0], is_after=is_after) if words else range(len(trees)):
            tree, is_known = trees[file], bool(names_of(file).tables.imports)
            if is_known and not is_after:
                continue
            if wanted.search(tree.text if is_known else unescaped(tree.text)) is None:
                continue
            rows = [
                *rows_of(tree, tree.language.raw.get("strings") or ()),
                *_telling(tree, names_of(file).tables.imports.get("telling_comments")),
            ]
            if not is_known or any(wanted.search(tree.slice(row)) for row in rows):
                return f"{forest.paths[file]} may name the file in a text"
    return None


def _why_awaited(context: Context, stem: str) -> str | None:
    """Whether a file of data has the new name, as of a file that was not there so far."""
    wanted = re.compile(rb"(?<!\w)" + re.escape(stem.encode()) + rb"(?!\w)")
    for file, tree in enumerate(context.before.trees):
        path = context.before.paths[file]
        is_data = not context.names_before(file).tables.imports and not is_prose(path)
        if is_data and wanted.search(unescaped(tree.text)):
            return f"{path} may name the new file"
    return None


def _telling(tree: SyntaxTree, pattern: str | None) -> list[int]:
    """The comments that tell a tool of another file, by what a pattern finds in them."""
    rows = rows_of(tree, tree.language.raw.get("comments") or ()) if pattern else []
    return [row for row in rows if pattern and re.search(pattern.encode(), tree.slice(row))]


_WORD = re.compile(r"\w+")
_INDEX = "index"  # may stand for its folder
