"""Which node of the versions after is which node of the versions before.

`match` runs the stages in order over a whole change set; each takes a mapping and returns a
larger one, and sees only what is left.
"""

from tracer.matching.forest import Forest
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.match import match, match_forests

__all__ = ["Forest", "NodeMapping", "Stage", "match", "match_forests"]
