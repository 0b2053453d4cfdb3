"""What the view of changes over time draws: three pictures and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.web.charts import OTHERS, chart
from tracer.web.marks import Mark
from tracer.web.moments import CLASSES, axis_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tracer.web.moments import Moment

_KINDS = {"INTENT_EVOLUTION": Mark("△", "evolution"), "AST_REFACTOR": Mark("≡", "refactor")}
_NAMES = {"INTENT_EVOLUTION": "evolution", "AST_REFACTOR": "refactoring", "none": "no verdict",
          OTHERS: "all others", "": "no intent"}  # fmt: skip


def timeline(
    moments: Sequence[Moment],
    intents: Mapping[str, Mark],
    people: Mapping[str, Mark],
    *,
    is_recorded: bool,
) -> dict[str, Any]:
    """What the template `time.html` takes. Commits that nobody recorded have no classes."""
    axis = axis_of(moments)
    charts = [chart(axis, "kinds", "Class", _KINDS)] if is_recorded else []
    charts += [
        chart(axis, "intents", "Intent", intents),
        chart(axis, "people", "Contributor", people),
    ]
    return {
        "axis": axis,
        "charts": charts,
        "kinds": CLASSES,
        "series_name": _NAMES.get,
        "is_recorded": is_recorded,
    }
