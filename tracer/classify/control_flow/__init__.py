"""What a function runs under which conditions, in one form for all ways to write it.

Statements are left as they are; only the `if`s around and between them are read. Each step
keeps what is executed, in the order it is executed:

- what follows a branch that leaves (`return`, `raise`, `break`, ...) is its `else`:
  `if (a) return x; else B` is `if (a) return x; B`;
- `if (!a) A else B` is `if (a) B else A`; `!(a && b)` is `!a || !b`, and `!(a == b)` is `a != b`
  where the language says so;
- `if (a) if (b) S` is `if (a && b) S`;
- a `return` without a value at the end of a function, and a `continue` at the end of a loop, say
  nothing, so a guard that only returns is the condition of what follows;
- what stands behind a statement that leaves, or under `if (false)`, is never reached.

One idea a module: what is a statement, a branch and an end (`branches`), what a condition asks
(`conditions`), the one form of both (`normal_form`), names that this form must not lose
(`branch_scopes`), and whether two bodies have the same form (`equivalence`). The table is explained
in `branches`.

Source: the guard clauses and nested conditionals of Fowler's catalogue; here as an equality of
normal forms, so both directions and all mixtures of them are one.
"""

from tracer.classify.control_flow.branches import Statements, Unread
from tracer.classify.control_flow.equivalence import Sameness

__all__ = ["Sameness", "Statements", "Unread"]
