"""Commits and their trailers, parsed from git's own object format."""

from __future__ import annotations

import re
import time

from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

_PERSON = lazy_pattern(r"^(.*?) ?<([^>]*)>(?: (-?\d+) ([+-]\d{4}))?$")
_TRAILER = lazy_pattern(r"^([A-Za-z0-9][A-Za-z0-9-]*)[ \t]*:[ \t]*(.*)$")
_ANYWHERE = lazy_pattern(
    r"^(co-authored-by|generated-by|assisted-by)[ \t]*:[ \t]*(.+)$", re.IGNORECASE | re.MULTILINE
)
_YEAR_1, _YEAR_9999 = -62_135_596_800, 253_402_300_799
_GENERATED = ("signed-off-by: ", "(cherry picked from commit ")


class Commit(NamedTuple):
    """One commit. `timestamp` is the author's, RFC 3339; `time` the committer's, Unix seconds.

    `committer` is (name, e-mail, RFC 3339 time).
    `trailers` are (lower-case key, value) in the order of the message.
    """

    id: str
    tree: str
    parents: tuple[str, ...]
    author: str
    email: str
    timestamp: str
    time: int
    message: str
    trailers: tuple[tuple[str, str], ...] = ()
    committer: tuple[str, str, str] = ("", "", "")

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.lstrip("\n").partition("\n")[0]

    def values(self, key: str) -> list[str]:
        """The values of all trailers of that key, case ignored."""
        return [value for name, value in self.trailers if name == key.lower()]

    @property
    def intent_id(self) -> str | None:
        """The one intent the commit cites; None when it cites none, or several.

        A squash of several intents does not say which line serves which.
        """
        cited = set(self.values("intent"))
        return cited.pop() if len(cited) == 1 else None


def parse_commit(sha: str, raw: bytes) -> Commit:
    """The commit in `raw`, as `git cat-file commit` prints it.

    Unknown headers are skipped; text that is not in the declared encoding keeps replacement
    characters, since history cannot be corrected.
    """
    header, _, body = raw.partition(b"\n\n")
    fields: dict[str, list[str]] = {}
    for line in header.decode("utf-8", "replace").split("\n"):
        if not line.startswith(" "):  # continuation of a signature
            key, _, value = line.partition(" ")
            fields.setdefault(key, []).append(value)
    encoding = fields.get("encoding", ["utf-8"])[0]
    message = _decode(body, encoding)
    author = _header_line(header, b"author ", encoding)
    committer = _header_line(header, b"committer ", encoding)
    name, email, timestamp, _time = _person(author)
    return Commit(
        id=sha,
        tree=fields.get("tree", [""])[0],
        parents=tuple(fields.get("parent", ())),
        author=name,
        email=email,
        timestamp=timestamp,
        time=_person(committer)[3],
        committer=_person(committer)[:3],
        message=message,
        trailers=parse_trailers(message),
    )


def parse_trailers(message: str) -> tuple[tuple[str, str], ...]:
    """The trailers of a commit message as (lower-case key, value).

    The last paragraph counts when every line is a trailer, or when git would accept it (one
    line git writes itself, and at least a quarter trailers). Lines that name an agent count
    anywhere: a squash merge leaves them in the middle of the message.
    Source: git-interpret-trailers(1); we do not read `trailer.*` configuration.
    """
    body = message.rstrip()
    paragraphs = re.split(r"\n[ \t]*\n", body)
    found: list[tuple[str, str]] = []
    block = paragraphs[-1].split("\n") if len(paragraphs) > 1 else []
    if block and _is_trailer_block(block):
        for line in block:
            match = _TRAILER.match(line)
            if match:
                found.append((match[1].lower(), match[2].strip()))
            elif line[:1] in " \t" and found:
                key, value = found[-1]
                found[-1] = (key, f"{value} {line.strip()}")
    known = set(found)
    for match in _ANYWHERE.finditer(body):
        entry = (match[1].lower(), match[2].strip())
        if entry not in known:
            known.add(entry)
            found.append(entry)
    return tuple(found)


def split_person(text: str) -> tuple[str, str]:
    """(name, e-mail) of `Name <mail>`; the whole text is the name when there is no address."""
    match = _PERSON.match(text.strip())
    return (match[1], match[2]) if match else (text.strip(), "")


def _is_trailer_block(lines: list[str]) -> bool:
    """Whether a last paragraph is a trailer block."""
    trailers = others = 0
    generated = False
    for line in lines:
        if line[:1] in (" ", "\t"):
            continue
        if line.lower().startswith(_GENERATED):
            generated = True
            trailers += 1
        elif _TRAILER.match(line):
            trailers += 1
        else:
            others += 1
    return trailers > 0 and (others == 0 or (generated and trailers * 3 >= others))


def _header_line(header: bytes, key: bytes, encoding: str) -> str:
    """The value of one header line in the commit's encoding."""
    for line in header.split(b"\n"):
        if line.startswith(key):
            return _decode(line[len(key) :], encoding)
    return ""


def _decode(raw: bytes, encoding: str) -> str:
    """Text in the declared encoding; UTF-8 where Python does not know it."""
    try:
        return raw.decode(encoding, "replace")
    except LookupError:
        return raw.decode("utf-8", "replace")


def _person(line: str) -> tuple[str, str, str, int]:
    """(name, e-mail, RFC 3339 time, Unix seconds) of an author or committer line."""
    match = _PERSON.match(line)
    if match is None:
        return line.strip(), "", "1970-01-01T00:00:00Z", 0
    seconds = int(match[3] or 0)
    return match[1], match[2], _rfc3339(seconds, match[4] or "+0000"), seconds


def _rfc3339(seconds: int, zone: str) -> str:
    """A moment in the author's own zone; years outside 1 to 9999 (broken clocks) are cut."""
    minutes = int(zone[1:3]) * 60 + int(zone[3:5])
    shift = -minutes if zone[0] == "-" else minutes
    local = max(_YEAR_1, min(seconds + shift * 60, _YEAR_9999))
    suffix = f"{zone[:3]}:{zone[3:]}" if minutes else "Z"
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(local)) + suffix
