"""History's answer where history stopped, taken on by the ledger: leaf by leaf.

History ends at a commit whose bytes the ledger knows, and says of each leaf which line of that
version it stood in. The leaves of a line may have several origins there; a leaf takes that of
the leaf it was, which its text tells.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from tracer.history.bracket_lines import OPENING
from tracer.lineage import Segments, expand, touched
from tracer.matching.sequences import common_pairs
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple
from tracer.queries.credits import credits_by_line, parts_by_line
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.queries.credits import Parts


_OF_COMMITS = frozenset({SourceKind.COMMIT, SourceKind.BASELINE})


def is_of_commit(credit: Credit) -> bool:
    """Whether a credit names a commit: the one that wrote code, or where a shallow history ends."""
    kind = credit.origin.kind
    return kind in _OF_COMMITS or (kind is SourceKind.UNKNOWN and bool(credit.origin.id))


class _Base(NamedTuple):
    """A version history stopped at: by line its leaves (text, credit), and the lines' owners."""

    leaves: dict[int, list[tuple[bytes, Credit]]]
    owners: dict[int, Credit]


def joined(
    state: FileState,
    text: bytes,
    known: Callable[[str, str], tuple[bytes, FileState] | None],
    when: Callable[[str, Credit], float],
    told: tuple[Callable[[Credit], bool], Callable[[Credit], Credit]],
) -> FileState:
    """`state`, which is history's of `text`, with the ledger's credits where it has any.

    `known` has the text and state of a file at a commit; `when` is the moment of what a credit
    names, which decides for leaves that were respelled. `told` says of a credit whether the ledger
    knows no writer of it, so that it stays the commit's, and puts in who took code away beside it.
    Cost: a parse of `text` and of each version history stopped at.
    """
    bases: dict[tuple[str, str], _Base | None] = {}
    is_nobodys, with_cut = told

    def base_of(credit: Credit) -> _Base | None:
        place = (credit.origin.id, credit.origin.path)
        if place not in bases:
            found = known(*place)
            bases[place] = _base(place[1], *found, when) if found is not None else None
        return bases[place]

    now = _texts_by_line(Segments(parse(text, path=state.path)))
    runs: list[LineRun] = []
    mixed: list[MixedLine] = []
    for line, older in sorted(parts_by_line(state).items()):
        parts = older
        if any(is_of_commit(credit) for _, credit in older):
            parts = [(leaves, with_cut(credit)) for leaves, credit in older]
            parts = _line(parts, now.get(line, []), base_of, is_nobodys)
        if len(parts) == 1:
            runs.append(LineRun(line, line, parts[0][1]))
        else:
            mixed.append(MixedLine(line, tuple(parts)))
    return state._replace(runs=tuple(runs), mixed=tuple(mixed))


def _base(path: str, text: bytes, state: FileState, when: Callable[[str, Credit], float]) -> _Base:
    segments = Segments(parse(text, path=path))
    leaves: dict[int, list[tuple[bytes, Credit]]] = {}
    for index, credit in enumerate(expand(state, segments)):
        leaves.setdefault(segments.line[index], []).append((segments.text(index), credit))
    return _Base(leaves, dict(credits_by_line(state, when)))


def _texts_by_line(segments: Segments) -> dict[int, list[bytes]]:
    found: dict[int, list[bytes]] = {}
    for index in range(len(segments)):
        found.setdefault(segments.line[index], []).append(segments.text(index))
    return found


def _line(
    parts: Parts,
    texts: Sequence[bytes],
    base_of: Callable[[Credit], _Base | None],
    is_nobodys: Callable[[Credit], bool],
) -> Parts:
    """The parts of one line, joined; `texts` are its leaves now."""
    if len(parts) == 1:
        parts = [(max(1, len(texts)), parts[0][1])]
    credits_ = [credit for leaves, credit in parts for _ in range(leaves)]
    is_known = len(credits_) == len(texts)  # else a blank line, or another grammar's leaves
    found = list(credits_)
    for place in {(credit.origin, credit.line): credit for credit in credits_}.values():
        base = base_of(place) if is_of_commit(place) else None
        owner = base.owners.get(place.line) if base is not None else None
        if base is None or owner is None:
            continue
        mine = [i for i, c in enumerate(credits_) if (c.origin, c.line) == place[:2]]
        partner: dict[int, Credit] = {}
        there = base.leaves.get(place.line, [])
        if is_known:
            spelled = [one for one, _ in there]
            # A closing bracket alone on its line has the credit of the opening one.
            wanted = [
                t if t in spelled else OPENING.get(t, t) for t in map(texts.__getitem__, mine)
            ]
            pairs = common_pairs(spelled, wanted)
            partner = {mine[j]: there[i][1] for i, j in pairs}
        for i in mine:
            theirs = partner.get(i, owner)
            if not is_nobodys(theirs):
                found[i] = _taken_on(credits_[i], theirs)
    return [(len(list(group)), credit) for credit, group in groupby(found)]


def _taken_on(credit: Credit, found: Credit) -> Credit:
    """The ledger's credit of a leaf, with what history saw happen to it since."""
    if found.origin.id == credit.origin.id:
        return credit
    if found.method is Method.OBSERVED:
        found = found._replace(method=Method.CARRIED)
    passed_by = credit.last.id == credit.origin.id
    return found if passed_by else touched(found, credit.last)
