"""The life of one element by the ledger: which records changed it, and where it came from.

The ledger holds no text, so versions are taken from this clone's snapshots and from git; where
neither has one any more, the ledger's story ends and git's history goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify import classify
from tracer.classify.report import to_json
from tracer.engine.content import content_of
from tracer.history.elements.differences import kinds_of
from tracer.history.elements.element import FUNCTION, Place, same_element
from tracer.history.elements.identity import Identity
from tracer.history.line_diffs import line_hunks, split_lines
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import SourceKind, Verdict
from tracer.model.named_tuple import NamedTuple
from tracer.queries.credits import parts_of
from tracer.queries.origin_json import record_facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.ledger import Index
    from tracer.matching import NodeMapping
    from tracer.vcs import Git

Json = dict[str, Any]

RANGE = "range"
_LOOKED_BACK = 4  # earlier versions of a file searched for code that moved in two calls


class Spot(NamedTuple):
    """An element in one file version. Lines 1-based, inclusive."""

    path: str
    text: bytes
    start_line: int
    end_line: int
    kind: str
    name: str | None

    def place(self) -> Json:
        """The spot as CONTRACT.md's `before` and `after`."""
        return {
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "name": self.name,
        }


class Back(NamedTuple):
    """The element one step back (None: introduced), and what the step did to it."""

    spot: Spot | None
    kinds: list[str]
    verdict: Verdict


class LedgerLog:
    """Walks from a version the ledger knows towards the first it has."""

    def __init__(self, index: Index, git: Git | None) -> None:
        self._index = index
        self._git = git
        self.changes: list[Json] = []
        self.revision: str | None = None

    def knows(self, path: str, text: bytes) -> bool:
        """Whether a record left exactly these bytes at the path."""
        return self._writer(path, content_of(text), None) is not None

    def run(self, spot: Spot) -> Spot | None:
        """The element where the ledger's story ends; None when a record introduced it.

        `changes` then has what was found, newest first, and `revision` the commit that was
        checked out when the earliest of the records was made.
        """
        line: int | None = None
        while True:
            found = self._writer(spot.path, content_of(spot.text), line)
            if found is None:
                return spot
            record, line = found
            self.revision = record["vcs"]["revision_id"]
            texts = self._texts_before(record)
            if texts is None:
                return spot
            back = step_back(spot, texts, self._texts_after(record, spot))
            if back.spot is None:
                back = self._moved_in_two_calls(record, line, spot) or back
            if back.kinds:
                back = back._replace(verdict=recorded_verdict(record, spot, back.spot))
                self.changes.append(_change(record, spot, back))
            if back.spot is None:
                return None
            spot = back.spot

    def newest_change(self, spot: Spot) -> Json | None:
        """The last recorded change of an element in a version the ledger knows."""
        side = LedgerLog(self._index, self._git)
        side.run(spot)
        return side.changes[0] if side.changes else None

    def unseen(self, spot: Spot) -> Spot | None:
        """The element in the last version the ledger saw, when the disk has moved on since."""
        state = self._index.latest_state(spot.path)
        text = self._text(state.content, spot.path) if state is not None else None
        if text is None or text == spot.text:
            return None
        back = step_back(spot, {spot.path: text}, {spot.path: spot.text})
        if back.kinds and back.kinds != ["introduced"]:
            verdict = measured_verdict(spot, back.spot, text)
            self.changes.append(_unrecorded(spot, back._replace(verdict=verdict)))
        return back.spot

    def _writer(self, path: str, content: str, before: int | None) -> tuple[Json, int] | None:
        """The latest record (and its line), above the line `before`, that left these bytes."""
        for entry in reversed(self._index.records_touching(path)):
            if before is not None and entry.line >= before:
                continue
            record = self._index.record(entry.id)
            for file in record["files"] if record else ():
                if file["relative_path"] == path and file["after"] == content:
                    return (record, entry.line) if record else None
        return None

    def _texts_before(self, record: Json) -> dict[str, bytes] | None:
        """The files of the change as they were; None when this clone has lost one."""
        texts: dict[str, bytes] = {}
        for file in record["files"]:
            content = file.get("before")
            path = file.get("before_path") or file["relative_path"]
            if content:
                text = self._text(content, path)
                if text is None:
                    return None
                texts[path] = text
        return texts

    def _texts_after(self, record: Json, spot: Spot) -> dict[str, bytes]:
        texts = {spot.path: spot.text}
        for file in record["files"]:
            path = file["relative_path"]
            text = self._text(file["after"], path) if file["after"] else None
            if text is not None and path != spot.path:
                texts[path] = text
        return texts

    def _text(self, content: str, path: str) -> bytes | None:
        """A version's bytes, from the snapshots or from a commit the ledger names."""
        text = self._index.text(content)
        if text is None and self._git is not None:
            for revision in filter(None, (self.revision, "HEAD")):
                text = self._git.blob_at(revision, path)
                if text is not None and content_of(text) == content:
                    return text
            return None
        return text

    def _moved_in_two_calls(self, record: Json, line: int, spot: Spot) -> Back | None:
        """Where new code came from that the ledger credits to an earlier record.

        Agents copy a function with one call and delete the original with another.
        """
        state = self._index.state(content_of(spot.text), spot.path)
        origins = {
            (credit.origin.id, credit.origin.path)
            for at, credit in (parts_of(state) if state is not None else ())
            if spot.start_line <= at <= spot.end_line
            and credit.origin.kind is not SourceKind.UNKNOWN
        }
        for _, path in sorted(o for o in origins if o[0] != record["id"] and o[1] != spot.path):
            for text in self._versions_above(path, line):
                back = step_back(spot, {path: text}, {spot.path: spot.text})
                if back.spot is not None:
                    kinds = list(dict.fromkeys([*back.kinds, "moved"]))
                    return back._replace(kinds=kinds)
        return None

    def _versions_above(self, path: str, line: int) -> Iterator[bytes]:
        """Earlier versions of a file, newest first."""
        entries = [entry for entry in self._index.records_touching(path) if entry.line < line]
        for entry in entries[: -_LOOKED_BACK - 1 : -1]:
            record = self._index.record(entry.id)
            for file in record["files"] if record else ():
                if file["relative_path"] == path:
                    for content in filter(None, (file["after"], file.get("before"))):
                        text = self._text(content, path)
                        if text is not None:
                            yield text


def step_back(spot: Spot, before: dict[str, bytes], after: dict[str, bytes]) -> Back:
    """The element before a change, and what the change did to it; no kinds when nothing.

    The verdict is that of a change nothing is proven of; whoever tells it has a better one.
    """
    if before.get(spot.path) == spot.text:
        return Back(spot, [], Verdict.UNCHANGED)
    if spot.kind == RANGE:
        return _range_back(spot, before.get(spot.path))
    mapping = match(ChangeSet.from_texts(before, after))
    file = mapping.after.file_of_path[spot.path]
    tree = mapping.after.trees[file]
    element = same_element(tree, spot.kind, spot.name, spot.start_line, spot.end_line)
    if element is None:
        return Back(None, ["introduced"], Verdict.INTENT_EVOLUTION)
    identity = Identity(mapping)
    found = identity.partner(file, element)
    if found is None:
        extracted = element.kind == FUNCTION and identity.is_extracted(file, element)
        return Back(None, ["introduced", *["extracted"] * extracted], Verdict.INTENT_EVOLUTION)
    kinds = kinds_of(mapping, found, Place(file, element))
    if identity.may_have_joined(file, element, found, kinds):
        kinds = identity.joined_kinds(file, element, found, kinds)[0]
    verdict = Verdict.INTENT_EVOLUTION if kinds else Verdict.UNCHANGED
    return Back(_spot(mapping, found, before, spot.kind), kinds, verdict)


def recorded_verdict(record: Json, after: Spot, before: Spot | None) -> Verdict:
    """What the pipeline measured of an element, as its record says it.

    That is the strongest verdict on the changes that reach into the element after, or into what it
    was before: what a change took away stands only there. Where none does, it is the file's, since
    nothing else was proven.
    """
    if before is None:
        return Verdict.INTENT_EVOLUTION
    files = record["files"]
    inside = [
        change["verdict"]
        for file in files
        for change in file.get("changes", ())
        if _reaches(change.get("after"), after) or _reaches(change.get("before"), before)
    ]
    if not inside:
        inside = [
            file.get("mutation_class") or Verdict.INTENT_EVOLUTION
            for file in files
            if after.path == file["relative_path"] or before.path == file.get("before_path")
        ]
    return max(map(Verdict, inside), key=lambda one: one.strength, default=Verdict.INTENT_EVOLUTION)


def measured_verdict(after: Spot, before: Spot | None, text: bytes) -> Verdict:
    """The same of an edit that no record tells of, measured now; `text` is the file before."""
    if before is None:
        return Verdict.INTENT_EVOLUTION
    texts = ChangeSet.from_texts({after.path: text}, {after.path: after.text})
    found = to_json(classify(match(texts)).verdict)
    file = found["files"][0] if found["files"] else {"changes": [], "verdict": found["verdict"]}
    entry = {"relative_path": after.path, "mutation_class": file["verdict"], **file}
    return recorded_verdict({"files": [entry]}, after, before)


def _reaches(place: Json | None, spot: Spot) -> bool:
    """Whether a recorded place has lines of an element."""
    return (
        place is not None
        and place.get("path", spot.path) == spot.path
        and (place.get("start_line") or 0) <= spot.end_line
        and (place.get("end_line") or place.get("start_line") or 0) >= spot.start_line
    )


def _spot(mapping: NodeMapping, found: Place, before: dict[str, bytes], kind: str) -> Spot:
    file, element = found
    path = mapping.before.paths[file]
    lines = mapping.before.trees[file].lines(element.outer)
    return Spot(path, before[path], lines.start_line, lines.end_line, kind, element.name)


def _range_back(spot: Spot, before: bytes | None) -> Back:
    """Lines one step back, as `git log -L` does: a difference maps as a whole."""
    if before is None:
        return Back(None, ["introduced"], Verdict.INTENT_EVOLUTION)
    theirs, mine = split_lines(before), split_lines(spot.text)
    start, end = spot.start_line - 1, spot.end_line
    first, last = start, end
    for hunk in line_hunks(theirs, mine):
        shift = hunk.before_end - hunk.after_end
        if hunk.after_end <= start:
            first = start + shift
        elif hunk.after_start < start:
            first = hunk.before_start
        if hunk.after_start < end:
            last = end + shift if hunk.after_end < end else hunk.before_end
    if first >= last:
        return Back(None, ["introduced"], Verdict.INTENT_EVOLUTION)
    there = spot._replace(text=before, start_line=first + 1, end_line=last)
    if theirs[first:last] == mine[start:end]:
        return Back(there, [], Verdict.UNCHANGED)
    words = ([line.split() for line in part] for part in (theirs[first:last], mine[start:end]))
    if next(words) == next(words):
        return Back(there, ["formatting"], Verdict.AST_REFACTOR)
    return Back(there, ["body"], Verdict.INTENT_EVOLUTION)


def _change(record: Json, spot: Spot, back: Back) -> Json:
    """One entry of CONTRACT.md's `changes`, with who, when and why."""
    return {
        "revision": record["id"],
        "parent": record["vcs"]["revision_id"],
        "verdict": str(back.verdict),
        "kinds": back.kinds,
        "before": back.spot.place() if back.spot is not None else None,
        "after": spot.place(),
        **record_facts(record, spot.path),
    }


def _unrecorded(spot: Spot, back: Back) -> Json:
    """An edit on disk that no hook has reported yet."""
    return {
        "revision": None,
        "parent": None,
        "verdict": str(back.verdict),
        "kinds": back.kinds,
        "before": back.spot.place() if back.spot is not None else None,
        "after": spot.place(),
        "intent_id": None,
        "contributor": {"entity_type": "UNKNOWN", "model_identifier": None, "name": None},
        "timestamp": None,
        "summary": "not recorded",
    }
