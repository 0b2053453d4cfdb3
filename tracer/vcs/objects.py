"""Reading objects through one long-lived `git cat-file --batch` process.

A process per blob costs 3 ms; a request to a running one 0.05 ms. Objects this clone does not
have (partial and shallow clones, damage) are None, never an error and never a download.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.errors import VcsError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterable, Sequence

_CHUNK = 256  # requests in flight: their text and the replies must fit a 64 KiB pipe


class ObjectInfo(NamedTuple):
    """What an object is, without its content."""

    id: str
    kind: str
    size: int


_Reply = tuple[ObjectInfo, bytes]  # no content for `--batch-check`


class CatFile:
    """A reader of git objects. Not for use by two threads at once.

    `start` starts `git cat-file` with the given options and returns the process.
    """

    def __init__(self, start: Callable[[str], subprocess.Popen[bytes]]) -> None:
        self._start = start
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def read(self, name: str) -> tuple[ObjectInfo, bytes] | None:
        """The object `name` (an id, or anything git resolves, such as `REV:PATH`), or None."""
        return self._ask("--batch", [name])[0]

    def blob(self, name: str) -> bytes | None:
        """The bytes of a blob, or None when it is missing here or not a blob."""
        reply = self.read(name)
        return reply[1] if reply is not None and reply[0].kind == "blob" else None

    def read_all(self, names: Sequence[str]) -> list[tuple[ObjectInfo, bytes] | None]:
        """What `read` says of each name, in order. Cost: one exchange, all in memory."""
        return self._ask("--batch", list(names))

    def infos(self, names: Iterable[str]) -> list[ObjectInfo | None]:
        """What each name is, in order. Cost: one exchange for 256 names."""
        wanted = list(names)
        found: list[ObjectInfo | None] = []
        for start in range(0, len(wanted), _CHUNK):
            replies = self._ask("--batch-check", wanted[start : start + _CHUNK])
            found.extend(None if reply is None else reply[0] for reply in replies)
        return found

    def close(self) -> None:
        """End the processes."""
        for option in list(self._processes):
            self._discard(option)

    def _ask(self, option: str, names: list[str]) -> list[_Reply | None]:
        """The replies to some requests; those git died on, and only those, are None."""
        if any("\n" in name for name in names):
            raise ValueError("a name of a git object holds no line end")
        replies: list[_Reply | None] = []
        while len(replies) < len(names):
            rest = names[len(replies) :]
            got = self._exchange(option, rest)
            replies.extend(got)
            if len(got) < len(rest):
                # Git exits on an object it cannot produce (a promised one, or damage).
                self._discard(option)
                replies.append(None)
        return replies

    def _exchange(self, option: str, names: list[str]) -> list[_Reply | None]:
        """Send the names and read replies until all are there or git ends."""
        process = self._process(option)
        if process.stdin is None or process.stdout is None:
            raise VcsError("git cat-file has no pipes")
        replies: list[_Reply | None] = []
        try:
            process.stdin.write("".join(f"{name}\n" for name in names).encode(*_PATH_CODEC))
            process.stdin.flush()
        except BrokenPipeError:
            return replies
        for _ in names:
            line = process.stdout.readline()
            if not line.endswith(b"\n"):
                return replies
            fields = line[:-1].rsplit(b" ", 2)
            if len(fields) != 3 or not fields[2].isdigit() or fields[1] not in _KINDS:  # noqa: PLR2004
                replies.append(None)
                continue
            info = ObjectInfo(fields[0].decode("ascii"), fields[1].decode("ascii"), int(fields[2]))
            content = b""
            if option == "--batch":
                content = process.stdout.read(info.size + 1)[: info.size]
                if len(content) < info.size:
                    return replies
            replies.append((info, content))
        return replies

    def _process(self, option: str) -> subprocess.Popen[bytes]:
        process = self._processes.get(option)
        if process is None:
            process = self._processes[option] = self._start(option)
        return process

    def _discard(self, option: str) -> None:
        """End a process, or forget one that ended by itself."""
        process = self._processes.pop(option)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue  # unsent requests to a process that is gone
        process.kill()
        process.wait()


_KINDS = frozenset((b"blob", b"tree", b"commit", b"tag"))
_PATH_CODEC = ("utf-8", "surrogateescape")
