"""The constructs that templates are made of: which arguments each has, and what it builds.

Most are a node of `core` with its fields as arguments. Arguments are lowered in the order in
which they are listed here, which is the order in which names come into scope.
"""

from __future__ import annotations

from tracer.semantics.lowering.templates.expression_constructs import EXPRESSIONS
from tracer.semantics.lowering.templates.pattern_constructs import PATTERNS
from tracer.semantics.lowering.templates.statement_constructs import STATEMENTS
from tracer.semantics.lowering.templates.type_constructs import TYPES

CONSTRUCTS = {**EXPRESSIONS, **PATTERNS, **STATEMENTS, **TYPES}
