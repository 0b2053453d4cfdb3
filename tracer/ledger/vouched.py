"""Which records got into this clone's ledger through tracer: written here, or taken in from git.

A hash chain is no secret: any program may append a record that looks genuine. So tracer keeps, in
`.index/vouched`, a code of each record that it appends or takes in, made with this clone's key;
confined commands cannot write there. Where there is no such file yet, or the key is another one,
what the ledger holds is taken as it is: the file begins with a code that tells its key. It is
never synced: after a power cut it may lack the last records, and a seal speaks for them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.ledger.reader import hash_on
from tracer.ledger.storage import open_ledger
from tracer.model.disk import CLOEXEC
from tracer.resources import codes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.model.workspace import Workspace

_NAME = "vouched"


def vouch(workspace: Workspace, names: Iterable[str]) -> None:
    """Remember records by their hashes, and archived files by their names, before they are there.

    Under the ledger's lock. A memory that cannot be written is none.
    """
    code = codes(os.path.join(workspace.index, "key"), _NAME)
    if code is None:
        return
    try:
        descriptor = os.open(
            _path(workspace), os.O_RDWR | os.O_CREAT | os.O_APPEND | CLOEXEC, 0o600
        )
        try:
            head = code(b"")
            known: Iterable[str] = ()
            if os.read(descriptor, len(head)) != head:
                os.ftruncate(descriptor, 0)
                os.write(descriptor, head)
                known = _there(workspace)
            entries = [code(name.encode()) + b"\n" for name in (*known, *names)]
            os.write(descriptor, b"\n" + b"".join(entries))
        finally:
            os.close(descriptor)
    except OSError:
        return


def vouched(workspace: Workspace) -> Callable[[str], bool] | None:
    """Whether tracer put a record, or an archived file, there; None where nothing is remembered."""
    code = codes(os.path.join(workspace.index, "key"), _NAME)
    if code is None:
        return None
    memory = _Memory(_path(workspace), code)
    return memory if code(b"") in memory.known else None


class _Memory:
    """What was remembered, read again where it has grown: others append while `verify` reads."""

    def __init__(self, path: str, code: Callable[[bytes], bytes]) -> None:
        self._path = path
        self._code = code
        self._size = -1
        self.known: frozenset[bytes] = frozenset()
        self._read()

    def __call__(self, name: str) -> bool:
        own = self._code(name.encode())
        return own in self.known or (self._read() and own in self.known)

    def _read(self) -> bool:
        """Whether there was something new."""
        try:
            size = os.stat(self._path).st_size
            if size == self._size:
                return False
            with open(self._path, "rb") as file:
                self.known = frozenset(file.read().split(b"\n"))
        except OSError:
            return False
        self._size = size
        return True


def _there(workspace: Workspace) -> Iterator[str]:
    """What the ledger holds before anything is remembered."""
    ledger = open_ledger(workspace.ledger)
    if ledger is None:
        return
    with ledger:
        for line in ledger.lines():
            own = hash_on(line.raw)
            if own is not None:
                yield own.decode()


def _path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, _NAME)
