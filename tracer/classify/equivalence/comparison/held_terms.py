"""The terms of two pieces of code held against each other, with what is known of types.

First with the types that are declared; where terms differ, without them, then with those that the
rest of the programs shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation import finish, library_of
from tracer.classify.equivalence.evaluation.counters_apart import related_or_apart
from tracer.classify.equivalence.symbols.walking import only_literals_differ
from tracer.classify.equivalence.versions.side import Types
from tracer.model.assumptions import PLAIN_OPERATORS

if TYPE_CHECKING:
    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.classify.equivalence.versions.side import Made, Side
    from tracer.semantics.core import Symbol
    from tracer.semantics.versions import World


class HeldTerms:
    """Makes the terms of both sides, and finds by which laws they are the same."""

    def __init__(self, before: Side, after: Side, renaming: Renaming, *, world: World) -> None:
        self.before, self.after = before, after
        self.renaming = renaming
        self.world = world

    def held(
        self, before: Symbol, after: Symbol, part: str, ours: Any, theirs: Any
    ) -> tuple[tuple[Made, Made], tuple[Any, Any], frozenset[str] | None]:
        """The terms of a part, and by which laws they are the same; None where they are not.

        Where they differ, with the types that the rest of the programs gives them, which cannot
        help where only literals differ; where operators are taken for plain, with both.
        """
        made, image = self.made(before, after, part, ours, theirs)
        by = self.related(before, image)
        if by is not None:
            is_held = self._is_plain(made, before, after, part, ours, theirs)
            return made, image, by if is_held else None
        if only_literals_differ(ours, theirs):
            return made, image, None
        joins = made[0].joined
        without = self._without_types(before, after, part, ours, theirs, joins=joins)
        if without is not None:
            return without
        if self.before.hope <= 0:
            return made, image, None
        if not (self.before.shows_types(before, ours) or self.after.shows_types(after, theirs)):
            return made, image, None
        made, image = self.made(before, after, part, ours, theirs, types=Types.SEEN, joins=joins)
        by = self.related(before, image)
        supposes = self.before.supposes_all or self.after.supposes_all
        if by is not None and supposes and not self.world.is_closed:
            by = None
        self.before.hope -= by is None
        return made, image, by

    def _is_plain(
        self, made: tuple[Made, Made], before: Symbol, after: Symbol, part: str, *codes: Any
    ) -> bool:
        """Whether operators that are taken for plain are so for what callers make on the spot."""
        if PLAIN_OPERATORS not in made[0].assumed | made[1].assumed:
            return True
        if not (self.before.is_called(before) or self.after.is_called(after)):
            return True
        _, images = self.made(before, after, part, *codes, types=Types.SEEN)
        return self.related(before, images) is not None

    def _without_types(
        self, before: Symbol, after: Symbol, part: str, ours: Any, theirs: Any, *, joins: bool
    ) -> tuple[tuple[Made, Made], tuple[Any, Any], frozenset[str]] | None:
        """The terms without declared types, and by which laws they are the same; None if not.

        What was taken out of code declares more than the code that it stood in.
        """
        sides = ((self.before, before, ours), (self.after, after, theirs))
        if self.before.hope_without <= 0 or part != "function":
            return None
        if not any(side.declares_types(home, code) for side, home, code in sides):
            return None
        made, image = self.made(before, after, part, ours, theirs, types=Types.NONE, joins=joins)
        by = self.related(before, image)
        self.before.hope_without -= by is None
        if by is None or not self._is_plain(made, before, after, part, ours, theirs):
            return None
        return made, image, by

    def made(
        self, before: Symbol, after: Symbol, part: str, ours: Any, theirs: Any, *,
        types: Types = Types.DECLARED, joins: bool = False,
    ) -> tuple[tuple[Made, Made], tuple[Any, Any]]:  # fmt: skip
        """What was made of a part on each side, and the terms with names before.

        What takes too much without joins on one side, or with other types, is joined at once.
        """
        one = self.before.made(before, part, ours, types=types, joins=joins)
        made = one, self.after.made(after, part, theirs, types=types, joins=one.joined)
        return made, (
            finish(made[0].term, self.renaming.before),
            finish(made[1].term, self.renaming.after),
        )

    def related(self, before: Symbol | int, image: tuple[Any, Any]) -> frozenset[str] | None:
        """The laws by which two finished terms do the same, none for equal ones; or None."""
        if image[0] == image[1]:
            return frozenset()
        return related_or_apart(*image, library_of(self.before.language(before)).semantics)
