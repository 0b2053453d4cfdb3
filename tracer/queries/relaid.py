"""Code that a commit holds in another layout than the record which tells of it.

A formatter that runs while somebody commits an agent's work changes blanks and line breaks, so
that no line has the hash that the record names. The record's fingerprint of the whole file is that
of its tokens: where it is the commit's too, the two are the same code, and the lines between
those that are known on both sides correspond.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tracer.fingerprint import FORMAT, Fingerprints
from tracer.ledger import state_from_json
from tracer.lineage import Segments
from tracer.model.attribution import LineRun, MixedLine, Touch
from tracer.model.enums import Method, Rung, SourceKind
from tracer.queries.credits import parts_by_line
from tracer.syntax import parse

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.model.attribution import Credit, FileState
    from tracer.queries.credits import Parts
    from tracer.syntax import SyntaxTree
    from tracer.vcs import Git

_MOST_RECORDS = 20  # of the path, newest first
_A_SECOND = 1.0  # what a commit's time may be behind the record's of the same moment
_REFLOW = "reflow"


def relaid(
    index: Index, git: Git, place: tuple[str, str], text: bytes, state: FileState
) -> FileState:
    """The state of a file at a commit, with what a record says of the same code laid out otherwise.

    `place` is the commit and the path; `state` covers all lines, those that nobody knows with the
    commit itself as their origin. Of several records that fit the newest one tells.
    Cost: the last 20 records of the path; a parse where one of them has a fingerprint.
    """
    revision, path = place
    commit = git.commit(revision)
    if commit is None:
        return state
    until = datetime.fromtimestamp(commit.time + _A_SECOND, UTC)
    entries = [
        (identity, file)
        for identity in index.records_leaving([path], _MOST_RECORDS, until=until)
        for file in (index.record(identity) or {}).get("files", ())
        if file["relative_path"] == path and file.get("after") and "ast_fingerprint" in file
    ]
    if not entries:
        return state
    tree = parse(text, path=path)
    wanted = _fingerprint(tree)
    for identity, file in entries:
        if file["ast_fingerprint"] == wanted:
            then = parts_by_line(state_from_json(file, identity))
            return _transferred(state, then, tree, revision)
    return state


def _fingerprint(tree: SyntaxTree) -> dict[str, Any] | None:
    """What a record of this text would say of its tokens; None where there is no grammar."""
    if tree.language.grammar is None:
        return None
    digest = Fingerprints(tree).digest(Rung.TOKENS, 0)
    return {
        "parser": "tree-sitter",
        "language": tree.language.name,
        "format": FORMAT,
        "summary_hash": f"xxh3:{digest.hex()}",
    }


def _transferred(
    state: FileState, then: dict[int, Parts], tree: SyntaxTree, revision: str
) -> FileState:
    """The state with the record's credits on the lines that only the commit is known to have."""
    now = parts_by_line(state)
    anchors = [(0, 0), *_anchors(now, then, revision), (max(then, default=0) + 1, max(now) + 1)]
    widths = Counter(Segments(tree).line)
    given: dict[int, Parts] = {}
    for (then_low, now_low), (then_high, now_high) in pairwise(anchors):
        before, after = range(then_low + 1, then_high), range(now_low + 1, now_high)
        for at, line in enumerate(after):
            parts = _parts(then, before, at if len(before) == len(after) else None, widths[line])
            if parts:
                given[line] = [(count, _laid_out(credit, revision)) for count, credit in parts]
    found = {**now, **given}
    runs = [LineRun(line, line, parts[0][1]) for line, parts in found.items() if len(parts) == 1]
    mixed = [MixedLine(line, tuple(parts)) for line, parts in found.items() if len(parts) > 1]
    return state._replace(runs=tuple(sorted(runs)), mixed=tuple(sorted(mixed)))


def _laid_out(credit: Credit, revision: str) -> Credit:
    """A record's credit of code that a commit has laid out otherwise."""
    if credit.origin.kind is not SourceKind.RECORD:
        return credit
    method = Method.CARRIED if credit.method is Method.OBSERVED else credit.method
    return credit._replace(last=Touch(revision, SourceKind.COMMIT, _REFLOW), method=method)


def _anchors(now: dict[int, Parts], then: dict[int, Parts], revision: str) -> list[tuple[int, int]]:
    """(line then, line now) of lines whose origin is known on both sides, both ascending."""
    places: dict[tuple[str, str, int], int | None] = {}
    for line, parts in then.items():
        key = (*_source(parts[0][1]), parts[0][1].line)
        places[key] = None if key in places else line
    found: list[tuple[int, int]] = []
    for line in sorted(now):
        credit = now[line][0][1]
        there = places.get((*_source(credit), credit.line))
        if credit.origin.id != revision and there and (not found or there > found[-1][0]):
            found.append((there, line))
    return found


def _source(credit: Credit) -> tuple[str, str]:
    return credit.origin.id, credit.origin.path


def _parts(then: dict[int, Parts], lines: range, at: int | None, width: int) -> Parts:
    """What a record says of one of some lines, or of all of them alike; nothing where that differs.

    `width` is how many leaves the line has now.
    """
    if at is not None:
        parts = list(then.get(lines[at], ()))
        is_same = len(parts) == 1 or sum(count for count, _ in parts) == width
    else:
        parts = [part for line in lines for part in then.get(line, ())][:1]
        every = {credit.origin.id for line in lines for _, credit in then.get(line, ())}
        is_same = len(every) == 1
    is_told = any(
        credit.origin.kind is SourceKind.RECORD and credit.method is not Method.RECONCILED
        for _, credit in parts
    )
    return parts if is_same and is_told else []
