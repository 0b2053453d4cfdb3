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


def is_answered(reason: str, world: World) -> bool:
    """Whether a comparison of whole programs answers what a rule left open."""
    if not isinstance(reason, Refusal):
        return False
    return world.is_closed or reason.kind is Asks.MEANING
