"""Code that a commit holds written otherwise than in the record which tells of it.

A formatter that runs while somebody commits an agent's work changes blanks and line breaks, so
that no line has the hash that the record names. The record's fingerprint of the whole file is that
of its tokens: where it is the commit's too, the two are the same code, and the lines between
those that are known on both sides correspond. So it is with a function in which somebody gave
locals other names: the record has its hash without them. These hashes leave comments out: a line of
comment is taken only where a record has the hash of the line, whatever its indentation.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tracer.fingerprint import FORMAT, Fingerprints
from tracer.fingerprint.functions import known_functions
from tracer.ledger import line_hashes, split_hashes, state_from_json
from tracer.lineage import Segments
from tracer.model.attribution import LineRun, MixedLine, Touch
from tracer.model.enums import Method, Rung, SourceKind
from tracer.queries.credits import parts_by_line, parts_of
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.ledger import Index
    from tracer.model.attribution import Credit, FileState
    from tracer.queries.credits import Parts
    from tracer.syntax import SyntaxTree
    from tracer.vcs import Git

_MOST_RECORDS = 20  # of the path, newest first
_A_SECOND = 1.0  # what a commit's time may be behind the record's of the same moment
_REFLOW = "reflow"
_RENAMED = "rename_local"

Lines = tuple[int, int]  # first and last, 1-based


def relaid(
    index: Index, git: Git, place: tuple[str, str], text: bytes, state: FileState
) -> FileState:
    """The state of a file at a commit, with what records say of the same code written otherwise.

    `place` is the commit and the path; `state` covers all lines, those that nobody knows with the
    commit itself as their origin. Of several records that fit the newest one tells.
    Cost: the last 20 records of the path; a parse where one of them has a fingerprint, and
    fingerprints of functions where none has that of the file.
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
    prints = Fingerprints(parse(text, path=path))
    wanted = _fingerprint(prints)
    for identity, file in entries:
        known = {**file["ast_fingerprint"]}
        known.pop("functions", None)
        if known == wanted:
            then = parts_by_line(state_from_json(file, identity))
            now = parts_by_line(state)
            whole = (1, max(then, default=0)), (1, max(now, default=0))
            spans, rule = [(then, *whole)], _REFLOW
            break
    else:
        spans, rule = _functions(index, entries, prints, state, revision), _RENAMED
    if not spans:
        return state
    reworded = _reworded(prints.tree, entries, index.salt)
    return _Transfer(state, prints.tree, reworded, (revision, rule)).given(spans)


def _reworded(tree: SyntaxTree, entries: list[tuple[str, dict[str, Any]]], salt: bytes) -> set[int]:
    """The lines of nothing but comment whose words no record tells of."""
    kinds = tree.language.comment_kinds
    segments = Segments(tree)
    code = {segments.line[i] for i, row in enumerate(segments.row) if tree.kind[row] not in kinds}
    comments = set(segments.line) - code
    if not comments:
        return comments
    known = {
        one
        for _, file in entries
        for conversation in file["conversations"]
        for item in conversation["ranges"]
        for one in split_hashes(item.get("line_hashes", ""))
    }
    lines = tree.text.split(b"\n")
    return {line for line in comments if line_hashes([lines[line - 1]], salt) not in known}


def _functions(
    index: Index,
    entries: list[tuple[str, dict[str, Any]]],
    prints: Fingerprints,
    state: FileState,
    revision: str,
) -> list[tuple[dict[int, Parts], Lines, Lines]]:
    """The spans of functions whose locals have other names now, with what records say of them."""
    told: dict[str, tuple[str, dict[str, Any], Lines]] = {}
    for identity, file in entries:
        known = file["ast_fingerprint"]
        if known.get("format") == FORMAT and known.get("language") == prints.tree.language.name:
            for each in known.get("functions") or ():
                place = each["start_line"], each["end_line"]
                told.setdefault(each["alpha_hash"], (identity, file, place))
    if not told:
        return []
    nobodys = {line for line, credit in parts_of(state) if credit.origin.id == revision}
    spans = []
    for function in known_functions(prints, nobodys, index.salt):
        if function.alpha_hash in told:
            identity, file, place = told[function.alpha_hash]
            then = parts_by_line(state_from_json(file, identity))
            spans.append((then, place, (function.start_line, function.end_line)))
    return spans


def _fingerprint(prints: Fingerprints) -> dict[str, Any] | None:
    """What a record of this text would say of its tokens; None where there is no grammar."""
    tree = prints.tree
    if tree.language.grammar is None:
        return None
    digest = prints.digest(Rung.TOKENS, 0)
    return {
        "parser": "tree-sitter",
        "language": tree.language.name,
        "format": FORMAT,
        "summary_hash": f"xxh3:{digest.hex()}",
    }


class _Transfer:
    """Gives the lines of one version what records know of the lines that correspond."""

    def __init__(
        self, state: FileState, tree: SyntaxTree, reworded: set[int], how: tuple[str, str]
    ) -> None:
        self._state = state
        self._now = parts_by_line(state)
        self._reworded = reworded
        self._revision, self._rule = how
        self._widths = Counter(Segments(tree).line)

    def given(self, spans: Iterable[tuple[dict[int, Parts], Lines, Lines]]) -> FileState:
        """The state with a record's credits in each span of lines, on those only the commit has.

        A span is the record's parts by line, its lines, and the lines now.
        """
        found = dict(self._now)
        for then, there, here in spans:
            found |= self._in_span(then, there, here)
        runs = [
            LineRun(line, line, parts[0][1]) for line, parts in found.items() if len(parts) == 1
        ]
        mixed = [MixedLine(line, tuple(parts)) for line, parts in found.items() if len(parts) > 1]
        return self._state._replace(runs=tuple(sorted(runs)), mixed=tuple(sorted(mixed)))

    def _in_span(self, then: dict[int, Parts], there: Lines, here: Lines) -> dict[int, Parts]:
        before = {line: then[line] for line in range(there[0], there[1] + 1) if line in then}
        now = {line: self._now[line] for line in range(here[0], here[1] + 1) if line in self._now}
        anchors = _anchors(now, before, self._revision)
        ends = (there[0] - 1, here[0] - 1), (there[1] + 1, here[1] + 1)
        found: dict[int, Parts] = {}
        for (then_low, now_low), (then_high, now_high) in pairwise([ends[0], *anchors, ends[1]]):
            old, new = range(then_low + 1, then_high), range(now_low + 1, now_high)
            for at, line in enumerate(new):
                place = at if len(old) == len(new) else None
                parts = _parts(before, old, place, self._widths[line])
                if parts and line not in self._reworded:
                    found[line] = [(count, self._carried(credit)) for count, credit in parts]
        return found

    def _carried(self, credit: Credit) -> Credit:
        """A record's credit of code that a commit has written otherwise."""
        if credit.origin.kind is not SourceKind.RECORD:
            return credit
        method = Method.CARRIED if credit.method is Method.OBSERVED else credit.method
        last = Touch(self._revision, SourceKind.COMMIT, self._rule)
        return credit._replace(last=last, method=method)


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
