"""A change set (what one call or commit did to the files) and the verdict on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.model.enums import Verdict
    from tracer.model.spans import Place


class FileChange(NamedTuple):
    """One file before and after. A missing side has path and text `None`."""

    before_path: str | None
    after_path: str | None
    before: bytes | None
    after: bytes | None


class ChangeSet(NamedTuple):
    """All files one call (or commit) changed, sorted by path. Paths are POSIX, repo-relative.

    `closed_world`: the files here are all there are, so no other use of a name exists.
    """

    files: tuple[FileChange, ...]
    closed_world: bool = False

    @classmethod
    def from_texts(
        cls,
        before: Mapping[str, bytes],
        after: Mapping[str, bytes],
        *,
        closed_world: bool = False,
    ) -> ChangeSet:
        """The change from one tree of texts to another; files with the same path are paired."""
        paths = sorted(before.keys() | after.keys())
        return cls(
            tuple(
                FileChange(
                    path if path in before else None,
                    path if path in after else None,
                    before.get(path),
                    after.get(path),
                )
                for path in paths
            ),
            closed_world,
        )


UNEXPLAINED = "no rule explains this edit"  # the evidence where no rule came close


class Change(NamedTuple):
    """One explained (or unexplained) part of a change set, with its evidence.

    `rule` names the rule that explains it, or the kind of edit left unexplained.
    """

    rule: str
    verdict: Verdict
    evidence: str
    before: Place | None
    after: Place | None


class FileVerdict(NamedTuple):
    """The changes of one file, and the strongest of their verdicts."""

    before: str | None
    after: str | None
    language: str | None
    verdict: Verdict
    changes: tuple[Change, ...]


class ChangeVerdict(NamedTuple):
    """The verdict on a whole change set: the strongest of its files'."""

    verdict: Verdict
    files: tuple[FileVerdict, ...]
