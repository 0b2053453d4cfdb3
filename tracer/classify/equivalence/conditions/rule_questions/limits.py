"""Which refusals of rules say something of the change, and not of the rule that gave them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.change.refusals import is_answered
from tracer.classify.equivalence.symbols.languages import table_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.change.change import Context

# Reasons that say of a rule what it does not do, not of the change what it does.
_LIMITS = re.compile(
    r"other names are imported$|not a list whose order is known not to matter$"
    r"|how files of this language find each other is not known$|.* is used in this file$"
    r"|.*the code differs$|it is no plain function$|.*a use of .* (keeps the name|left its scope)$"
    r"|the scope of .* is not the same on both sides$|.* does not return at its end only$"
    r"|.*several calls in one statement$|the branches of the function are not compared\b.*"
    r"|wherever .* stood, more than its name changed$"
    r"|the definition of .* is gone, that of .* is another$|.* is not part of the renaming$"
    r"|.* may not be called exactly once$"
    r"|the new file imports something the former one did not.*"
    r"|.*is not private, or something is attached to it$|.* is defined elsewhere$"
    r"|.* means something else in this scope now$|.* is exported by another name$"
    r"|the same code with calls expanded, but not certain: "
    r"((\S+ is evaluated at another point, or another number of times"
    r"|the result of \S+ may be converted to \w+)(, |$))+"
)
# The same where a definition is there from the start, and no statement that is executed.
_DECLARED = re.compile(
    r"defining .* may run code$|one of them may run code when control passes it$"
)


def counted(context: Context, reasons: Iterable[str | None]) -> str | None:
    """The first reason that is not a rule's limit, nor answered by the programs, or None."""
    return next(
        (
            one
            for one in filter(None, reasons)
            if not is_answered(one, context.world)
            and not _LIMITS.fullmatch(one)
            and (not _DECLARED.fullmatch(one) or context.kept(_runs_definitions))
        ),
        None,
    )


def _runs_definitions(context: Context) -> bool:
    """Whether a file is in a language that executes its definitions, in the order of their rows."""
    return any(table_of(tree.language.name).load_order == "rows" for tree in context.after.trees)
