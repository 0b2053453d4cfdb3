"""The address of each view, in each of the three shells.

A view is named by its kind and key (`file`, `src/a.py`), so its address is the same after a
rebuild. One file: a fragment, `#file/src/a.py`. A directory: a file of its own. A server: a path.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from typing import Protocol
from urllib.parse import quote

from tracer.web.visible import visible

_PLAIN = re.compile(r"[a-z0-9_.\-/]*")
_ODD = re.compile(r"[^A-Za-z0-9_.\-/]+")
_LONGEST = 120  # characters of a file name made from a key


class Addresses(Protocol):
    """How views refer to each other. `asked` are the lines that some view links to.

    `is_one_file`: all views share a document. `is_live`: each is made when somebody asks.
    """

    asked: dict[str, set[int]]
    is_one_file: bool
    is_live: bool

    def href(self, kind: str, key: str = "") -> str:
        """The address of a view, for an `href`."""

    def line(self, path: str, line: int) -> str:
        """The address of a line of a file."""

    def origin(self, key: str) -> str:
        """The address of an origin, in the document of the lines that have it."""


def identifier(kind: str, key: str = "") -> str:
    """The `id` of a view's element; in one file it is the address as well.

    A key with characters that nobody sees is shown with signs for them, and gets a part of its
    digest, so that no other key has the same id.
    """
    if not key:
        return kind
    shown = visible(key)
    return f"{kind}/{shown}" if shown == key else f"{kind}/{shown}~{_digest(key)}"


class _Base:
    is_one_file = False
    is_live = False

    def __init__(self) -> None:
        self.asked: dict[str, set[int]] = {}

    def href(self, kind: str, key: str = "") -> str:
        raise NotImplementedError

    def line(self, path: str, line: int) -> str:
        """See `Addresses.line`. The line is noted, so that the file's view gives it an anchor."""
        self.asked.setdefault(path, set()).add(line)
        return self._line(path, line)

    @staticmethod
    def origin(key: str) -> str:
        """See `Addresses.origin`."""
        return f"#{quote(identifier('origin', key))}"

    def _line(self, path: str, line: int) -> str:
        return f"{self.href('file', path)}#{quote(f'L{line}')}"


class OneFile(_Base):
    """Every view is a section of one document."""

    is_one_file = True

    def href(self, kind: str, key: str = "") -> str:
        """A fragment."""
        return "#" + quote(identifier(kind, key), safe="/:@!$&'()*+,;=")

    def _line(self, path: str, line: int) -> str:
        return f"{self.href('file', path)}/L{line}"


class Directory(_Base):
    """Every view is a file; addresses are relative to the one that is written."""

    def __init__(self) -> None:
        super().__init__()
        self.here = "index.html"

    def href(self, kind: str, key: str = "") -> str:
        """A relative path."""
        start = posixpath.dirname(self.here) or "."
        if kind == "record":  # a row of the records' page
            return f"{quote(posixpath.relpath(file_of('records'), start))}#{_row(kind, key)}"
        return quote(posixpath.relpath(file_of(kind, key), start))


class Server(_Base):
    """Every view is a path of the local server."""

    is_live = True

    def href(self, kind: str, key: str = "") -> str:
        """An absolute path. The key is one segment or several, each quoted."""
        if kind == "overview":
            return "/"
        if kind == "record":
            return f"/records#{_row(kind, key)}"
        return f"/{kind}/{quote(key, errors='surrogateescape')}" if key else f"/{kind}"


def _row(kind: str, key: str) -> str:
    return quote(identifier(kind, key))


def file_of(kind: str, key: str = "") -> str:
    """The file of a view in a directory of pages.

    A key that some file system would not keep apart from another one (capitals, odd characters,
    great length, dots) gets a part of its digest.
    """
    if kind == "overview":
        return "index.html"
    if not key:
        return f"{kind}.html"
    plain = _ODD.sub("_", key)[:_LONGEST].strip("/.") or "_"
    parts = [part if part.strip(".") else "_" for part in plain.split("/")]
    name = "/".join(part or "_" for part in parts)
    if not _PLAIN.fullmatch(key) or name != key:
        name += f"-{_digest(key)}"
    return f"{kind}/{name}.html"


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:10]
