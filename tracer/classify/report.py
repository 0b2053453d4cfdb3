"""Verdicts as JSON (CONTRACT.md, `classify` and `diff`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.change.locations import Places

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.classify.method_equivalence import RangeVerdict
    from tracer.model.changes import Change, ChangeVerdict, FileVerdict, Proof
    from tracer.model.spans import Place


def to_json(
    verdict: ChangeVerdict, *, quoting: bool = True, explain: bool = False
) -> dict[str, Any]:
    """The verdict as plain JSON values; without `quoting`, no evidence has source text.

    With `explain` also what was not proved, and why (`refusals`).
    """
    document: dict[str, Any] = {
        "verdict": verdict.verdict.value,
        "files": [_file(file, quoting=quoting) for file in verdict.files],
    }
    if explain:
        document["refusals"] = [{"about": a, "reason": why} for a, why in verdict.refusals]
    return document | proof_json(verdict.proof)


def proof_json(proof: Proof | None) -> dict[str, Any]:
    """The key `proof` and its value, where there is one."""
    if proof is None:
        return {}
    found: dict[str, Any] = {
        "grade": proof.grade,
        "assumes": list(proof.assumes),
        "laws": list(proof.laws),
    }
    if proof.map:
        found["map"] = [{"before": before, "after": after} for before, after in proof.map]
    return {"proof": found}


def names_json(context: Context) -> list[dict[str, Any]]:
    """The refactorings that a change is made of by name, as plain JSON values in order of place.

    Each has its `type`, what it speaks of (`detail`), and the definitions it was found in.
    Cost: as `naming.named_refactorings`.
    """
    from tracer.classify.detection import named_refactorings  # noqa: PLC0415 - only when asked

    places = Places(context.before), Places(context.after)
    found = []
    for named in named_refactorings(context):
        before, after = places[0].of(named.before)[1], places[1].of(named.after)[1]
        one = {
            "type": named.kind,
            "detail": named.detail,
            "before": _place(before),
            "after": _place(after),
        }
        place = after or before
        order = (place.path, place.start_line, place.end_line) if place else ()
        found.append(((order, named.kind, named.detail), one))
    found.sort(key=lambda item: item[0])
    return [one for index, (_, one) in enumerate(found) if not index or found[index - 1][1] != one]


def range_json(verdict: RangeVerdict) -> dict[str, Any]:
    """The verdict on some ranges as plain JSON values."""
    return {
        "verdict": verdict.verdict.value,
        "rule": verdict.rule,
        "evidence": verdict.evidence,
        "conditions": list(verdict.conditions),
    }


def _file(file: FileVerdict, *, quoting: bool) -> dict[str, Any]:
    document = {
        "before": file.before,
        "after": file.after,
        "language": file.language,
        "verdict": file.verdict.value,
        "changes": [_change(change, quoting=quoting) for change in file.changes],
    }
    return document | proof_json(file.proof)


def _change(change: Change, *, quoting: bool) -> dict[str, Any]:
    document = {
        "rule": change.rule,
        "verdict": change.verdict.value,
        "evidence": change.evidence if quoting or not change.quotes else "",
        "before": _place(change.before),
        "after": _place(change.after),
    }
    return document | proof_json(change.proof)


def _place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {
        "path": place.path,
        "start_line": place.start_line,
        "end_line": place.end_line,
        "name": place.name,
    }
