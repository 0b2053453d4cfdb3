"""Lines of a text on disk that HEAD holds: what no hook saw is the author's of their commit.

A line is found in HEAD by its text, or, where an agent has moved or respelled it since, by the
version in which it was found on disk: HEAD holds that line under the path it had then. Where it was
respelled before that commit, too, the ledger's state of HEAD's version says which line it is there.
A file that was moved and not committed is looked for under the path that HEAD has it at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.engine.earlier_versions import never
from tracer.queries.carried import standing_lines
from tracer.queries.credits import parts_by_line, parts_of

if TYPE_CHECKING:
    from tracer.ledger import Index
    from tracer.model.attribution import Credit, FileState, Source
    from tracer.queries.committed import Committed
    from tracer.queries.credits import Parts
    from tracer.vcs import Git


def in_head(
    state: FileState, text: bytes, head: str, sources: tuple[Index, Git, Committed]
) -> FileState:
    """The state of `text` on disk with HEAD's word for what only commits can tell.

    Cost: nothing where a hook saw all of it; else one answer for each path that such lines had.
    """
    index, git, committed = sources
    doubtful = [(n, credit) for n, credit in parts_of(state) if committed.is_doubtful(credit)]
    files: dict[str, _File | None] = {}

    def file(path: str) -> _File | None:
        if path not in files:
            there = git.blob_at(head, path)
            known = index.state(content_of(there), path, elsewhere=never) if there else None
            files[path] = _File(path, there, head, committed, known) if there is not None else None
        return files[path]

    known: dict[int, Parts] = {}
    former = index.predecessors(state.path) if doubtful and file(state.path) is None else ()
    here = next((there for name in (state.path, *former) if (there := file(name))), None)
    for line, credit in doubtful:
        parts = here.parts("", state.path, text, line) if here is not None else None
        if parts is None and committed.is_nobodys(credit):
            version = committed.version(credit)
            found = index.text(version) if version is not None else None
            for there in (here, file(credit.origin.path)):
                if parts is None and version and found and there is not None:
                    parts = there.parts(version, credit.origin.path, found, credit.line)
                    parts = parts or there.of(credit)
        if parts is not None:
            known[line] = parts
    return committed.settled(state, known) if known else state


class _File:
    """A file of HEAD's, and where the lines of other versions stand in it."""

    def __init__(
        self, path: str, text: bytes, head: str, committed: Committed, known: FileState | None
    ) -> None:
        self._path, self._text = path, text
        self._places: dict[tuple[Source, int], int] = {}  # where the ledger's credits stand here
        for line, credit in parts_of(known) if known is not None else ():
            self._places.setdefault((credit.origin, credit.line), line)
        self._held = parts_by_line(committed.of(path, text, head).state)
        self._alike: dict[str, dict[int, int]] = {}  # by version: line there -> line here

    def parts(self, version: str, path: str, text: bytes, line: int) -> Parts | None:
        """The parts of the line here that is `line` of a version of `path`, which holds `text`."""
        if version not in self._alike:
            ours, theirs = _stripped(self._text), _stripped(text)
            places = standing_lines((self._path, self._text), (path, text))
            self._alike[version] = {
                there: at for there, at in places.items() if ours[at - 1] == theirs[there - 1]
            }
        return self._held.get(self._alike[version].get(line, 0))

    def of(self, credit: Credit) -> Parts | None:
        """The parts of the line here that the ledger credits likewise."""
        return self._held.get(self._places.get((credit.origin, credit.line), 0))


def _stripped(text: bytes) -> list[bytes]:
    return [line.strip() for line in text.split(b"\n")]
