"""A file's attribution as a `files[]` entry of a record, and back, without loss.

Three lists hold it: `conversations[0].ranges` the lines whose origin is the record itself,
`carried` the lines whose origin is elsewhere, `mixed` the lines whose tokens differ. The latter
two name credits by their place in `credits`, where each stands once: an entry holds a whole
file's attribution, and a few credits make up most of it. (An entry that named the one before it
would be smaller still, but a cherry-picked record would come without it.) What follows from the
entry is left out: an origin's kind where it is a record, its path where it is the file's own,
its line where the line has not moved, an empty rule. Entries that spell every credit out, as
they once were written, are read as well.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from tracer.model.attribution import Copied, Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

JsonObject = dict[str, Any]

_DIGITS = 8  # of a line's hash in `line_hashes`

_BLANK = lazy_pattern(rb"(?m)^[ \t]+$")
_INDENT = lazy_pattern(rb"(?m)^[ \t]*(?=[^ \t\n])")


def content_hash(lines: bytes, salt: bytes = b"") -> str:
    r"""`sha256:<hex>` of the text of some lines, the same wherever they stand.

    The text is normalised in this order, on bytes:
    1. every CR LF becomes LF;
    2. a last line without LF gets one;
    3. a line of only spaces and tabs becomes empty;
    4. the longest run of spaces and tabs that all lines that are not empty begin with is
       removed from each of them (a tab equals a tab only).
    The hash is over those bytes. Nothing is decoded: text that is UTF-8 is hashed as UTF-8,
    other bytes as they are. With `salt` it is keyed, `hmac-sha256:<hex>`: a plain hash of a short
    line can be guessed by trying.
    """
    text = lines.replace(b"\r\n", b"\n")
    if text and not text.endswith(b"\n"):
        text += b"\n"
    text = _BLANK.sub(b"", text)
    indents = _INDENT.findall(text)
    if indents:
        common = _common_prefix(min(indents), max(indents))
        if common:
            text = re.sub(rb"(?m)^" + common, b"", text)
    if salt:
        import hmac  # noqa: PLC0415 - few ledgers are salted

        return f"hmac-sha256:{hmac.digest(salt, text, 'sha256').hex()}"
    return f"sha256:{hashlib.sha256(text).hexdigest()}"


def line_hashes(lines: Iterable[bytes], salt: bytes = b"") -> str:
    """The first eight digits of each line's `content_hash`, one after another."""
    return "".join(content_hash(line + b"\n", salt).partition(":")[2][:_DIGITS] for line in lines)


def split_hashes(hashes: str) -> list[str]:
    """What `line_hashes` put one after another."""
    return [hashes[at : at + _DIGITS] for at in range(0, len(hashes), _DIGITS)]


def _common_prefix(first: bytes, last: bytes) -> bytes:
    """The common prefix of all strings of which these are the smallest and the greatest."""
    length = 0
    while length < len(first) and first[length] == last[length]:
        length += 1
    return first[:length]


def coalesce(state: FileState) -> FileState:
    """`state` with runs sorted, and neighbours joined where one credit continues the other."""
    joined: list[LineRun] = []
    for run in sorted(state.runs):
        if joined and _continues(joined[-1], run):
            joined[-1] = joined[-1]._replace(end_line=run.end_line)
        else:
            joined.append(run)
    return state._replace(runs=tuple(joined), mixed=tuple(sorted(state.mixed)))


def _continues(run: LineRun, following: LineRun) -> bool:
    lines = run.end_line + 1 - run.start_line
    return following.start_line == run.end_line + 1 and following.credit == run.credit._replace(
        line=run.credit.line + lines
    )


def state_to_json(
    state: FileState, record_id: str, text: bytes, *, salt: bytes = b""
) -> JsonObject:
    """The parts of a `files[]` entry that `state` fills; `text` is the file after the change.

    `conversations` has one element with `ranges` alone: the caller adds url, contributor and
    related. Cost: linear in the lines (they are hashed).
    Raises: ValueError when a run reaches beyond `text`.
    """
    lines = text.split(b"\n")
    ranges: list[JsonObject] = []
    carried: list[JsonObject] = []
    table = _Table(state.path)
    for run in _with_places(coalesce(state).runs):
        if run.end_line > len(lines):
            raise ValueError(f"{state.path}: run {run.start_line}-{run.end_line} is beyond the end")
        entry = {
            "start_line": run.start_line,
            "end_line": run.end_line,
            "content_hash": content_hash(
                b"\n".join(lines[run.start_line - 1 : run.end_line]) + b"\n", salt
            ),
        }
        if run.credit.origin.id == record_id and run.credit.origin.kind is SourceKind.RECORD:
            if run.end_line > run.start_line:
                entry["line_hashes"] = line_hashes(lines[run.start_line - 1 : run.end_line], salt)
            ranges.append(entry | _own_to_json(run.credit, state.path, run.start_line, record_id))
            continue
        entry["credit"] = table.place(run.credit)
        if run.credit.line != run.start_line:
            entry["origin_line"] = run.credit.line
        carried.append(entry)
    document: JsonObject = {
        "relative_path": state.path,
        "after": state.content,
        "conversations": [{"ranges": ranges}],
    }
    if carried:
        document["carried"] = carried
    if state.mixed:
        document["mixed"] = [
            _mixed_to_json(entry, table, content_hash(lines[entry.line - 1] + b"\n", salt))
            for entry in sorted(state.mixed)
        ]
    if table.credits:
        document["credits"] = table.credits
    return document


def _with_places(runs: Iterable[LineRun]) -> Iterator[LineRun]:
    """The runs; where a copy's source would be above its file's first line, without a source.

    Blank lines above a copy go with it, and more of them may stand there than above the source.
    """
    for run in runs:
        copied = run.credit.copied
        above = 0 if copied is None else 1 - run.credit.line - copied.offset
        if above <= 0:
            yield run
            continue
        last = min(run.end_line, run.start_line + above - 1)
        yield LineRun(run.start_line, last, run.credit._replace(copied=None))
        if last < run.end_line:
            line = run.credit.line + above
            yield LineRun(last + 1, run.end_line, run.credit._replace(line=line))


def state_from_json(entry: JsonObject, record_id: str) -> FileState:
    """The state that a `files[]` entry of the record `record_id` holds.

    The entry is valid by the schema and its `after` is not null.
    """
    path = entry["relative_path"]
    runs = [
        _run(item, path, record_id)
        for conversation in entry["conversations"]
        for item in conversation["ranges"]
    ]
    if "credits" not in entry:
        runs += [_run(item, path, record_id) for item in entry.get("carried", ())]
        mixed = tuple(_mixed(item, path, record_id) for item in entry.get("mixed", ()))
        return FileState(path, entry["after"], tuple(sorted(runs)), mixed)
    table = [_credit(_moved(item, 0), path, 0, record_id) for item in entry["credits"]]
    for item in entry.get("carried", ()):
        start = item["start_line"]
        credit = table[item["credit"]]._replace(line=item.get("origin_line", start))
        runs.append(LineRun(start, item["end_line"], credit))
    mixed = tuple(
        MixedLine(
            item["line"],
            tuple(
                (leaves, table[place]._replace(line=line[0] if line else item["line"]))
                for leaves, place, *line in item["parts"]
            ),
        )
        for item in entry.get("mixed", ())
    )
    return FileState(path, entry["after"], tuple(sorted(runs)), mixed)


def origins(entry: JsonObject, record_id: str) -> set[str]:
    """Ids of every record and commit that lines of a `files[]` entry originate in."""
    if "credits" in entry:
        found = {credit["origin"] for credit in entry["credits"]}
    else:
        found = {item["origin"] for item in entry.get("carried", ())}
        found.update(part["origin"] for item in entry.get("mixed", ()) for part in item["parts"])
    if any(conversation["ranges"] for conversation in entry["conversations"]):
        found.add(record_id)
    return found


def spelled_out(entry: JsonObject) -> JsonObject:
    """A `files[]` entry whose `carried` and `mixed` hold their credits themselves."""
    table = entry.get("credits")
    if table is None:
        return entry
    long = {key: value for key, value in entry.items() if key != "credits"}
    if "carried" in entry:
        long["carried"] = [
            {**item, **_moved(table[item["credit"]], item.get("origin_line", item["start_line"]))}
            for item in entry["carried"]
        ]
    if "mixed" in entry:
        long["mixed"] = [
            {
                **item,
                "parts": [
                    {"leaves": leaves, **_moved(table[place], *line or (item["line"],))}
                    for leaves, place, *line in item["parts"]
                ],
            }
            for item in entry["mixed"]
        ]
    return long


def _moved(credit: JsonObject, line: int) -> JsonObject:
    """A credit of the table as that of one line: its own, and its copy's, spelled out."""
    long = {**credit, "origin_line": line}
    copied = credit.get("copied_from")
    if copied is not None:
        rest = {key: value for key, value in copied.items() if key != "offset"}
        long["copied_from"] = {**rest, "line": line + copied["offset"]}
    return long


class _Table:
    """The credits of one entry, each once, in the order they are first used."""

    def __init__(self, path: str) -> None:
        self.credits: list[JsonObject] = []
        self._path = path
        self._places: dict[Credit, int] = {}

    def place(self, credit: Credit) -> int:
        """Where a credit, whatever its line, stands in the table."""
        known = credit._replace(line=0)
        if known not in self._places:
            self._places[known] = len(self.credits)
            self.credits.append(_credit_to_json(credit, self._path))
        return self._places[known]


def _mixed_to_json(mixed: MixedLine, table: _Table, digest: str) -> JsonObject:
    parts = [
        [leaves, table.place(credit), *([] if credit.line == mixed.line else [credit.line])]
        for leaves, credit in mixed.parts
    ]
    return {"line": mixed.line, "parts": parts, "content_hash": digest}


def _own_to_json(credit: Credit, path: str, line: int, own: str) -> JsonObject:
    """The fields of a credit that are not what a new line of the record `own` has."""
    entry: JsonObject = {}
    if credit.origin.path != path:
        entry["origin_path"] = credit.origin.path
    if credit.line != line:
        entry["origin_line"] = credit.line
    if credit.last.id != own:
        entry["last"] = credit.last.id
    entry |= _touch_to_json(credit)
    if credit.copied is not None:
        copied = _copied_to_json(credit.copied)
        offset = copied.pop("offset")
        entry["copied_from"] = {**copied, "line": credit.line + offset}
    return entry


def _credit_to_json(credit: Credit, path: str) -> JsonObject:
    """The fields of a credit but its line."""
    entry: JsonObject = {"origin": credit.origin.id}
    if credit.origin.kind is not SourceKind.RECORD:
        entry["origin_kind"] = str(credit.origin.kind)
    if credit.origin.path != path:
        entry["origin_path"] = credit.origin.path
    entry["last"] = credit.last.id
    entry |= _touch_to_json(credit)
    if credit.copied is not None:
        entry["copied_from"] = _copied_to_json(credit.copied)
    return entry


def _touch_to_json(credit: Credit) -> JsonObject:
    """How a credit is known, and what was done to it last."""
    entry: JsonObject = {}
    if credit.last.kind is not SourceKind.RECORD:
        entry["last_kind"] = str(credit.last.kind)
    if credit.last.rule:
        entry["last_rule"] = credit.last.rule
    entry["method"] = str(credit.method)
    return entry


def _copied_to_json(copied: Copied) -> JsonObject:
    """The source of a copy, and how far below the credit's line its own is."""
    entry: JsonObject = {"origin": copied.source.id}
    if copied.source.kind is not SourceKind.RECORD:
        entry["origin_kind"] = str(copied.source.kind)
    if copied.source.path != copied.path:
        entry["origin_path"] = copied.source.path
    return entry | {"path": copied.path, "offset": copied.offset}


def _run(item: JsonObject, path: str, record_id: str) -> LineRun:
    start = item["start_line"]
    return LineRun(start, item["end_line"], _credit(item, path, start, record_id))


def _mixed(item: JsonObject, path: str, record_id: str) -> MixedLine:
    line = item["line"]
    parts: Iterable[tuple[int, Credit]] = (
        (part["leaves"], _credit(part, path, line, record_id)) for part in item["parts"]
    )
    return MixedLine(line, tuple(parts))


_KINDS = {str(kind): kind for kind in SourceKind}
_METHODS = {str(method): method for method in Method}


def _credit(item: JsonObject, path: str, line: int, record_id: str) -> Credit:
    get = item.get
    origin_line = get("origin_line", line)
    return Credit(
        Source(
            get("origin", record_id),
            _KINDS[get("origin_kind", "record")],
            get("origin_path", path),
        ),
        origin_line,
        Touch(get("last", record_id), _KINDS[get("last_kind", "record")], get("last_rule", "")),
        _METHODS[get("method", "observed")],
        _copied(item["copied_from"], origin_line) if "copied_from" in item else None,
    )


def _copied(item: JsonObject, line: int) -> Copied:
    path: str = item["path"]
    kind = _KINDS[item.get("origin_kind", "record")]
    source = Source(item["origin"], kind, item.get("origin_path", path))
    return Copied(source, path, item["line"] - line)
