"""Verdicts as JSON (CONTRACT.md, `classify` and `diff`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracer.classify.ranges import RangeVerdict
    from tracer.model.changes import Change, ChangeVerdict, FileVerdict
    from tracer.model.spans import Place


def to_json(verdict: ChangeVerdict) -> dict[str, Any]:
    """The verdict as plain JSON values."""
    return {
        "verdict": verdict.verdict.value,
        "files": [_file(file) for file in verdict.files],
    }


def range_json(verdict: RangeVerdict) -> dict[str, Any]:
    """The verdict on some ranges as plain JSON values."""
    return {
        "verdict": verdict.verdict.value,
        "rule": verdict.rule,
        "evidence": verdict.evidence,
        "conditions": list(verdict.conditions),
    }


def _file(file: FileVerdict) -> dict[str, Any]:
    return {
        "before": file.before,
        "after": file.after,
        "language": file.language,
        "verdict": file.verdict.value,
        "changes": [_change(change) for change in file.changes],
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "rule": change.rule,
        "verdict": change.verdict.value,
        "evidence": change.evidence,
        "before": _place(change.before),
        "after": _place(change.after),
    }


def _place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {
        "path": place.path,
        "start_line": place.start_line,
        "end_line": place.end_line,
        "name": place.name,
    }
