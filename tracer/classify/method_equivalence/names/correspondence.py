"""Two definitions and what is known around them, for questions about the names in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.classify.method_equivalence.code.definitions import CLASSES, Definition, Definitions
from tracer.classify.method_equivalence.names.class_members import Members
from tracer.classify.method_equivalence.names.definition_correspondence import Twins
from tracer.classify.method_equivalence.names.field_correspondence import Fields
from tracer.classify.method_equivalence.names.overload_resolution import Overloads
from tracer.classify.method_equivalence.names.resolution_paths import Ways

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence.code.terms import Term
    from tracer.classify.method_equivalence.names.meanings import Along
    from tracer.classify.method_equivalence.names.name_origins import Origins


class Correspondence:
    """One pair of definitions, with the members and origins around each."""

    def __init__(  # noqa: PLR0913 - what the judge has of both versions
        self,
        context: Context,
        definitions: tuple[Definitions, Definitions],
        functions: tuple[tuple[int, int], tuple[int, int]],
        *,
        is_same_code: Callable[[Definition, Definition], bool],
        value: Callable[..., tuple[Term, str] | None],
        along: Callable[..., Along | None],
        origins: tuple[Origins, Origins],
    ) -> None:
        """`functions`: (file, row) before and after."""
        self.context = context
        self.definitions = definitions
        self.files = (functions[0][0], functions[1][0])
        self.rows = (functions[0][1], functions[1][1])
        self.own = tuple(
            known.classes_around(*function)
            for known, function in zip(definitions, functions, strict=True)
        )
        self.names = tuple(
            _name(known, *function) for known, function in zip(definitions, functions, strict=True)
        )
        self.owners = tuple(
            known.owners(*function) for known, function in zip(definitions, functions, strict=True)
        )
        self._is_part = False
        self.is_moved = self.own[0] != self.own[1] or self._is_namesake()
        raw = context.names_after(functions[1][0]).tables.raw
        self._plain = frozenset((*raw["terms"]["numeric"], *raw["types"]["final"]))
        folders = [
            os.path.dirname(known.forest.paths[file])
            for known, file in zip(definitions, self.files, strict=True)
        ]
        self._is_home = folders[0] == folders[1]  # a simple name means the same class
        self._is_same_code = is_same_code
        self._fields = Fields(definitions, self.own, self.owners, value)
        self._value = value
        self._along = along
        self._origins = origins
        self.members = tuple(
            Members(known, origin, names_of, function)
            for known, origin, names_of, function in zip(
                definitions,
                origins,
                (context.names_before, context.names_after),
                functions,
                strict=True,
            )
        )
        self._twins = Twins(
            context, definitions, self.own, self.owners, self.members, self._fields, is_same_code
        )
        self._overloads = Overloads(context, definitions, self.members, raw["terms"], self._plain)
        self._ways = Ways(context, definitions, functions, origins, self._twins)
        self._known: dict[tuple[str, str, str], str | None] = {}

    def _is_namesake(self) -> bool:
        """Whether the two classes have one name, and each stands on in its own file."""
        if self.files[0] < 0 or not all(self.owners):
            return False
        forests = [known.forest for known in self.definitions]
        paths = [f.paths[file] for f, file in zip(forests, self.files, strict=True)]
        if paths[0] == paths[1]:
            return self.owners[0][0][1] != self.owners[1][0][1]
        return any(
            d.name == owner[0][1] and known.forest.paths[d.file] == path
            for known, owner, path in zip(self.definitions[::-1], self.owners, paths, strict=True)
            for d in known.of_word.get(owner[0][1].rpartition(".")[2], ())
            if d.sort in CLASSES
        )


def _name(known: Definitions, file: int, row: int) -> str:
    found = [e.name for e in known.elements[file] if e.row == row]
    return found[0].rpartition(".")[2] if found else ""
