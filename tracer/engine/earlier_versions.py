"""The memory of a clone: code that was deleted, or rebased away, is known again when it returns.

The index remembers, for each version a change passed through, which lines came with it or went
from it. When a change brings lines that an earlier version had, and that stand nowhere now, that
version is matched with the files as they are: what it knew keeps the origin it had there, under
whatever name or path it returns. Lines that do stand elsewhere make a copy, which remembers its
source.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.engine.linesums import checksum, checksums, line_changes
from tracer.engine.other_clones import recall_by_hash
from tracer.engine.values import Earlier, News
from tracer.lineage import CUT, Library, Original, baseline, carry, mark_copies, reattribute
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import SourceKind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from tracer.ledger import Index, Sighting
    from tracer.lineage import Maker
    from tracer.model.attribution import Credit, FileState, Touch
    from tracer.model.changes import ChangeSet as Changes

_MOST_VERSIONS = 3  # earlier versions that one change is compared with
_MOST_SIGHTINGS = 24  # versions whose lines are looked at
_TELLING = 6  # words of lines that came back to another file
_LARGEST = 1 << 20  # bytes of texts matched once more

_WORD = re.compile(rb"\w+")


def remember(
    index: Index,
    change_set: Changes,
    before: Mapping[str, FileState],
    after: Mapping[str, FileState],
) -> None:
    """Keep which lines a change brought and took, and the versions that had them."""
    gone, come = line_changes(change_set)
    for change in change_set.files:
        if change.before_path is not None and change.before is not None:
            lines, state = gone[change.before_path], before[change.before_path]
            if not index.has_lines_of(change.before_path):
                lines = checksums(change.before)  # what the first version had is known as well
            if lines:
                index.put_text(state.content, change.before)
                index.put_lines(state.content, change.before_path, _revision(state), lines)
        if change.after_path is not None and change.after_path in after:
            content = after[change.after_path].content
            index.put_lines(content, change.after_path, None, come[change.after_path])


def recall(index: Index, news: News, earlier: Sequence[Earlier] = ()) -> dict[str, FileState]:
    """The states that change, because new code in them was known before; by path.

    `earlier` are versions to look at in any case: git holds them, so what they knew returns,
    whoever asks.
    Cost: a look-up for each new line; for each of at most three versions that had new lines
    which stand nowhere else, one match with the files concerned.
    """
    fresh = _fresh(news)
    if not fresh:
        return {}
    alive = _Alive(index, _with_cuts(news))
    changed: dict[str, FileState] = {}
    kept = news._replace(accepts=_accept)
    for version in earlier:
        changed |= _recall_from(kept, changed, version, list(fresh), alive)
    news = news._replace(states={**news.states, **changed})
    fresh = _fresh(news)
    wanted: set[int] = set().union(*fresh.values())
    scored = []
    sightings = index.sightings(wanted)[:_MOST_SIGHTINGS]
    standing = alive.lines(sighting.path for sighting in sightings)
    for age, sighting in enumerate(sightings):
        lost = sighting.lines - standing
        if lost:
            scored.append((-len(lost), age, sighting, lost))
    found: set[int] = set()
    tried = 0
    for _, _, sighting, lost in sorted(scored, key=lambda item: item[:2]):
        past = _version(index, news, sighting) if tried < _MOST_VERSIONS else None
        if past is None or lost <= found:
            continue
        paths = [path for path, new in fresh.items() if new & sighting.lines]
        # Another file's line that reads the same is a coincidence; several lines are not.
        if sighting.path in paths or _words(news, paths, lost) >= _TELLING:
            tried += 1
            changed |= _recall_from(news, changed, past, paths, alive)
            found |= lost
    news = news._replace(states={**news.states, **changed})
    return changed | recall_by_hash(index, news)


def _fresh(news: News) -> dict[str, set[int]]:
    """Checksums of the lines, by path, that hold new code or lost some."""
    wide = _with_cuts(news)
    return {path: lines for path in news.states if (lines := _new_lines(wide, path))}


def _with_cuts(news: News) -> News:
    """The news with what the maker only took code from among the new code."""
    is_cut = _is_cut_by(news.maker)
    return news._replace(is_new=lambda credit: news.is_new(credit) or is_cut(credit))


def copies(
    index: Index, news: News, originals: Mapping[str, tuple[bytes, FileState]]
) -> dict[str, FileState]:
    """The states that change, because new code in them repeats code that stands elsewhere.

    `originals` are texts besides those the index knows, by path, with their states.
    """
    changed: dict[str, FileState] = {}
    known_texts = Library([Original(p, text, known) for p, (text, known) in originals.items()])
    for path, state in news.states.items():
        lines = _new_lines(news, path)
        if not lines:
            continue
        more: dict[str, Original] = {}
        for sighting in index.sightings(lines)[:_MOST_SIGHTINGS]:
            for place in (sighting.path, *index.successors(sighting.path)):
                text = news.read(place)
                if text is None or place in originals or place in more:
                    continue
                known = index.state(content_of(text), place, elsewhere=never)
                if known is not None and place not in news.states:
                    more[place] = Original(place, text, known)
        library = Library(list(more.values()), known_texts)
        marked = mark_copies(state, news.trees[path], library, news.is_new)
        if marked != state:
            changed[path] = marked
    return changed


class _Alive:
    """The lines that stand in files now and are not new there."""

    def __init__(self, index: Index, news: News) -> None:
        self._index = index
        self._news = news
        self._lines = {path: _old_lines(news, path) for path in news.texts}
        self._texts = dict(news.texts)

    def lines(self, paths: Iterable[str]) -> set[int]:
        """Those of the changed files, and of the files at `paths` or where they moved to."""
        for path in paths:
            for place in (path, *self._index.successors(path)):
                text = None if place in self._lines else self._news.read(place)
                if text is not None:
                    self._texts[place] = text
                    self._lines[place] = checksums(text)
        return set().union(*self._lines.values())

    def texts_with(self, lines: Collection[int]) -> dict[str, bytes]:
        """The files that hold any of these lines, by path."""
        wanted = set(lines)
        return {path: self._texts[path] for path, own in self._lines.items() if own & wanted}


def never(_path: str, _record: str) -> bool:
    """No other path counts: only what was recorded at the very path is asked for."""
    return False


def _accept(_new: Credit, _known: Credit) -> bool:
    return True


def _version(index: Index, news: News, sighting: Sighting) -> Earlier | None:
    """The version a sighting tells of, if its text is still kept."""
    text = index.text(sighting.content)
    if text is None:
        return None
    state = index.state(
        sighting.content, sighting.path, elsewhere=lambda other, _: news.read(other) is None
    )
    if state is None:
        lines = text.count(b"\n") + (not text.endswith(b"\n") if text else 0)
        state = baseline(sighting.path, sighting.content, lines, sighting.revision)
    return Earlier(sighting.path, text, state._replace(path=sighting.path))


def _recall_from(
    news: News,
    changed: Mapping[str, FileState],
    version: Earlier,
    paths: list[str],
    alive: _Alive,
) -> dict[str, FileState]:
    """What matching one earlier version with the files at `paths` tells."""
    # What the version's code still stands as anywhere is no news elsewhere.
    alive.lines([version.path])
    after = alive.texts_with(checksums(version.text))
    after |= {path: news.texts[path] for path in paths}
    if len(version.text) + sum(map(len, after.values())) > _LARGEST:
        return {}
    from tracer.classify import whose  # noqa: PLC0415 - 25 ms that most questions do not need

    mapping = match(ChangeSet.from_texts({version.path: version.text}, after))
    found = whose(mapping, closed_world=True)
    whole = carry(
        mapping,
        {version.path: version.state},
        {path: content_of(now) for path, now in after.items()},
        news.maker,
        kept=found.kept,
        rules=found.rules,
        removed=found.removed,
    )
    current = {path: changed.get(path, news.states[path]) for path in after if path in news.states}
    return reattribute(
        current, whole, news.trees, news.is_new, _restored, news.accepts, _is_cut_by(news.maker)
    )


def _is_cut_by(maker: Maker) -> Callable[[Credit], bool]:
    """Says of a credit that the maker's only trace is what it took away beside."""
    touch = maker.touch(CUT)
    return lambda credit: credit.last == touch


def _restored(credit: Credit) -> Touch:
    """The last touch of code that came back by the change that new code is credited to."""
    return credit.last._replace(rule="restored")


def _new_lines(news: News, path: str) -> set[int]:
    """Checksums of the lines of a file that hold new code."""
    numbers = _new_numbers(news, path)
    lines = news.texts[path].split(b"\n") if numbers else []
    found = (checksum(lines[number - 1]) for number in numbers if number <= len(lines))
    return {value for value in found if value is not None}


def _old_lines(news: News, path: str) -> set[int]:
    """Checksums of the other lines of a file; the same text may stand in both."""
    numbers = _new_numbers(news, path) if path in news.states else set()
    lines = news.texts[path].split(b"\n")
    return checksums(b"\n".join(line for n, line in enumerate(lines, 1) if n not in numbers))


def _new_numbers(news: News, path: str) -> set[int]:
    """The lines of a file that hold new code."""
    state, is_new = news.states[path], news.is_new
    numbers = {entry.line for entry in state.mixed if any(is_new(part) for _, part in entry.parts)}
    for run in state.runs:
        if is_new(run.credit):
            numbers.update(range(run.start_line, run.end_line + 1))
    return numbers


def _words(news: News, paths: Iterable[str], lines: Collection[int]) -> int:
    """How many words the lines with these checksums have, each counted once."""
    wanted, count = set(lines), 0
    for path in paths:
        for line in news.texts[path].split(b"\n"):
            value = checksum(line)
            if value in wanted:
                wanted.remove(value)
                count += len(_WORD.findall(line))
    return count


def _revision(state: FileState) -> str | None:
    """The commit a state without a record rests on."""
    for run in state.runs:
        if run.credit.origin.kind is SourceKind.BASELINE:
            return run.credit.origin.id
    return None
