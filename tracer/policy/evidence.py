"""What an agent is told of a change that measures as another class than it may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.enums import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST = 3


def evidence_in(files: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The first edits that may change behaviour, as `path:line kind (reason)`, and how many more.

    `files` are those of a verdict as JSON, or of a record. Names and kinds, never source text.
    """
    left = [
        change
        for file in files
        for change in file.get("changes") or ()
        if change["verdict"] == Verdict.INTENT_EVOLUTION
    ]
    said = []
    for change in left[:_MOST]:
        place = change["after"] or change["before"]
        where = f"{place['path']}:{place['start_line']} " if place else ""
        reason = f" ({change['evidence']})" if change["evidence"] else ""
        said.append(f"{where}{change['rule']}{reason}")
    more = len(left) - len(said)
    return (*said, f"{more} more") if more > 0 else tuple(said)
