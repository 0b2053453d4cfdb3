"""`tracer blame --porcelain`: git blame's machine format, byte for byte in its layout.

A record has no commit id; its place is taken by the first 40 hex digits of the record's own
hash, which no commit of the repository has. An unknown origin is 40 zeros, git's way to say
"not committed yet".
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NO_COMMIT = "0" * 40
_PATHS = ("utf-8", "surrogateescape")


def porcelain_lines(
    document: dict[str, Any], texts: Sequence[bytes], *, repeat_headers: bool
) -> Iterator[bytes]:
    """The lines of `git blame --porcelain`, or of `--line-porcelain` with `repeat_headers`.

    `texts[i]` holds the bytes of line i + 1 without its line end.
    Source: git-blame(1), "THE PORCELAIN FORMAT"; we add the header lines `intent` and
    `method`, which readers of the format skip as unknown.
    """
    seen: dict[str, str] = {}
    rows = document["lines"]
    for i, row in enumerate(rows):
        origin = row["origin"]
        sha = origin_sha(origin)
        path = origin.get("path") or document["path"]
        group = _group_size(rows, i)
        size = f" {group}" if group else ""
        yield f"{sha} {origin.get('line') or row['line']} {row['line']}{size}\n".encode()
        if repeat_headers or sha not in seen:
            yield from _headers(origin)
        if repeat_headers or group:
            yield from _own_headers(row)
        if repeat_headers or seen.get(sha) != path:
            previous = origin.get("previous")
            if previous:
                yield f"previous {previous['id']} {_quoted(previous['path'])}\n".encode(*_PATHS)
            yield f"filename {_quoted(path)}\n".encode(*_PATHS)
        seen[sha] = path
        yield b"\t" + (texts[row["line"] - 1] if row["line"] <= len(texts) else b"") + b"\n"


def _quoted(path: str) -> str:
    """A path as git writes it (`core.quotePath` off): in C's quotes where it needs them."""
    if not any(char < " " or char in '"\\\x7f' for char in path):
        return path
    escapes = {"\t": "\\t", "\n": "\\n", '"': '\\"', "\\": "\\\\"}
    return (
        '"'
        + "".join(
            escapes.get(c) or (c if c >= " " and c != "\x7f" else f"\\{ord(c):03o}") for c in path
        )
        + '"'
    )


def origin_sha(origin: dict[str, Any]) -> str:
    """The 40 hex digits that stand for an origin."""
    if origin.get("kind") == "commit":
        return str(origin["id"])
    if origin.get("kind") == "record":
        digest = str(origin.get("record_hash") or origin["id"]).rpartition(":")[2]
        return digest.replace("-", "")[:40].ljust(40, "0")
    return NO_COMMIT


def _group_size(rows: list[dict[str, Any]], start: int) -> int:
    """Lines in the group that starts at `start`; 0 when none starts there."""
    if start and _continues(rows[start - 1], rows[start]):
        return 0
    end = start + 1
    while end < len(rows) and _continues(rows[end - 1], rows[end]):
        end += 1
    return end - start


def _continues(row: dict[str, Any], following: dict[str, Any]) -> bool:
    """Whether two lines are one group: neighbours here and in the version of their origin."""
    a, b = row["origin"], following["origin"]
    return bool(
        a.get("id") == b.get("id")
        and a.get("path") == b.get("path")
        and row["method"] == following["method"]
        and following["line"] == row["line"] + 1
        and (b.get("line") or following["line"]) == (a.get("line") or row["line"]) + 1
    )


def _headers(origin: dict[str, Any]) -> Iterator[bytes]:
    """What git says once about a commit."""
    contributor = origin.get("contributor") or {}
    name = contributor.get("name") or contributor.get("model_identifier")
    if not name:
        name = "Not Committed Yet" if origin.get("kind") == "unknown" else "unknown"
    mail = origin.get("email") or "not.committed.yet"
    summary = origin.get("summary") or f"{origin.get('kind', 'unknown')} {origin.get('id') or ''}"
    author = {"name": name, "email": mail, "timestamp": origin.get("timestamp")}
    for role, who in (("author", author), ("committer", origin.get("committer") or author)):
        seconds, zone = _git_time(who["timestamp"])
        yield f"{role} {_shown(who['name'])}\n{role}-mail <{_shown(who['email'])}>\n".encode()
        yield f"{role}-time {seconds}\n{role}-tz {zone}\n".encode()
    yield f"summary {_shown(summary.strip())}\n".encode()
    if origin.get("boundary"):
        yield b"boundary\n"


def _shown(text: Any) -> str:
    """A header's text with no character in it that steers a terminal or ends the header."""
    return "".join(char if char.isprintable() else "?" for char in str(text))


def _own_headers(row: dict[str, Any]) -> Iterator[bytes]:
    """What git cannot say; `filename` stays the last header, as readers of git expect."""
    if row["origin"].get("intent_id"):
        yield f"intent {_shown(row['origin']['intent_id'])}\n".encode()
    yield f"method {row['method']}\n".encode()


def _git_time(timestamp: str | None) -> tuple[int, str]:
    """Seconds since 1970 and git's `+0100` for an RFC 3339 time."""
    if not timestamp:
        return 0, "+0000"
    moment = datetime.fromisoformat(timestamp)
    return int(moment.timestamp()), moment.strftime("%z") or "+0000"
