"""What asks the global object finds names of scripts: no name of a module is one of its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.languages import table_of

if TYPE_CHECKING:
    from tracer.semantics.answers import Lookup
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program


def asks_scripts(program: Program, found: Lookup) -> bool:
    """Whether a look-up asks the global object, which holds names of scripts."""
    file = program.files[found.file]
    words = table_of(file.language).global_objects
    return (
        found.kind == "names"
        and file.tree is not None
        and file.tree.slice(found.row).decode("utf-8", "replace") in words
    )


def is_of_script(program: Program, symbol: Symbol) -> bool:
    """Whether a definition's file imports and exports nothing, so that its names are global."""
    file = program.outline(symbol).file
    return not any(
        module.file == file and (module.imports or module.exports)
        for module in program.interfaces.get(symbol.module, ())
    )
