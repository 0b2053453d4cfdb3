"""What equal terms leave unsaid: which failure comes first, as what type a value is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.finish import finished_pairs

if TYPE_CHECKING:
    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.classify.equivalence.versions.side import Made

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
