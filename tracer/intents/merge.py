"""Merging two versions of `active_intents.yaml` entry by entry, for git's merge driver.

Branches that add different intents, or change different fields of one, do not contradict each
other, though git's text merge says so. Comments and unknown keys are those of ours; entries that
only theirs has come with theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.intents import registry, store
from tracer.intents.times import is_before
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

_LIST = "active_intents"


class ContradictionError(InputError):
    """Both sides changed one thing in ways that only a person can reconcile."""


def merged(base: bytes, ours: bytes, theirs: bytes, path: str) -> bytes:
    """Our file with what theirs changed since `base`.

    Of a field that both changed the one from the later `updated_at` counts; lists are united.
    Raises: ContradictionError for two different intents of one id, or for a field that both
    changed where no time says which is later; InputError for a version that is no registry.
    """
    for raw in (ours, theirs):
        registry.parse(raw, path)
    editor, document = store.document_of(ours)
    entries = document[_LIST]
    earlier = _by_id(store.document_of(base)[1]) if base.strip() else {}
    mine, other = _by_id(document), _by_id(store.document_of(theirs)[1])
    if not entries and hasattr(entries, "fa"):
        entries.fa.set_block_style()
    for identity, entry in other.items():
        before, known = earlier.get(identity), mine.get(identity)
        if known is not None:
            _unite(before, known, entry, identity, path)
        elif before is None or _plain(before) != _plain(entry):
            entries.append(entry)  # new, or gone from ours and changed in theirs
    for identity, entry in mine.items():
        before = earlier.get(identity)
        if identity not in other and before is not None and _plain(before) == _plain(entry):
            entries.remove(entry)
    content = store.encoded(editor, document, ours)
    registry.parse(content, path)
    return content


def _by_id(document: Any) -> dict[str, Any]:
    return {str(entry["id"]): entry for entry in document.get(_LIST) or ()}


def _unite(
    before: Mapping[str, Any] | None, mine: Any, other: Any, identity: str, path: str
) -> None:
    """Put what theirs changed into our entry."""
    if before is None and _plain(mine) != _plain(other):
        raise ContradictionError(
            f"{path}: both sides added {identity}", fix="Give one of them another id."
        )
    is_newer = _is_newer(other, mine)
    for key in dict.fromkeys([*mine, *other]):
        then = (before or {}).get(key)
        ours, theirs = mine.get(key), other.get(key)
        if theirs in (ours, then):
            continue
        if isinstance(ours, list) and isinstance(theirs, list):
            kept = [item for item in ours if item in theirs or item not in (then or ())]
            mine[key] = kept + [item for item in theirs if item not in (then or []) + kept]
        elif ours == then or is_newer:
            if key in other:
                mine[key] = theirs
            else:
                del mine[key]
        elif is_newer is None:
            raise ContradictionError(
                f"{path}: both sides changed {key} of {identity}", fix="Choose one."
            )


def _is_newer(other: Any, mine: Any) -> bool | None:
    """Whether theirs was changed later; None where nothing says so."""
    theirs, ours = other.get("updated_at"), mine.get("updated_at")
    if theirs is None or ours is None:
        return None
    return is_before(str(ours), str(theirs))


def _plain(entry: Any) -> dict[str, Any]:
    return {str(key): entry[key] for key in entry}
