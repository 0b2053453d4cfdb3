"""What an extraction is looked for in: two versions of a file, read in one direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.types.class_hierarchy import Classes

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.matching import Forest
    from tracer.semantics.model import Side


class World(NamedTuple):
    """A pair of files read in one direction: `thin` has the functions and their calls."""

    context: Context
    is_extract: bool
    file_thick: int
    file_thin: int
    thick: Side
    thin: Side

    @property
    def forest_thick(self) -> Forest:
        """The versions without the calls."""
        return self.context.before if self.is_extract else self.context.after

    @property
    def forest_thin(self) -> Forest:
        """The versions with the calls."""
        return self.context.after if self.is_extract else self.context.before

    @property
    def classes(self) -> Classes:
        """The classes of the versions with the calls."""
        context = self.context
        names_of = context.names_after if self.is_extract else context.names_before
        return Classes(self.forest_thin, names_of)

    def partner(self, row: int) -> int:
        """Row of the thick file that the mapping pairs with a row of the thin one, or -1."""
        mapping = self.context.mapping
        column = mapping.to_before if self.is_extract else mapping.to_after
        node = column[self.forest_thin.base[self.file_thin] + row]
        low = self.forest_thick.base[self.file_thick]
        return node - low if low <= node < low + len(self.thick.tree) else -1

    def partner_in_thin(self, row: int) -> int:
        """Row of the thin file that the mapping pairs with a row of the thick one, or -1."""
        mapping = self.context.mapping
        column = mapping.to_after if self.is_extract else mapping.to_before
        node = column[self.forest_thick.base[self.file_thick] + row]
        low = self.forest_thin.base[self.file_thin]
        return node - low if low <= node < low + len(self.thin.tree) else -1


class Proof(NamedTuple):
    """Rows of both sides that are the same code, and the functions expanded to see it.

    With `doubts`, the code is the same but not every condition is certain.
    """

    thick: tuple[int, ...]
    thin: tuple[int, ...]
    functions: frozenset[str]
    variables: tuple[int, ...] = ()
    doubts: tuple[str, ...] = ()


def twin_of(world: World, caller: int) -> int:
    """The thick side's version of a caller: the partner, or the one of the same full name."""
    if caller == 0:
        return 0
    partner = world.partner(caller)
    tree, other = world.thin.tree, world.thick.tree
    at = tree.child_by_field(caller, "name")
    if at < 0:
        return partner if partner >= 0 and other.kind[partner] == tree.kind[caller] else -1
    name = tree.slice(at)
    if partner >= 0 and other.kind[partner] == tree.kind[caller]:
        at = other.child_by_field(partner, "name")
        if at >= 0 and other.slice(at) == name:
            return partner
    wanted = [e.name for e in world.forest_thin.elements(world.file_thin) if e.row == caller]
    others = world.forest_thick.elements(world.file_thick) if wanted else ()
    found = [e.row for e in others if e.name == wanted[0]]
    return found[0] if len(found) == 1 and other.kind[found[0]] == tree.kind[caller] else -1
