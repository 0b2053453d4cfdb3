"""Verdicts: what each edit of a change set did to behaviour, with the evidence.

`classify` starts from a mapping. The edits are found by comparison (`change/edits`,
`change/tree_differ`), each rule in `rules/` takes those it can prove harmless, and what is left is
evolution, named by `evolution_kinds`. Nothing is a refactoring because no rule objected.
"""

from tracer.classify.report import to_json
from tracer.classify.verdict import Classification, Whose, classify, whose

__all__ = ["Classification", "Whose", "classify", "to_json", "whose"]
