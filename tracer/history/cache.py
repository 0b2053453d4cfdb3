"""What was found out about history, kept between runs: derived, bounded, deletable.

One SQLite file of keys and values: in `.orchestration/.index/` where `tracer init` has run,
else in the user's cache directory (XDG), so that nothing is ever written into the tree or the
git directory of somebody who only asked. `TRACER_CACHE=off` turns it off, any other value is
the directory to use instead. Whatever goes wrong with it (no permission, a full disk, damage,
another process) costs time only: it answers nothing, and is made anew when it is damaged.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zlib
from typing import TYPE_CHECKING, Self

from tracer import __version__, resources
from tracer.vcs import common_dir, git_dir

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

FORMAT = 2  # of the values; a new one makes the old ones unreachable, and they age out
LIMIT = 512 << 20  # bytes of the file, beyond which the oldest entries go
SWITCH = "TRACER_CACHE"

_NAME = "history.sqlite3"
_BUSY_S = 5.0
_PENDING = 4096  # entries written together
_SMALL = 200  # bytes below which a value is not worth compressing
_PACKAGES = (
    "syntax",
    "fingerprint",
    "matching",
    "semantics",
    "classify",
    "lineage",
    "history",
    "vcs",
)
_TABLE = (
    "CREATE TABLE IF NOT EXISTS entries"
    " (seq INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, value BLOB NOT NULL)"
)


class HistoryCache:
    """Values by key. Use as a context manager, or call `close`; nothing here raises.

    `path` is the file, or None for a cache that keeps nothing.
    """

    def __init__(self, path: str | None) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._pending: dict[bytes, bytes] = {}
        self._is_broken = path is None

    @classmethod
    def of(cls, workspace: Workspace) -> HistoryCache:
        """The cache of a workspace; one that keeps nothing where none may be."""
        return cls(cache_path(workspace))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, key: bytes) -> bytes | None:
        """The value of a key, or None."""
        raw = self._pending.get(key)
        if raw is None:
            raw = self._read(key)
        if raw is None:
            return None
        try:
            return zlib.decompress(raw[1:]) if raw[:1] == b"z" else raw[1:]
        except zlib.error:
            return None

    def put(self, key: bytes, value: bytes) -> None:
        """Keep a value; written when many are waiting, and by `close`."""
        if self._is_broken:
            return
        small = len(value) < _SMALL
        self._pending[key] = b"-" + value if small else b"z" + zlib.compress(value, 1)
        if len(self._pending) >= _PENDING:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        entries, self._pending = list(self._pending.items()), {}
        if not entries:
            return
        connection = self._open(create=True)
        if connection is None:
            return
        try:
            with connection:
                connection.executemany(
                    "INSERT OR REPLACE INTO entries (key, value) VALUES (?, ?)", entries
                )
            self._shrink(connection)
        except sqlite3.Error as error:
            self._failed(error)

    def close(self) -> None:
        """Write what waits and let go of the file."""
        self.flush()
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _read(self, key: bytes) -> bytes | None:
        connection = self._open(create=False)
        if connection is None:
            return None
        try:
            row = connection.execute("SELECT value FROM entries WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._failed(error)
            return None
        return bytes(row[0]) if row else None

    def _open(self, *, create: bool) -> sqlite3.Connection | None:
        if self._connection is None and not self._is_broken and self.path is not None:
            if not create and not os.path.exists(self.path):
                return None
            try:
                if create:
                    self._make_directory(os.path.dirname(self.path))
                self._connection = sqlite3.connect(self.path, timeout=_BUSY_S)
                self._connection.execute("PRAGMA synchronous=OFF")  # derived: damage is rebuilt
                if create:
                    self._connection.execute(_TABLE)
            except (sqlite3.Error, OSError) as error:
                self._failed(error)
        return self._connection

    def _make_directory(self, path: str) -> None:
        os.makedirs(path, exist_ok=True)
        ignore = os.path.join(path, ".gitignore")
        if not os.path.exists(ignore):
            with open(ignore, "w", encoding="ascii") as file:
                file.write("*\n")

    def _failed(self, error: Exception) -> None:
        """Forget a file that cannot be used, and delete one that is damaged."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        is_busy = isinstance(error, sqlite3.OperationalError)
        if isinstance(error, sqlite3.DatabaseError) and not is_busy and self.path is not None:
            try:
                os.unlink(self.path)
            except OSError:
                self._is_broken = True
        elif "no such table" not in str(error):
            self._is_broken = True

    def _shrink(self, connection: sqlite3.Connection) -> None:
        """Drop the oldest quarter of a file that has grown beyond the limit."""
        if self.path is None or os.path.getsize(self.path) <= LIMIT:
            return
        with connection:
            first, last = connection.execute("SELECT min(seq), max(seq) FROM entries").fetchone()
            connection.execute("DELETE FROM entries WHERE seq < ?", (first + (last - first) // 4,))
        connection.execute("VACUUM")


def cache_path(workspace: Workspace) -> str | None:
    """Where a workspace's cache is, or None: switched off, or outside any repository."""
    chosen = os.environ.get(SWITCH, "")
    if chosen.lower() in ("off", "0", "no"):
        return None
    if workspace.is_initialised and not chosen:
        return os.path.join(workspace.index, _NAME)
    directory = git_dir(workspace.root)
    if directory is None:
        return None
    base = chosen or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tracer"
    )
    name = hashlib.sha256(os.fsencode(os.path.realpath(common_dir(directory)))).hexdigest()[:24]
    return os.path.join(base, name, _NAME)


def cache_key(kind: str, *parts: str | None) -> bytes:
    """The key of a value: 16 bytes over its kind, the format, this version and the parts."""
    text = json.dumps([kind, FORMAT, _stamp(), *parts])
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def use_stamp(stamp: str) -> None:
    """Name keys by this stamp in this process, for values that travel to other machines."""
    _stamps[:] = [stamp]


_stamps: list[str] = []


def _stamp() -> str:
    """What the values depend on beside their parts: this version's code and tables."""
    if not _stamps:
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        folders = [os.path.join(here, name) for name in _PACKAGES]
        for top in ("grammars", "hooks"):
            data = resources.data_dir(top)
            folders += [entry.path for entry in os.scandir(data) if entry.is_dir()]
        seen = [
            (entry.name, entry.stat().st_mtime_ns)
            for folder in folders
            for entry in os.scandir(folder)
            if entry.is_file()
        ]
        text = f"{__version__} {sorted(seen)}"
        _stamps.append(hashlib.blake2b(text.encode(), digest_size=8).hexdigest())
    return _stamps[0]
