"""From another tool's ranges to the places where the origins of those lines are.

Attribution here hangs on origins: the file version in which a commit, or a record of edits
nobody observed, wrote a line. A range that names its commit is such a place already. Any other
is found by its text, in the working tree or in a commit, and each of its lines is followed to
its origin. Lines a hook observed are left alone, and so are lines older than the commit that
was checked out when the other tool recorded: it cannot have written them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.engine.content import content_of
from tracer.exchange.locate import Budget, Found, Text, digest_of
from tracer.ledger import salt_of
from tracer.model.enums import Method, SourceKind
from tracer.model.named_tuple import NamedTuple
from tracer.queries.attribution import Attribution
from tracer.queries.credits import credits_by_line
from tracer.queries.imports import Imports
from tracer.vcs.files import read_if_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.exchange.foreign import FileClaim, ForeignRecord, Span
    from tracer.ledger import Index
    from tracer.model.workspace import Workspace
    from tracer.vcs import Git

_VERSIONS = 50  # of one file, newest first, that ranges are looked for in


class Place(NamedTuple):
    """A file version: the hash of its bytes, its path, and a commit that holds it, if any."""

    content: str
    path: str
    revision: str | None


class Anchored(NamedTuple):
    """Where a span's lines originate; how many others a hook observed or are older."""

    lines: dict[Place, set[int]]
    observed: int = 0
    older: int = 0


class Anchors:
    """Finds the origins of ranges in one workspace. `git` is None without a repository."""

    def __init__(self, workspace: Workspace, index: Index, git: Git | None) -> None:
        self._workspace = workspace
        self._git = git
        self._attribution = Attribution(workspace, index, git)
        self._sources = self._attribution.sources
        self._imports = Imports(index, git)
        self._budget = Budget()
        self._salt = salt_of(workspace)
        self._at: dict[tuple[str, str], Text | None] = {}
        self._now: dict[str, list[tuple[str, Text]]] = {}
        self._later: dict[str, frozenset[str] | None] = {}

    def find(
        self, record: ForeignRecord, claim: FileClaim, span: Span, *, trusts_lines: bool
    ) -> Anchored | str:
        """Where the lines of a span originate, or why they cannot be found."""
        reason = "it names no commit and no SHA-256 of its text"
        if record.is_at_revision and record.revision:
            text = self._text_at(record.revision, claim.path)
            if text is None:
                reason = f"{claim.path} is not in commit {record.revision[:12]} of this clone"
            else:
                found = _trusted(text, span) if record.is_exact or trusts_lines else None
                found = found or text.in_place(span)
                if found is not None:
                    place = Place(content_of(text.data), claim.path, text.revision)
                    return Anchored({place: set(range(found.start_line, found.end_line + 1))})
                reason = "the commit it names has no such lines"
        if digest_of(span) is None:
            return reason
        return self._by_text(record, claim, span) or "no version of the file here has that text"

    def _by_text(self, record: ForeignRecord, claim: FileClaim, span: Span) -> Anchored | None:
        versions = self._versions(claim.path)
        places = [(path, text, text.in_place(span)) for path, text in versions]
        for path, text, found in places:
            if found is not None:
                return self._origins(record, path, text, found)
        for path, text in versions:
            found = text.anywhere(span, self._budget)
            if found is not None:
                return self._origins(record, path, text, found)
        return None

    def _origins(self, record: ForeignRecord, path: str, text: Text, found: Found) -> Anchored:
        """Follow lines of a text to where they were written."""
        wanted = range(found.start_line, found.end_line + 1)
        state = self._attribution.of(path, text.data, revision=text.revision, lines=wanted)
        later = self._after(record.revision)
        is_whole_file = len(wanted) == len(text.lines)
        lines: dict[Place, set[int]] = {}
        observed = older = 0
        for line, credit_there in credits_by_line(state, self._sources.when):
            if line not in wanted:
                continue
            credit = self._sources.older(credit_there)
            origin = credit.origin
            if origin.kind is SourceKind.RECORD and credit.method is not Method.RECONCILED:
                observed += 1
                continue
            is_commit = origin.kind is SourceKind.COMMIT
            if is_commit and (is_whole_file if later is None else origin.id not in later):
                older += 1
                continue
            content = self._imports.content(credit)
            if content is not None:
                place = Place(content, origin.path, origin.id if is_commit else None)
                lines.setdefault(place, set()).add(credit.line)
        return Anchored(lines, observed, older)

    def _after(self, revision: str | None) -> frozenset[str] | None:
        """The commits of HEAD's history that `revision` does not have; None when it is unknown."""
        key = revision or ""
        if key not in self._later:
            self._later[key] = None
            git = self._git
            if git is not None and revision and git.resolve_or_none(revision):
                head = git.resolve_or_none("HEAD")
                rows = git.run("rev-list", head, f"^{revision}") if head else b""
                self._later[key] = frozenset(rows.decode("ascii").split())
        return self._later[key]

    def _text_at(self, revision: str, path: str) -> Text | None:
        key = (revision, path)
        if key not in self._at:
            git = self._git
            commit = git.resolve_or_none(revision) if git is not None else None
            data = git.blob_at(commit, path) if git is not None and commit else None
            self._at[key] = None if data is None else Text(data, commit, self._salt)
        return self._at[key]

    def _versions(self, path: str) -> list[tuple[str, Text]]:
        """The file in the working tree and in HEAD's history, newest first, each text once."""
        if path not in self._now:
            seen: set[bytes] = set()
            self._now[path] = [
                (path, text)
                for text in self._all_versions(path)
                if not (text.data in seen or seen.add(text.data))  # type: ignore[func-returns-value]
            ]
        return self._now[path]

    def _all_versions(self, path: str) -> Iterator[Text]:
        data = read_if_file(os.path.join(self._workspace.root, path))
        if data is not None:
            yield Text(data, None, self._salt)
        git = self._git
        head = git.resolve_or_none("HEAD") if git is not None else None
        if git is None or head is None:
            return
        for row in git.path_graph(head, path)[:_VERSIONS]:
            data = git.blob_at(row.id, path)
            if data is not None:
                yield Text(data, row.id, self._salt)


def _trusted(text: Text, span: Span) -> Found | None:
    """The span's lines where its numbers say, as far as the file has them."""
    end = min(span.end_line, len(text.lines))
    return Found(span.start_line, end) if span.start_line <= end else None
