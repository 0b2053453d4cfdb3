"""What a package has by its modules' names, and modules that are named without taking names.

A module that was imported is a member of its package: it hides what the package calls so, whoever
lists the package finds it, a star brings it, and it is read off the package (`p.a`) by files that
do not import it.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from tracer.semantics.language.tables import rows_of
from tracer.semantics.names.import_graph import modules_of
from tracer.semantics.names.imports import has_star, target_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.module_namespaces import seen_whole
from tracer.semantics.values.string_values import composed_texts
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names
    from tracer.semantics.versions import Versions


def spelled_modules(names: Names) -> list[str]:
    """The modules that a file names and takes no names of, or in texts; found once.

    Of stars, bare imports and what is passed on the module; of texts all that may be a module's
    path, or its start: `"a.b.f"` names a.b and a.
    """
    return names.kept(_spelled_modules)


def _spelled_modules(names: Names) -> list[str]:
    tree, table, found = names.tree, names.tables.imports, set[str]()
    for star in rows_of(tree, (table.get("star") or "",)):
        found.add(_module_of(names, star))
    for text in composed_texts(names) if table else ():
        if table.get("style") == "path":
            found.add(text)
        else:
            found.update(_modules_in(text))
    for row in rows_of(tree, tree.language.raw.get("strings") or ()) if table else ():
        text = tree.slice(row).decode("utf-8", "replace").strip("'\"`")
        if table.get("style") == "path":
            is_import = tree.language.roles[tree.kind[tree.parent[row]]] & Role.IMPORT
            is_path = text[:1] == "." or is_import or tree.field_name(row) == "source"
            if is_path and re.fullmatch(r"[^\s'\"]+", text):
                found.add(text)
        else:
            found.update(_modules_in(text))
    return sorted(found - {""})


def _modules_in(text: str) -> list[str]:
    """The modules that a text may name as the start of a path with dots."""
    if not re.fullmatch(r"[^\W\d]\w*(?:[.:][^\W\d]\w*)+", text):
        return []
    return [text[: at.start()].replace(":", ".") for at in re.finditer(r"[.:]", text)]


def why_member(versions: Versions, path: str) -> str | None:
    """Why a package may be asked for a module's name, or has something else of it, or None.

    Cost: a look at the files that have the name, and at the imports of all of them.
    """
    folder, stem = posixpath.split(posixpath.splitext(path)[0])
    sides = (
        (versions.before, versions.names_before, False),
        (versions.after, versions.names_after, True),
    )
    forest, names_of, _ = next(side for side in sides if path in side[0].file_of_path)
    table = names_of(forest.file_of_path[path]).tables.imports
    if not folder or not table.get("objects"):
        return None
    own = f"{folder}/{table.get('package')}"
    for forest, names_of, is_after in sides:
        package = forest.file_of_path.get(own)
        if package is not None:
            if _has_thing(names_of(package), stem):
                return f"{own} has something that is called {stem}"
            problem = seen_whole(forest, names_of, (package,))
            if problem is not None:
                return problem
        word = posixpath.basename(folder)
        for other in versions.files_with(word, is_after=is_after):
            if _is_starred(names_of(other), forest.paths[other], own):
                return f"a star brings {stem} to {forest.paths[other]}"
        for other in versions.files_with(stem, is_after=is_after):
            if _reads_off(names_of(other), (forest.paths[other], own), (word, stem)):
                return f"{forest.paths[other]} may read {stem} off {word}"
    return None


def _has_thing(names: Names, word: str) -> bool:
    """Whether a package's own file has a name of its own, or may have it by a star."""
    tree, roles = names.tree, names.tree.language.roles
    if has_star(tree):
        return True
    for found in names.occurrences(word):
        if found.use in (Use.DATA, Use.MEMBER):
            continue
        at = found.row
        while at > 0 and not roles[tree.kind[at]] & Role.IMPORT:
            at = tree.parent[at]
        if at <= 0 or any(entry.local_row == found.row for entry in names.imports):
            return True
    return False


def _is_starred(names: Names, here: str, wanted: str) -> bool:
    """Whether a file takes a star of a package."""
    tree, table = names.tree, names.tables.imports
    for star in rows_of(tree, (table.get("star") or "",)):
        module = _module_of(names, star)
        if module and target_of((wanted,), here, module, tree.language) == wanted:
            return True
    return False


def _reads_off(names: Names, places: tuple[str, str], words: tuple[str, str]) -> bool:
    """Whether a file reads a member off a package, by its name or another that it has for it."""
    (here, own), (folder, stem) = places, words
    tree = names.tree
    taken = {
        entry.local
        for entry in names.imports
        if target_of((own,), here, modules_of(entry)[-1], tree.language) == own
    }
    for found in names.occurrences(stem):
        if found.use is Use.DATA:
            text = tree.slice(found.row).decode("utf-8", "replace").strip("'\"")
            if text == stem and taken:
                return True
        elif found.use is Use.MEMBER:
            at = tree.child_by_field(tree.parent[found.row], "object")
            receiver = tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
            word = re.search(r"\w+\Z", receiver)
            if word is not None and word.group() in {folder, *taken}:
                return True
    return False


def _module_of(names: Names, star: int) -> str:
    """The module that a star is taken of, as it is spelled."""
    tree = names.tree
    part = (names.tables.imports.get("parts") or {}).get(tree.kind_name(tree.parent[star])) or {}
    at = tree.child_by_field(tree.parent[star], part.get("module", ""))
    return tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
