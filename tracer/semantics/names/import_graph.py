"""Which files of a change set a file executes when it is imported, by their imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics.names.imports import target_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.matching import Forest
    from tracer.semantics.names.imports import Import
    from tracer.semantics.names.occurrences import Names


def imported_by(
    forest: Forest, names_of: Callable[[int], Names], file: int, *, at_once: bool = False
) -> set[int]:
    """The files that a file imports, wherever it does; `at_once`: when it is executed itself.

    Looked for once in its version.
    """
    files, path, names = forest.file_of_path, forest.paths[file], names_of(file)
    found = names.kept(_no_files)
    if at_once not in found:
        entries = [e for e in names.imports if not at_once or names.is_at_top(e.statement)]
        modules = {module for entry in entries for module in modules_of(entry)}
        targets = (target_of(files, path, module, names.tree.language) for module in modules)
        found[at_once] = {files[target] for target in targets if target is not None}
    return found[at_once]


def _no_files(_: Names) -> dict[bool, set[int]]:
    """Where the files that a file imports are kept."""
    return {}


def modules_of(entry: Import) -> list[str]:
    """The modules that an import may take: the one it names, and what it takes from it."""
    dot = "" if entry.module.endswith(".") else "."
    inner = [] if entry.name is None else [f"{entry.module}{dot}{entry.name}"]
    return [entry.module, *inner]


def reached_from(
    forest: Forest, names_of: Callable[[int], Names], file: int, *, at_once: bool = False
) -> set[int]:
    """The file and all that it imports, itself or through other files of the change set."""
    seen, work = {file}, [file]
    while work:
        new = imported_by(forest, names_of, work.pop(), at_once=at_once) - seen
        seen |= new
        work += new
    return seen
