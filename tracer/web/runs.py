"""Lines of a file as runs of one origin: what the gutter says once stands beside many lines."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tracer.model.ids import short_id
from tracer.model.named_tuple import NamedTuple
from tracer.web.overview import contributor_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from tracer.vcs.commits import Commit

Json = dict[str, Any]


class Origin(NamedTuple):
    """A record or commit that lines come from. `key` names it in addresses."""

    key: str
    id: str
    kind: str
    intent: str | None
    who: str
    when: str
    what: str


class Run(NamedTuple):
    """Consecutive lines with one answer: `numbers` has theirs, a line each, anchors where asked.

    `source` is the number of the file the lines came from (0: this one), `is_mixed` says that
    several origins share them; `words` and `touched` are who last changed their words and who
    touched them last, where that is another.
    """

    numbers: Markup
    text: Markup
    origin: Origin
    method: str
    is_mixed: bool
    source: int
    words: Origin | None
    touched: Origin | None


_ANCHOR = Markup('<a id="{}L{}">{}</a>')
_NOBODY = Origin("", "", "unknown", None, "unknown", "", "")


def origins_of(
    documents: Iterable[Json], commit: Callable[[str], Commit | None]
) -> dict[str, Origin]:
    """The origins and later touches that `blame` documents name, by id; each with its own key.

    `commit` tells of a commit that only a touch names.
    """
    found: dict[str, Origin] = {}
    touches: dict[str, str] = {}
    taken: set[str] = set()

    def put(identity: str, *facts: Any) -> None:
        key = short_id(identity)
        key = identity if key in taken else key
        taken.add(key)
        found[identity] = Origin(key, identity, *facts)

    for document in documents:
        for line in document["lines"]:
            origin = line["origin"]
            identity = origin["id"]
            if identity and identity not in found:
                when = (origin.get("timestamp") or "")[:10]
                who, what = contributor_of(origin), origin.get("summary") or ""
                put(identity, origin["kind"], origin["intent_id"], who, when, what)
            for name in ("changed", "last"):
                touch = line.get(name) or {}
                if touch.get("id"):
                    touches.setdefault(touch["id"], touch.get("kind") or "")
    for identity in sorted(touches.keys() - found.keys()):
        told = commit(identity)
        if told is None:
            put(identity, touches[identity], None, "", "", "")
        else:
            facts = (told.intent_id, told.author, told.timestamp[:10], told.subject)
            put(identity, touches[identity], *facts)
    return found


def sources_of(document: Json) -> list[str]:
    """The other files that lines of a `blame` document came from, most lines first."""
    paths = Counter(line["origin"].get("path") for line in document["lines"])
    del paths[None], paths[document["path"]]
    return [path for path, _ in sorted(paths.items(), key=lambda item: (-item[1], item[0]))]


def runs_of(  # noqa: PLR0913 - a file, and what is known around it
    document: Json,
    paint: Callable[[int, int], Markup],
    *,
    count: int,
    asked: Collection[int],
    prefix: str,
    origins: Mapping[str, Origin],
) -> list[Run]:
    """The runs of the `count` lines of a file; the number of a line in `asked` is an anchor.

    `prefix` stands before `/L12` in anchors of a page that holds several files; `paint` makes the
    HTML of some lines. Cost: linear in the lines.
    """
    answers = {answer["line"]: answer for answer in document["lines"]}
    sources = {path: number for number, path in enumerate(sources_of(document), start=1)}
    before = f"{prefix}/" if prefix else ""

    def key(line: int) -> tuple[Any, ...]:
        return _facts(answers.get(line), sources, origins)

    def numbered(line: int) -> str | Markup:
        return _ANCHOR.format(before, line, line) if line in asked else str(line)

    runs = []
    for facts, members in groupby(range(1, count + 1), key=key):
        mine = list(members)
        numbers = Markup("\n").join(map(numbered, mine))
        runs.append(Run(numbers, paint(mine[0], mine[-1]), *facts))
    return runs


def _facts(
    answer: Json | None, sources: Mapping[str, int], origins: Mapping[str, Origin]
) -> tuple[Origin, str, bool, int, Origin | None, Origin | None]:
    """What the gutter says of a line."""
    if answer is None:
        return _NOBODY, "unknown", False, 0, None, None
    origin = answer["origin"]
    later: list[Origin | None] = []
    for name in ("changed", "last"):
        touched = (answer.get(name) or {}).get("id")
        is_other = touched and touched not in {origin["id"], *(one.id for one in later if one)}
        later.append(origins[touched] if touched and is_other else None)
    return (
        origins.get(origin["id"] or "", _NOBODY),
        answer["method"],
        answer["mixed"],
        sources.get(origin.get("path") or "", 0),
        later[0],
        later[1],
    )
