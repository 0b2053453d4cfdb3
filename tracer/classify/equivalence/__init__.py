"""The equivalence of two versions of a program: same up to names, places and laws.

Asked where rules leave edits open; imported only then.
"""

from tracer.classify.equivalence.outcome import Outcome
from tracer.classify.equivalence.prover import asked, prove
from tracer.classify.equivalence.shares import shares

__all__ = ["Outcome", "asked", "prove", "shares"]
