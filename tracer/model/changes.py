"""A change set (what one call or commit did to the files) and the verdict on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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


class Proof(NamedTuple):
    """What a refactoring is proved with.

    `grade` is `complete` (from the texts and the language alone) or `conditional`, with `assumes`:
    ids of docs/assumptions.md. `laws`: what was used. `map`: (before, after) of definitions that
    have another name or place.
    """

    grade: str
    assumes: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    map: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls,
        assumes: Iterable[str] = (),
        laws: Iterable[str] = (),
        map: Iterable[tuple[str, str]] = (),  # noqa: A002 - the field's name
    ) -> Proof:
        """A proof with these, its grade by whether something is assumed."""
        taken = tuple(sorted(set(assumes)))
        grade = CONDITIONAL if taken else COMPLETE
        return cls(grade, taken, tuple(sorted(set(laws))), tuple(sorted(set(map))))

    @classmethod
    def joined(cls, proofs: Iterable[Proof]) -> Proof:
        """All proofs as one."""
        all_of = list(proofs)
        return cls.of(
            (one for proof in all_of for one in proof.assumes),
            (one for proof in all_of for one in proof.laws),
            (one for proof in all_of for one in proof.map),
        )


COMPLETE, CONDITIONAL = "complete", "conditional"


class Change(NamedTuple):
    """One explained (or unexplained) part of a change set, with its evidence.

    `rule` names the rule that explains it, or the kind of edit left unexplained. `proof` stands
    where it keeps behaviour. `quotes`: the evidence has source text, which records do not keep.
    """

    rule: str
    verdict: Verdict
    evidence: str
    before: Place | None
    after: Place | None
    proof: Proof | None = None
    quotes: bool = False


class FileVerdict(NamedTuple):
    """The changes of one file, and the strongest of their verdicts."""

    before: str | None
    after: str | None
    language: str | None
    verdict: Verdict
    changes: tuple[Change, ...]
    proof: Proof | None = None


class ChangeVerdict(NamedTuple):
    """The verdict on a whole change set: the strongest of its files'.

    `refusals`: where an edit is that nothing proves (`path:line`), and a reason against it.
    """

    verdict: Verdict
    files: tuple[FileVerdict, ...]
    proof: Proof | None = None
    refusals: tuple[tuple[str, str], ...] = ()
