"""What rules said against edits that the prover may not overrule.

Rules ask who else may find or see a name, and much more that no term shows. What they refuse for
such a reason stays refused. What only says that a rule's pattern does not fit is no reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.refusals import is_of_proofs
from tracer.classify.equivalence.conditions.rule_questions.limits import counted
from tracer.classify.equivalence.expanded import expanded

if TYPE_CHECKING:
    from tracer.classify.change.change import Context


def reasons_against(context: Context, edit: int) -> str | None:
    """The first reason against one edit that the programs do not answer, or None.

    Where macros are replaced, conditions are asked of other texts than rules: both count.
    """
    reasons = sorted(context.notes.get(edit, ()))
    why = counted(context, reasons)
    if why is None and reasons and context.kept(expanded) is not None:
        plain = (one for one in reasons if is_of_proofs(one))
        return counted(context, map(str, plain))
    return why


def first_veto(context: Context) -> str | None:
    """Why the open edits of a change may not be proved, or None."""
    reasons = (reasons_against(context, index) for index in sorted(context.open))
    return next(filter(None, reasons), None)
