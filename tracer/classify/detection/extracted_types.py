"""Classes, interfaces and modules that are new and made of what another one had."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.detection.program_elements import Named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.detection.functions_and_classes import Definitions
    from tracer.classify.detection.program_elements import Function


class Parents:
    """What was extracted to new classes, by the members that went there."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.after = definitions.after
        self._moved: Counter[tuple[int, int]] = Counter()  # (home before, home after)

    def add(self, one: Function, two: Function) -> None:
        """Count a function that stands elsewhere now, under its name."""
        if one.word != two.word:
            return
        homes = self.definitions.before.holder(one), self.after.holder(two)
        if homes[1] >= 0 and homes[0] >= 0:
            self._moved[homes] += 1
        elif max(homes) < 0 and one.holder is None and two.holder is None:
            bases = self.definitions.before.forest.base, self.after.forest.base
            self._moved[bases[0][one.file], bases[1][two.file]] += 1

    def run(self, attributes: Iterable[tuple[int, int]]) -> Iterator[Named]:
        """The new classes and modules. `attributes`: (class before, class after) of moved ones."""
        self._moved.update(attributes)
        taken: set[int] = set()
        for (home, to), _ in sorted(self._moved.items(), key=lambda item: (-item[1], item[0])):
            if to in taken:
                continue
            if to not in self.after.classes:
                found = self._module(home, to)
            else:
                found = self._class(home, to)
            if found is not None:
                taken.add(to)
                yield found

    def _class(self, home: int, to: int) -> Named | None:
        home_a = self.definitions.class_after(home)
        if home_a < 0 or not self.definitions.is_new(to) or self._is_known(to):
            return None
        kind = {"Pull Up": "Superclass", "Push Down": "Subclass"}.get(
            self.definitions.way(home_a, to), "Class"
        )
        if kind == "Superclass" and self.after.classes[to][1].kind == "interface":
            kind = "Interface"
        return Named(f"Extract {kind}", self.after.class_name(to), home, to)

    def _is_known(self, node: int) -> bool:
        """Whether a class of the name was there before."""
        name = self.after.classes[node][1].name
        return any(e.name == name for _, e in self.definitions.before.classes.values())

    def _module(self, home: int, to: int) -> Named | None:
        """A new file of functions that stood in one that is still there."""
        mapping = self.definitions.mapping
        files = [
            forest.base.index(node)
            for forest, node in (
                (self.definitions.before.forest, home), (self.after.forest, to)
            )
        ]  # fmt: skip
        is_kept = any(file == files[0] for file, _ in mapping.file_pairs)
        if not is_kept or any(file == files[1] for _, file in mapping.file_pairs):
            return None
        stem = os.path.basename(self.after.forest.paths[files[1]]).partition(".")[0]
        return Named("Extract Class", stem, home, to)
