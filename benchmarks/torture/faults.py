"""Every file operation fails, each once, with each error it can have: nothing acknowledged is lost.

A story is told once to count the operations tracer makes: append, refresh, archive, repair. Then
it is told again for each operation and each error, which that one operation has. Only tracer's
own errors may come of it; afterwards, with a healthy disk, everything acknowledged is there,
once and in order, and the ledger verifies.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import os
import time
from collections import Counter

from benchmarks.torture.common import arguments, conclude, workspace
from tracer.ledger import Index, SpooledError, append, deliver, read, verify
from tracer.ledger.archive import archive
from tracer.ledger.repair import repair
from tracer.model.errors import TracerError

# Operation -> what may go wrong with it. `short`: half of the bytes are taken.
_NO_SPACE = [errno.ENOSPC, errno.EIO]
FAULTS = {
    "open": [errno.EACCES, errno.EIO, errno.EMFILE, errno.EROFS, errno.ENOSPC],
    "write": ["short", *_NO_SPACE],
    "fsync": [errno.EIO],
    "ftruncate": [errno.EIO],
    "replace": [errno.EACCES, errno.EIO, errno.ENOSPC],
    "unlink": [errno.EACCES, errno.EBUSY],
    "makedirs": [errno.EACCES, errno.ENOSPC],
    "chmod": [errno.EPERM],
    "lseek": [errno.EIO],
    "read": [errno.EIO],
    "builtins.open": [errno.EACCES, errno.EIO, errno.EMFILE],
    "file.write": _NO_SPACE,
}


class Disk:
    """Counts operations below one directory, and lets the n-th of one kind fail."""

    def __init__(self, root, kind=None, number=0, fault=None):
        self.counts = Counter()
        self._root = root
        self._wanted = kind, number, fault
        self._descriptors = set()

    def fails(self, kind):
        self.counts[kind] += 1
        wanted, number, fault = self._wanted
        return fault if (kind, self.counts[kind]) == (wanted, number) else None

    def _is_ours(self, path):
        return isinstance(path, str) and path.startswith(self._root)

    @contextlib.contextmanager
    def watched(self):
        """The operations replaced by ones that may fail."""
        with contextlib.ExitStack() as stack:
            for name in ("replace", "unlink", "makedirs", "chmod"):
                stack.enter_context(_patched(os, name, self._by_path(name, getattr(os, name))))
            for name in ("fsync", "ftruncate", "lseek", "read"):
                action = self._by_descriptor(name, getattr(os, name))
                stack.enter_context(_patched(os, name, action))
            stack.enter_context(_patched(os, "open", self._open(os.open)))
            stack.enter_context(_patched(os, "write", self._write(os.write)))
            stack.enter_context(_patched(builtins, "open", self._file(builtins.open)))
            yield

    def _by_path(self, name, real):
        def action(path, *rest, **more):
            if self._is_ours(path) and (fault := self.fails(name)):
                raise OSError(fault, os.strerror(fault), path)
            return real(path, *rest, **more)

        return action

    def _by_descriptor(self, name, real):
        def action(descriptor, *rest):
            if descriptor in self._descriptors and (fault := self.fails(name)):
                raise OSError(fault, os.strerror(fault))
            return real(descriptor, *rest)

        return action

    def _open(self, real):
        def action(path, *rest, **more):
            if self._is_ours(path) and (fault := self.fails("open")):
                raise OSError(fault, os.strerror(fault), path)
            descriptor = real(path, *rest, **more)
            if self._is_ours(path):
                self._descriptors.add(descriptor)
            return descriptor

        return action

    def _write(self, real):
        def action(descriptor, data):
            fault = self.fails("write") if descriptor in self._descriptors else None
            if fault == "short":
                return real(descriptor, data[: max(1, len(data) // 2)])
            if fault:
                real(descriptor, data[: len(data) // 3])  # some bytes get there before it fails
                raise OSError(fault, os.strerror(fault))
            return real(descriptor, data)

        return action

    def _file(self, real):
        def action(path, mode="r", *rest, **more):
            if self._is_ours(path) and (fault := self.fails("builtins.open")):
                raise OSError(fault, os.strerror(fault), path)
            file = real(path, mode, *rest, **more)
            return _File(file, self) if self._is_ours(path) and "x" in mode else file

        return action


class _File:
    """A file opened for writing whose writes may fail."""

    def __init__(self, file, disk):
        self._file, self._disk = file, disk

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def write(self, data):
        if fault := self._disk.fails("file.write"):
            self._file.write(data[: len(data) // 2])
            raise OSError(fault, os.strerror(fault))
        return self._file.write(data)

    def writelines(self, parts):
        for part in parts:
            self.write(part)

    def __getattr__(self, name):
        return getattr(self._file, name)


@contextlib.contextmanager
def _patched(owner, name, value):
    real = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, real)


def tell(made, acknowledged, kept):
    """The story. What is acknowledged, or said to be kept for later, is noted in order."""

    def one(text):
        try:
            acknowledged.append(append(made, {"event": "note", "text": text})["id"])
        except SpooledError as error:
            kept.append(error.records[-1]["id"])
        except TracerError:
            pass  # neither written nor kept, and said so

    def quietly(action):
        with contextlib.suppress(TracerError):
            action()

    def look():
        with Index.open(made) as index:
            index.put_text("sha256:0", b"text")
            index.heads()

    for number in range(3):
        one(str(number))
    quietly(look)
    one("after the index")
    quietly(lambda: archive(made, keep=1))
    one("after archiving")
    with contextlib.suppress(OSError), open(made.ledger, "ab") as file:
        file.write(b"=======\n")  # what a merge left
    quietly(lambda: repair(made))
    one("after the repair")
    quietly(look)


def attempt(kind, number, fault, below):
    """Tell the story with one fault; what is wrong afterwards, empty when nothing is."""
    with workspace(below) as made:
        acknowledged, kept = [], []
        disk = Disk(made.root, kind, number, fault)
        try:
            with disk.watched():
                tell(made, acknowledged, kept)
        except TracerError as error:
            return f"the story ended: {error}"
        except OSError as error:
            return f"a bare {type(error).__name__}: {error}"
        deliver(made)
        append(made, {"event": "note", "text": "last"})
        repair(made)  # the marker stays where the repair was what failed
        return _wrong(made, acknowledged, kept)


def _wrong(made, acknowledged, kept):
    """What is wrong with a ledger that had its fault, empty when nothing is."""
    found = verify(made)
    if not found.ok:
        return f"does not verify: {found.problems[0]}"
    ids = list(dict.fromkeys(r["id"] for _, r in read(made) if isinstance(r, dict)))
    missing = [identity for identity in [*acknowledged, *kept] if identity not in ids]
    if missing:
        return f"{len(missing)} records are lost"
    if [identity for identity in ids if identity in acknowledged] != acknowledged:
        return "acknowledged records are out of order"
    with Index.open(made) as index:
        if any(index.entry(identity) is None for identity in acknowledged):
            return "the index misses a record"
    return ""


def run(below=None, every=1):
    """The figures: faults injected by operation, and everything that went wrong."""
    with workspace(below) as made:
        disk = Disk(made.root)
        with disk.watched():
            tell(made, [], [])
        counts = dict(disk.counts)
    injected, wrong = Counter(), []
    for kind, faults in FAULTS.items():
        for number in range(1, counts.get(kind, 0) + 1, every):
            for fault in faults:
                injected[kind] += 1
                problem = attempt(kind, number, fault, below)
                if problem:
                    name = fault if isinstance(fault, str) else errno.errorcode[fault]
                    wrong.append(f"{kind} {number} {name}: {problem}")
    return {"operations": counts, "faults_injected": dict(injected), "wrong": wrong}


def main():
    """Every operation, every error."""
    options = arguments(__doc__)
    begin = time.process_time()
    figures = run("/dev/shm" if os.path.isdir("/dev/shm") else None)
    figures["cpu_s"] = round(time.process_time() - begin, 1)
    conclude("faults", figures, write=options.write)


if __name__ == "__main__":
    main()
