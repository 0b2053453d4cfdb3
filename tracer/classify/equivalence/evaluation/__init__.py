"""Evaluation of the core language to canonical terms.

`canonical` runs a definition symbolically; `finish` maps names and gives numbers; equal finished
terms are equal behaviour, under the assumptions that the context reports. See `terms` for what a
term is, `registry` for the laws.
"""

from tracer.classify.equivalence.evaluation.domain.context import BUDGET, Context
from tracer.classify.equivalence.evaluation.domain.library import Library, library_of
from tracer.classify.equivalence.evaluation.domain.registry import LAWS, Law
from tracer.classify.equivalence.evaluation.domain.terms import Term
from tracer.classify.equivalence.evaluation.evaluate import canonical
from tracer.classify.equivalence.evaluation.finish import digest, finish

__all__ = [
    "BUDGET",
    "LAWS",
    "Context",
    "Law",
    "Library",
    "Term",
    "canonical",
    "digest",
    "finish",
    "library_of",
]
