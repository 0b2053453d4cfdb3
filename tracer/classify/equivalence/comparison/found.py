"""What a comparison of two definitions finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.semantics.core import Symbol


class Found(NamedTuple):
    """The outcome for a pair: `why` it is not proved, or None; what a proof rests on."""

    why: str | None
    assumed: frozenset[str] = frozenset()
    laws: frozenset[str] = frozenset()
    symbols: frozenset[Symbol] = frozenset()  # before, that the terms speak of
    code: bool = False  # whether only code differs: unfolding may help
    reads: bool = False  # whether it is other code that reads definitions, and does the same
    apart: bool = False  # whether no unfolding helps: one says a text that the other cannot say
    taken: bool = False  # whether it takes other parameters, or gives another type
