"""What equal terms leave unsaid: the order of failures, types of values, changes by others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.finish import finished_pairs
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.walking import references
from tracer.semantics.core import Member, Ref

if TYPE_CHECKING:
    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.classify.equivalence.versions.side import Made
    from tracer.semantics.core import Definition
    from tracer.semantics.program import Program

    Both = tuple[Made, Made]


def is_reordered(made: Both, image: tuple[Any, Any], renaming: Renaming) -> bool:
    """Whether one of two things that may both fail comes first on one side only.

    Where the terms are not equal as they stand, whatever may fail is taken to.
    """
    if image[0] != image[1]:
        return min(one.failing for one in made) > 1
    if not (made[0].orders and made[1].orders):
        return False
    ours, theirs = (
        finished_pairs(one.term, one.orders, rename)
        for one, rename in zip(made, (renaming.before, renaming.after), strict=True)
    )
    return any((b, a) in theirs for a, b in ours)


def is_kept_otherwise(made: Both, renaming: Renaming) -> bool:
    """Whether a value that shows no type of its own is declared as one, and then as another.

    The types of arguments choose among functions of one name, and a box that is opened on the way
    may be empty. A side that declares none says nothing.
    """
    if not (made[0].kept_as and made[1].kept_as):
        return False
    ours, theirs = (
        dict(finished_pairs(one.term, one.kept_as, rename))
        for one, rename in zip(made, (renaming.before, renaming.after), strict=True)
    )
    return any(theirs.get(value, declared) != declared for value, declared in ours.items())


def reads_volatile(program: Program, definition: Definition) -> bool:
    """Whether code reads a member that each read may find changed."""
    for one in references(definition.function):
        if isinstance(one, Member) or (isinstance(one, Ref) and one.symbol.path):
            name = one.name if isinstance(one, Member) else name_of(one.symbol)
            known = program.members_named.get(name, ())
            if isinstance(one, Ref) and one.symbol in program.definitions:
                known = (*known, one.symbol)
            if any("volatile" in program.outline(s).modifiers for s in known):
                return True
    return False
