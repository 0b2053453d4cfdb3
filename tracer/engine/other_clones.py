"""Code that another clone's records describe, found by the hashes of its lines.

A ledger that came with a clone or a pull names ranges and their hashes; the texts stayed where
they were written. After a squash or a rebase, or edits that no hook saw, no version here is one of
those texts, but lines that came through unchanged still have their range's hash: that of what a
record wrote, and those of what the latest records say the file then held.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

from tracer.ledger import content_hash, line_hashes, split_hashes, state_from_json
from tracer.lineage import CUT
from tracer.matching.sequences import common_pairs
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from tracer.engine.values import News
    from tracer.ledger import Index

_MOST_RECORDS = 200  # of one path, newest first
_MOST_ASKED = 1_000  # paths looked at for that, the latest
_MOST_PATHS = 32  # that are gone, and that code may have come from
_MOST_LENGTHS = 32  # of ranges, longest first
_MOST_WHOLE = 4  # records of a path of which all is read that they say of it, newest first
_TELLING = 6  # words that make equal lines more than a coincidence
_FEWEST = 2  # words of lines that say anything at all
_ENOUGH = 12  # words of lines in a row that are part of a range, however much of it is gone

_OPENERS = (b"", b"/**", b"  /**", b"    /**", b"\t/**", b"/*")  # lines that begin anything

_RESTORED = "restored"
_WORD = re.compile(rb"\w+")


class _Range(NamedTuple):
    """Lines that a record names: the credit of the first, and where they stood in which version.

    `version` numbers the versions that were read as a whole; -1 is what a record wrote itself.
    """

    credit: Credit
    path: str
    start: int
    size: int
    version: int = -1
    is_only: bool = True  # no other lines have its hash
    parts: tuple[tuple[int, Credit], ...] = ()  # of a line that several have written


class _Ranges(NamedTuple):
    """What records name: by hash, and of the latest versions by version and first line."""

    by_hash: dict[str, _Range]
    versions: list[dict[int, tuple[str, _Range]]]
    lengths: list[int]
    by_line: list[tuple[_Range, list[str]]]  # of what records wrote, the hashes of its lines


def recall_by_hash(
    index: Index,
    news: News,
    *,
    by_all: bool = False,
    until: datetime | None = None,
    givers: Sequence[str] = (),
) -> dict[str, FileState]:
    """The states that change, because new lines in them are lines of another clone's records.

    With `by_all` of any clone's, this one's too, so that every clone finds the same; `until` leaves
    out what was recorded later. `givers` are files that changed as well: what records wrote there
    and does not stand there any more may have moved.
    Cost: the records of other clones at these paths are read, at most 200 a path; each new line
    is hashed once for each length of their ranges, at most 32.
    """
    changed: dict[str, FileState] = {}
    gone: list[str] | None = None
    for path, state in news.states.items():
        runs = list(_new_runs(news, state))
        if not runs:
            continue
        if gone is None:
            gone = _gone(news, index.paths_left(_MOST_ASKED, unseen=not by_all, until=until))
        others = [giver for giver in givers if giver != path]
        places = [path, *gone, *others]
        names = index.records_leaving(places, _MOST_RECORDS, unseen=not by_all, until=until)
        ranges = _ranges(index, names, _may_return(news, state))
        if not ranges.by_hash:
            continue
        lines, new = news.texts[path].split(b"\n"), list(runs)
        found = _found(path, lines, new, ranges, index.salt)
        _add_edited(found, lines, new, ranges, index.salt)
        _add_beside(found, lines, new, ranges, index.salt)
        _drop_copies(found, lines, news, others)
        if found:
            changed[path] = _credited(news, state, found)
    return changed


def with_recorded_lines(index: Index, texts: Iterable[tuple[str, bytes]]) -> set[str]:
    """The paths of those texts that have a line which some record wrote, as all clones know it.

    Cost: the records of the latest 1,000 paths; each line of the texts is hashed.
    """
    names = index.records_leaving(index.paths_left(_MOST_ASKED), _MOST_RECORDS)
    known = {one for _, hashes in _ranges(index, names).by_line for one in hashes}
    return {
        path
        for path, text in texts
        if any(
            line_hashes([line], index.salt) in known
            for line in text.split(b"\n")
            if len(_WORD.findall(line)) >= _FEWEST
        )
    }


def cuts_by_hash(index: Index, path: str, line: bytes, until: datetime) -> list[Credit]:
    """What records made until then say of a line that somebody took code from, as it then stood.

    Cost: the records at the path are read, at most 200.
    """
    words = len(_WORD.findall(line))
    if words < _FEWEST:
        return []
    ranges = _ranges(index, index.records_leaving([path], _MOST_RECORDS, until=until))
    place = ranges.by_hash.get(content_hash(line + b"\n", index.salt))
    if place is None or not (words >= _TELLING or place.is_only):
        return []
    parts = [credit for _, credit in place.parts] or [place.credit]
    return [part for part in parts if part.last.rule == CUT]


def _drop_copies(
    found: dict[int, tuple[_Range, int]], lines: list[bytes], news: News, givers: Sequence[str]
) -> None:
    """Forget ranges of other files of which most lines still stand there: who copies, writes."""
    standing: dict[str, set[bytes]] = {}
    ranges: dict[_Range, list[int]] = {}
    for line, (place, _) in found.items():
        if place.path in givers:
            ranges.setdefault(place._replace(parts=()), []).append(line)
    for place, numbers in ranges.items():
        if place.path not in standing:
            text = news.texts.get(place.path) or news.read(place.path) or b""
            standing[place.path] = {line.strip() for line in text.split(b"\n")}
        telling = [lines[n - 1].strip() for n in numbers if len(_WORD.findall(lines[n - 1])) > 1]
        still = sum(line in standing[place.path] for line in telling)
        if 2 * still >= len(telling):
            for number in numbers:
                del found[number]


def _gone(news: News, paths: list[str]) -> list[str]:
    """The first of some paths at which nothing stands now: a file may have another name."""
    gone = (path for path in paths if path not in news.texts and news.read(path) is None)
    return list(islice(gone, _MOST_PATHS))


def _new_runs(news: News, state: FileState) -> Iterator[tuple[int, int]]:
    """(first, last) of each stretch of lines that are new as a whole, in one part or several."""
    stretches = [(run.start_line, run.end_line) for run in state.runs if news.is_new(run.credit)]
    stretches += [
        (entry.line, entry.line)
        for entry in state.mixed
        if all(news.is_new(credit) for _, credit in entry.parts)
    ]
    first = last = 0
    for start, end in sorted(stretches):
        if last and start == last + 1:
            last = end
            continue
        if last:
            yield first, last
        first, last = start, end
    if last:
        yield first, last


def _may_return(news: News, state: FileState) -> Callable[[Credit], bool]:
    """Says of a commit's lines in a record whether new lines of a state may be these.

    They are not where the commit was rebased away; then an older record may name who wrote them.
    """
    new = {run.credit.origin: run.credit for run in state.runs if news.is_new(run.credit)}
    told: dict[Source, bool] = {}

    def may(credit: Credit) -> bool:
        if credit.origin.kind is SourceKind.RECORD:
            return True
        if credit.origin not in told:
            told[credit.origin] = any(news.accepts(one, credit) for one in new.values())
        return told[credit.origin]

    return may


def _ranges(
    index: Index, records: list[str], may_return: Callable[[Credit], bool] = lambda _: True
) -> _Ranges:
    """What records wrote, and what the newest of them say of their files that `may_return`."""
    found = _Ranges({}, [], [], [])
    lengths: set[int] = set()
    read: Counter[str] = Counter()
    for identity in records:
        record = index.record(identity)
        for file in (record or {}).get("files", ()):
            if file.get("after") is not None and read[file["relative_path"]] < _MOST_WHOLE:
                read[file["relative_path"]] += 1
                _add_version(found, file, identity, may_return)
            for conversation in file["conversations"]:
                for item in conversation["ranges"]:
                    start, size = item["start_line"], item["end_line"] - item["start_line"] + 1
                    source = Source(identity, SourceKind.RECORD, file["relative_path"])
                    last = Touch(identity, SourceKind.RECORD, _RESTORED)
                    method = _carried(item.get("method", Method.OBSERVED.value))
                    credit = Credit(source, start, last, method)
                    place = _Range(credit, file["relative_path"], start, size)
                    _add(found, item["content_hash"], place)
                    if "line_hashes" in item:
                        found.by_line.append((place, split_hashes(item["line_hashes"])))
    lengths.update(place.size for place in found.by_hash.values())
    return found._replace(lengths=sorted(lengths, reverse=True)[:_MOST_LENGTHS])


def _carried(method: str) -> Method:
    """How code is known that a record says it knew in a way: what was found on disk stays so."""
    return Method.CARRIED if method == Method.OBSERVED.value else Method(method)


def _add_version(
    found: _Ranges, file: dict[str, Any], identity: str, may_return: Callable[[Credit], bool]
) -> None:
    """Add all lines of a version: ranges of one credit, and those that several have written."""
    hashes = {item["start_line"]: item["content_hash"] for item in file.get("carried", ())}
    for conversation in file["conversations"]:
        hashes |= {item["start_line"]: item["content_hash"] for item in conversation["ranges"]}
    hashes |= {item["line"]: item.get("content_hash", "") for item in file.get("mixed", ())}
    path, number = file["relative_path"], len(found.versions)
    state = state_from_json(file, identity)
    places = [
        _Range(run.credit, path, run.start_line, run.end_line - run.start_line + 1, number)
        for run in state.runs
        if may_return(run.credit)
    ]
    places += [
        _Range(entry.parts[0][1], path, entry.line, 1, number, parts=entry.parts)
        for entry in state.mixed
        if hashes[entry.line]
    ]
    found.versions.append({place.start: (hashes[place.start], place) for place in places})
    for place in places:
        _add(found, hashes[place.start], place)


def _add(found: _Ranges, value: str, place: _Range) -> None:
    """Add lines under their hash; what a newer record says of them stays."""
    known = found.by_hash.setdefault(value, place)
    is_same = known.credit.origin == place.credit.origin and known.credit.line == place.credit.line
    if known is not place and not is_same:
        found.by_hash[value] = known._replace(is_only=False)


def _found(
    path: str, lines: list[bytes], runs: list[tuple[int, int]], ranges: _Ranges, salt: bytes
) -> dict[int, tuple[_Range, int]]:
    """{line: (its range, how far down in it)}; the longest range counts."""
    found: dict[int, tuple[_Range, int]] = {}
    for first, last in runs:
        line = first
        while line <= last:
            size = 1
            for length in ranges.lengths:
                text = b"\n".join(lines[line - 1 : line - 1 + length]) + b"\n"
                words = len(_WORD.findall(text))
                if line + length - 1 > last or words < _FEWEST:
                    continue
                place = ranges.by_hash.get(content_hash(text, salt))
                # Few words tell where only one record of this very file wrote them.
                is_own = place is not None and place.is_only and place.path == path
                if place is not None and (words >= _TELLING or is_own):
                    found.update((line + at, (place, at)) for at in range(length))
                    size = length
                    break
            line += size
    return found


def _add_edited(
    found: dict[int, tuple[_Range, int]],
    lines: list[bytes],
    runs: list[tuple[int, int]],
    ranges: _Ranges,
    salt: bytes,
) -> None:
    """Add lines of ranges that somebody has edited since, where enough of a range is left.

    That is its beginning, and half of its words or many in a row. What says little goes with what
    stands beside it.
    """
    wanted = [n for first, last in runs for n in range(first, last + 1) if n not in found]
    if not wanted or not ranges.by_line:
        return
    hashes = {number: line_hashes([lines[number - 1]], salt) for number in wanted}
    words = {number: len(_WORD.findall(lines[number - 1])) for number in wanted}
    openers = {line_hashes([line], salt) for line in _OPENERS}
    told: dict[Source, dict[int, int]] = {}  # by record: line now -> line that the record wrote
    for number, (place, down) in found.items():
        told.setdefault(place.credit.origin, {})[number] = place.credit.line + down
    for place, there in _joined(ranges.by_line):
        of_record = told.setdefault(place.credit.origin, {})
        own = {
            number: line - place.start
            for number, line in of_record.items()
            if 0 <= line - place.start < len(there)
        }
        pairs = _aligned(there, {n: hashes[n] for n in wanted}, own)
        begin = next((at for at, one in enumerate(there) if one not in openers), 0)
        if begin not in pairs.values():
            continue  # another beginning: code that reads nearly alike, as functions of a family
        words |= {n: len(_WORD.findall(lines[n - 1])) for n in own}
        kept = _telling(pairs, words, len(there))
        fresh = {number: at for number, at in kept.items() if number not in own}
        found.update((number, (place, at)) for number, at in fresh.items())
        of_record.update((number, place.start + at) for number, at in fresh.items())
        wanted = [number for number in wanted if number not in kept]


def _aligned(there: list[str], now: dict[int, str], own: dict[int, int]) -> dict[int, int]:
    """Line now -> line of a range, where both say the same; those known already are `own`.

    Of lines that say the same those count which stand as far from the most others as they did.
    """
    numbers = sorted(now)
    shifts = Counter(number - at for number, at in own.items())
    if not own:
        common = common_pairs(there, [now[number] for number in numbers])
        shifts.update(numbers[j] - i for i, j in common)
    pairs, used = dict(own), set(own.values())
    for shift, _ in sorted(shifts.items(), key=lambda item: (-item[1], item[0])):
        for number in numbers:
            at = number - shift
            is_free = 0 <= at < len(there) and at not in used and number not in pairs
            if is_free and there[at] == now[number]:
                pairs[number] = at
                used.add(at)
    return pairs


def _joined(ranges: list[tuple[_Range, list[str]]]) -> list[tuple[_Range, list[str]]]:
    """Ranges with a hash for each line; those that one record wrote right below another are one."""
    found: list[tuple[_Range, list[str]]] = []
    for place, there in ranges:
        if len(there) != place.size:
            continue
        last, above = found[-1] if found else (place, [])
        if last.credit.origin == place.credit.origin and last.start + last.size == place.start:
            found[-1] = last._replace(size=last.size + place.size), [*above, *there]
        else:
            found.append((place, there))
    return found


def _telling(pairs: dict[int, int], words: dict[int, int], size: int) -> dict[int, int]:
    """Those of the pairs (line now: line of a range) that are no coincidence.

    A line that says little is none where it stands as far from others as it did.
    """
    blocks: list[list[int]] = []
    for number in sorted(pairs):
        last = blocks[-1][-1] if blocks else None
        if last is not None and (number, pairs[number]) == (last + 1, pairs[last] + 1):
            blocks[-1].append(number)
        else:
            blocks.append([number])
    telling = [block for block in blocks if any(words[number] >= _FEWEST for number in block)]
    is_most = 2 * sum(map(len, telling)) >= size
    is_most = is_most and sum(words[n] for block in telling for n in block) >= _TELLING
    kept = [block for block in telling if is_most or sum(words[n] for n in block) >= _ENOUGH]
    shifts = {block[0] - pairs[block[0]] for block in kept}
    return {
        number: pairs[number]
        for block in blocks
        if block in kept or block[0] - pairs[block[0]] in shifts
        for number in block
    }


def _add_beside(
    found: dict[int, tuple[_Range, int]],
    lines: list[bytes],
    runs: list[tuple[int, int]],
    ranges: _Ranges,
    salt: bytes,
) -> None:
    """Add lines that stood beside found ones in a version, and stand there still.

    However little they say: a bracket behind a statement is that statement's.
    """
    new = {line for first, last in runs for line in range(first, last + 1)}
    work = [(line, place) for line, (place, at) in found.items() if not at and place.version >= 0]
    while work:
        line, place = work.pop()
        version = ranges.versions[place.version]
        for start in (place.start + place.size, *_above(version, place.start)):
            value, beside = version.get(start, ("", place))
            goal = line + start - place.start
            at = range(goal, goal + beside.size)
            if not value or not new.issuperset(at) or not found.keys().isdisjoint(at):
                continue
            text = b"\n".join(lines[goal - 1 : goal - 1 + beside.size]) + b"\n"
            if content_hash(text, salt) == value:
                found.update((goal + down, (beside, down)) for down in range(beside.size))
                work.append((goal, beside))


def _above(version: dict[int, tuple[str, _Range]], start: int) -> list[int]:
    """First line of the range of a version that ends right above a line, if any."""
    return [first for first, (_, place) in version.items() if first + place.size == start]


def _credited(news: News, state: FileState, found: dict[int, tuple[_Range, int]]) -> FileState:
    """The state with the records' credits, each for one line: not while its code still stands.

    Of lines that read the same those count which stand among more others of the version.
    """
    runs = {
        line: LineRun(line, line, run.credit._replace(line=run.credit.line + line - run.start_line))
        for run in state.runs
        for line in range(run.start_line, run.end_line + 1)
    }
    mixed = {entry.line: entry for entry in state.mixed}
    taken = {
        (run.credit.origin.id, run.credit.line)
        for line, run in runs.items()
        if line not in found or not news.is_new(run.credit)
    }
    near = Counter(_alignment(line, *found[line]) for line in found)
    for line in sorted(found, key=lambda line: (-near[_alignment(line, *found[line])], line)):
        if line not in runs and line not in mixed:
            continue
        now = [runs[line].credit] if line in runs else [c for _, c in mixed[line].parts]
        place, at = found[line]
        then = place.credit._replace(line=place.credit.line + at)
        if place.version < 0:
            then = then._replace(last=Touch(now[0].last.id, now[0].last.kind, _RESTORED))
        parts = [credit for _, credit in place.parts] or [then]
        known = then.origin.id, then.line
        if known in taken or all(map(news.is_new, parts)) or not all(map(news.is_new, now)):
            continue
        taken.add(known)
        # A line is no older than its newest part.
        if not any(all(news.accepts(one, other) for other in parts) for one in now):
            continue
        runs.pop(line, None)
        mixed.pop(line, None)
        if place.parts:
            mixed[line] = MixedLine(line, place.parts)
        else:
            runs[line] = LineRun(line, line, then)
    return state._replace(runs=tuple(sorted(runs.values())), mixed=tuple(sorted(mixed.values())))


def _alignment(line: int, place: _Range, at: int) -> tuple[int, int]:
    """Which version a line is found in, and how far from where it stood there."""
    return place.version, line - place.start - at
