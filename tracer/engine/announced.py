"""What open calls said they would write, told apart from what nobody reported.

The calls of two agents overlap: one's hook may run while the other's call has written already
and is not reported yet. The other's pre-hook said what it would write. Where that stands in a
file now, it is that call's, and is recorded as its own at once. Of a command the pre-hook knows
the files alone that its words name as written: there its own post-hook says what it wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.engine import pending
from tracer.engine.scan import is_under_way, moved_since
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tracer.ledger import Index
    from tracer.model.workspace import Workspace

_WHO = ("agent", "session_id", "cwd", "turn_id", "call_id", "tool", "model")
_WHY = ("conversation_url", "intent_id", "mutation_class")


class OpenCall(NamedTuple):
    """A call whose post-hook has not run: its event, and where it is kept."""

    event: Event
    place: str
    document: dict[str, Any]


class Announced(NamedTuple):
    """A write of an open call that stands in a file: the texts before and after it.

    The text before is None for a file that the call made.
    """

    call: OpenCall
    before: bytes | None
    after: bytes


def announcement(workspace: Workspace, event: Event) -> dict[str, Any]:
    """What a pre-hook knows of the texts its call will write, as JSON values."""
    texts: dict[str, Any] = {}
    for target in event.targets:
        path = workspace.relative(target.path, event.cwd)
        if path is None or (target.after is None and not target.edits):
            continue
        edits = [[edit.before, edit.after, edit.replace_all] for edit in target.edits]
        texts[path] = {"after": target.after, "edits": edits}
    if not texts:
        return {}
    who = {name: getattr(event, name) for name in (*_WHO, *_WHY)}
    kind, model, name = event.contributor
    return {"announced": texts, "who": who, "contributor": [str(kind), model, name]}


def open_calls(workspace: Workspace, event: Event | None) -> list[OpenCall]:
    """The other calls that said what they would write, latest first."""
    found = []
    for place, document in pending.others(workspace, event):
        if "announced" in document and "who" in document:
            kind, model, name = document["contributor"]
            who = Contributor(EntityType(kind), model, name)
            told = Event(Phase.POST, ActionKind.FILE_EDIT, contributor=who, **document["who"])
            found.append(OpenCall(told, place, document))
    return found


def announced_paths(workspace: Workspace) -> set[str]:
    """The files that calls said they would write whose post-hook has not run, or never will."""
    return {path for call in open_calls(workspace, None) for path in call.document["announced"]}


def peel(
    index: Index, calls: list[OpenCall], path: str, known: bytes | None, text: bytes
) -> tuple[bytes | None, list[Announced]]:
    """`text` without what open calls wrote since `known`, and those writes, oldest first.

    The text is None for a file that one of these calls made.
    """
    found: list[Announced] = []
    for call in calls:
        told = call.document["announced"].get(path)
        if told is None or path in call.document.get("settled", ()):
            continue
        before = _undone(index, call, path, told, known, text)
        if before is not None and before != text:
            was_there = known is not None or bool(before)
            found.insert(0, Announced(call, before if was_there else None, text))
            text = before
    is_made = bool(found) and known is None and not text
    return None if is_made else text, found


def own_texts(
    workspace: Workspace,
    index: Index,
    event: Event,
    kept: Mapping[str, Any],
    changed: Mapping[str, tuple[bytes | None, bytes | None]],
) -> dict[str, bytes | None]:
    """{path: text} of the files of `changed` as the command of `event` left them.

    What another open call announced is taken out of a text. A file is left out altogether that
    another open command says it writes, has moved since that began, and is none of those that
    this command says it writes: the other's post-hook records it.
    Cost: one look at a directory, and a git process for each open command that names such a file.
    """
    theirs: set[str] = set()
    unnamed = set(changed) - set(kept.get("writes", ()))
    for _, document in pending.others(workspace, event) if unnamed else ():
        named = unnamed.intersection(document.get("writes", ()))
        if named and "scan" in document and is_under_way(document):
            theirs |= named & moved_since(workspace, document["scan"]).keys()
    calls = open_calls(workspace, event) if changed else []
    texts: dict[str, bytes | None] = {}
    for path, (before, after) in changed.items():
        if path not in theirs:
            rest = peel(index, calls, path, before, after)[0] if after is not None else None
            if rest is not None or after is None:  # else another call made it
                texts[path] = rest
    return texts


def not_named(kept: Mapping[str, Any], changed: Iterable[str]) -> set[str]:
    """The changed files that a command does not name whose words name all that it writes."""
    if "no_others" not in kept:
        return set()
    places = kept["writes"]
    return {
        path
        for path in changed
        if not any(path == place or path.startswith(f"{place}/") for place in places)
    }


def _undone(  # noqa: PLR0913, PLR0917 - one write, and the file around it
    index: Index,
    call: OpenCall,
    path: str,
    told: dict[str, Any],
    known: bytes | None,
    text: bytes,
) -> bytes | None:
    """The text before an announced write, or None when the write is not in the text."""
    if told["after"] is not None:
        if told["after"].encode("utf-8", "surrogateescape") != text:
            return None
        files = call.document.get("files", {})
        content = files.get(path)
        if content is None:  # it was not there, which reads as an empty one
            return b"" if path in files and known is None else None
        return index.text(content)
    for before, after, replace_all in reversed(told["edits"]):
        new, old = (part.encode("utf-8", "surrogateescape") for part in (after, before))
        if not new or text.count(new) <= (known or b"").count(new):
            return None
        text = text.replace(new, old, -1 if replace_all else 1)
    return text
