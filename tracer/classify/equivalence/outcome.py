"""What the prover found out: a proof, or differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.classify.equivalence.attempt import Attempt
    from tracer.model.changes import Proof


class Difference(NamedTuple):
    """Why something is not proved: what it is about, and the reason in words."""

    about: str
    text: str


class Outcome(NamedTuple):
    """What was found out: a proof of the whole, or differences, and the best attempt at it."""

    proof: Proof | None
    differences: tuple[Difference, ...]
    attempt: Attempt | None = None

    @property
    def is_refused(self) -> bool:
        """Whether no code was compared at all."""
        return self.proof is None and self.attempt is None
