"""What one commit did to the lines it changed, leaf by leaf: small tables that can be kept.

The engine's view of a commit is large and lives for a moment; all that a walk asks of it is
where the leaves of the changed lines were before. That fits into a few integers a line, so it
is kept between runs, and nothing is parsed twice.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tracer.history.unresolved import Pending, Piece, Run, pending
from tracer.lineage import CUT, NEW, STILL
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

REFLOW = "reflow"


class Leaf(NamedTuple):
    """Where a leaf was before: index of the file, 0-based line, ordinal on it; and the rule."""

    file: int
    line: int
    ordinal: int
    rule: str


class StepLine(NamedTuple):
    """A changed line: its leaves in order, None for those the commit wrote.

    `is_whole`: they were exactly one line's leaves, in order. `is_same`: with the same texts,
    in comments and literals to the last blank. `asides` are ordinals of fresh leaves that make
    the line no newer, with the rule that says so.
    """

    leaves: tuple[Leaf | None, ...]
    is_whole: bool = False
    is_same: bool = False
    asides: Mapping[int, str] = {}


class Steps(NamedTuple):
    """Of one commit: the changed lines of a file (0-based), and the paths of the files before."""

    lines: Mapping[int, StepLine]
    before: tuple[str, ...]


class Found(NamedTuple):
    """What became of unresolved code in one step back.

    `carried`: what goes on, by index of the file before. `fresh`: what the commit wrote, still
    in lines after. `touched`: (target line, target ordinal, rule, line after) of leaves it moved,
    renamed or reflowed. `asides`: (target line, target ordinal, rule) of fresh leaves that make
    their line no newer. `altered`: (target line, rule) of lines that were not always the words
    they are.
    """

    carried: dict[int, Pending]
    fresh: Pending
    touched: list[tuple[int, int, str, int]]
    asides: list[tuple[int, int, str]]
    altered: list[tuple[int, str]]


def follow(steps: Steps, waiting: Pending, widths: Sequence[int]) -> Found:
    """What `waiting`, standing in the file after, was before.

    `widths` has the number of leaves of each target line.
    """
    runs: dict[int | None, list[Run]] = {}
    pieces: dict[int | None, list[Piece]] = {}
    found = Found({}, Pending(), [], [], [])
    for run in waiting.runs:
        for offset in range(run.size):
            line, target = run.line + offset, run.target + offset
            step = steps.lines.get(line)
            leaves = step.leaves if step is not None else ()
            fits = len(leaves) == widths[target]
            if step is None or not any(leaves):
                runs.setdefault(None, []).append(Run(line, 1, target))
            elif fits and step.is_whole and leaves[0] is not None:
                runs.setdefault(leaves[0].file, []).append(Run(leaves[0].line, 1, target))
                _note(found, leaves, target, line)
                if not step.is_same:
                    found.altered.append((target, _rule(leaves)))
            else:
                parts = (Piece(line, k, target, k) for k in range(widths[target]))
                _follow_pieces(steps, parts, pieces, found)
                found.altered.append((target, _rule(leaves)))
    _follow_pieces(steps, waiting.pieces, pieces, found)
    for before in runs.keys() | pieces.keys():
        if before is not None:
            found.carried[before] = pending(runs.get(before, ()), pieces.get(before, ()))
    return found._replace(fresh=pending(runs.get(None, ()), pieces.get(None, ())))


def _follow_pieces(
    steps: Steps, parts: Iterable[Piece], pieces: dict[int | None, list[Piece]], found: Found
) -> None:
    """Leaf by leaf. A line read with fewer leaves than expected answers with its last."""
    for piece in parts:
        step = steps.lines.get(piece.line)
        ordinal = min(piece.ordinal, len(step.leaves) - 1) if step is not None else -1
        leaf = step.leaves[ordinal] if step is not None and ordinal >= 0 else None
        if leaf is None:
            pieces.setdefault(None, []).append(piece)
            if step is not None and ordinal in step.asides:
                rule = step.asides[ordinal]
                found.asides.append((piece.target, piece.target_ordinal, rule))
            continue
        moved = piece._replace(line=leaf.line, ordinal=leaf.ordinal)
        pieces.setdefault(leaf.file, []).append(moved)
        if leaf.rule:
            found.touched.append((piece.target, piece.target_ordinal, leaf.rule, piece.line))


def _note(found: Found, leaves: Sequence[Leaf | None], target: int, line: int) -> None:
    found.touched.extend(
        (target, k, leaf.rule, line)
        for k, leaf in enumerate(leaves)
        if leaf is not None and leaf.rule
    )


def _rule(leaves: Iterable[Leaf | None]) -> str:
    """What altered a line: code that came or went, else the rule that respelled it."""
    rules = [leaf.rule if leaf is not None else NEW for leaf in leaves]
    for rule in (NEW, CUT):
        if rule in rules:
            return rule
    return next((rule for rule in rules if rule not in STILL), REFLOW)


def encode(steps: Steps) -> bytes:
    """The table as bytes."""
    rules: dict[str, int] = {}
    lines = [
        [
            line,
            step.is_whole + 2 * step.is_same,
            [
                0
                if leaf is None
                else [leaf.file, leaf.line, leaf.ordinal, rules.setdefault(leaf.rule, len(rules))]
                for leaf in step.leaves
            ],
            [[ordinal, rule] for ordinal, rule in step.asides.items()],
        ]
        for line, step in steps.lines.items()
    ]
    return json.dumps([steps.before, list(rules), lines], separators=(",", ":")).encode()


def decode(raw: bytes) -> Steps:
    """The table that `encode` wrote. Raises: ValueError when it did not."""
    try:
        before, rules, lines = json.loads(raw)
        table = {
            line: StepLine(
                tuple(
                    Leaf(leaf[0], leaf[1], leaf[2], rules[leaf[3]]) if leaf else None
                    for leaf in leaves
                ),
                bool(flags & 1),
                bool(flags & 2),
                dict(asides),
            )
            for line, flags, leaves, asides in lines
        }
        return Steps(table, tuple(before))
    except (TypeError, LookupError) as error:
        raise ValueError("not a table of steps") from error
