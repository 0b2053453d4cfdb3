"""Which local of the thick side each local of the thin side is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.inlining.execution_regions import has_unclear
from tracer.semantics.names.occurrences import Use

if TYPE_CHECKING:
    from tracer.classify.inlining.frames import Frame, Ground, Key
    from tracer.semantics.model import Side


class Twins:
    """The locals that were found in each other's place, one thick local for each thin one."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.thick, self.thin, self.around = ground.thick, ground.thin, ground.around
        self.thin_of: dict[tuple[int, str], set[Key]] = {}
        self.thick_of: dict[Key, tuple[int, str]] = {}
        self.aliases: set[tuple[tuple[int, str], Key]] = set()  # two of the thin side are one
        self.stored_at: dict[Key, int] = {}  # where a result is stored, of variables it is all of

    def is_same_name(  # noqa: PLR0911 - one reason a line
        self, b: int, a: int, frame: Frame, *, is_equal: bool
    ) -> bool:
        """Whether two names, spelled alike or not (`is_equal`), mean the same variable."""
        thick, thin = self.thick, self.thin
        use_b, scope_b = thick.meaning(b)
        use_a, scope_a = thin.meaning(a)
        if use_b is not use_a:
            return self.ground.fail("a name is used otherwise")
        if use_b is not Use.NAME:
            if use_b is Use.UNCLEAR and self._is_bound(thick.word(b), thin.word(a)):
                return self.ground.fail("it is not certain what a name means")
            return is_equal or self.ground.fail("the code differs", is_code=True)
        is_local_b = thick.is_inside(scope_b, self.around[0])
        is_own = thin.is_inside(scope_a, frame.function)
        number = frame.number if is_own else 0  # a body inside the caller sees its locals
        is_local_a = is_own or thin.is_inside(scope_a, self.around[1])
        if is_local_b != is_local_a:
            scopes = ((thick, scope_b), (thin, scope_a))
            is_class = any(at > 0 and s.names.kind_of_scope(at) == "class" for s, at in scopes)
            why = f"{thin.word(a)} is a local on one side only"
            return self.ground.fail(why, is_code=not is_class)  # which names itself inside
        if not is_local_b:
            if self._levels(thick, scope_b, 0) != self._levels(thin, scope_a, 1):
                return self.ground.fail(f"{thin.word(a)} is another variable")
            return is_equal or self.ground.fail("the code differs", is_code=True)
        return self.pair((scope_b, thick.word(b)), (number, scope_a, thin.word(a)))

    def _levels(self, side: Side, scope: int, place: int) -> int:
        """How many functions out from the one around a name is bound; 0 for file and class."""
        if scope < 0 or side.names.kind_of_scope(scope) in ("file", "class"):
            return 0
        found, row = 0, self.around[place]
        while row > scope:
            row = side.tree.parent[row]
            found += row >= scope and side.names.tables.scopes.get(side.tree.kind_name(row)) in (
                "function", "block", "comprehension"
            )  # fmt: skip
        return found

    def _is_bound(self, *words: str) -> bool:
        """Whether one of the functions around binds a word."""
        sides = zip((self.thick, self.thin), self.around, strict=True)
        return any(
            o.scope >= 0 and side.is_inside(o.scope, function)
            for side, function in sides
            for word in words
            for o in side.names.inside(word, max(function, 0))
        )

    def _is_alike(self, thick: int, thin: int) -> bool:
        """Whether the scopes of two names are both a class, or both none."""
        kinds = self.thick.names.kind_of_scope(thick), self.thin.names.kind_of_scope(thin)
        return (kinds[0] == "class") == (kinds[1] == "class")

    def pair(self, thick: tuple[int, str], thin: Key) -> bool:
        """Note that two locals are one. Returns whether they can be."""
        known = self.thick_of.setdefault(thin, thick)
        if known != thick:
            return self.ground.fail(f"{thin[2]} stands for two variables")
        if thin[0] and self.thick.names.kind_of_scope(thick[0]) in ("file", "class"):
            return self.ground.fail(f"others can see {thick[1]}")
        if not self._is_alike(thick[0], thin[1]):
            return self.ground.fail(f"{thin[2]} is another variable")
        if thin[0] and has_unclear(self.thick, thick[0], thick[1]):
            return self.ground.fail(f"others can see {thick[1]}")
        if thin[0] == 0 and thick[1] != thin[2]:
            return self.ground.fail(f"{thick[1]} has another name")
        self.thin_of.setdefault(thick, set()).add(thin)
        return True
