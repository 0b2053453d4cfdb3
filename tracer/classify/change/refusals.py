"""Refusals of rules as values: a sentence, and who else can answer the question it asks.

A refusal is the text that is shown, so it goes wherever a text goes. One without a kind is an
answer of the rule's own, which nothing overrules.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracer.semantics.versions import World


class Asks(Enum):
    """What a rule could not answer, and may be answered from the programs as a whole."""

    NAMES = "who else has a name"  # where all code is at hand
    MEANING = "whether the code is the same"  # always
    PROOF = "what is asked of every proof"  # always, by the prover's conditions


class Refusal(str):
    """A sentence with the kind of its question."""

    __slots__ = ("kind",)
    kind: Asks

    @classmethod
    def of(cls, kind: Asks, sentence: str) -> Refusal:
        """A refusal that the comparison of programs may overrule."""
        made = cls(sentence)
        made.kind = kind
        return made

    @staticmethod
    def about(what: str, reason: str) -> str:
        """A reason that names what it is about; its kind stays."""
        said = f"{what}: {reason}"
        return Refusal.of(reason.kind, said) if isinstance(reason, Refusal) else said


def asked_of_proofs(reason: str | None) -> str | None:
    """The answer to a question that conditions ask of every proof; one with a kind keeps it."""
    if reason is None or isinstance(reason, Refusal):
        return reason
    return Refusal.of(Asks.PROOF, reason)


def is_answered(reason: str, world: World) -> bool:
    """Whether a comparison of whole programs answers what a rule left open."""
    if not isinstance(reason, Refusal):
        return False
    return reason.kind is not Asks.NAMES or world.is_closed


def is_of_proofs(reason: str) -> bool:
    """Whether conditions ask what a rule refused for of every proof."""
    return isinstance(reason, Refusal) and reason.kind is Asks.PROOF
