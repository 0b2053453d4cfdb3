"""Line differences and the travelling of unresolved code through them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracer.history.line_diffs import Hunk, line_hunks, loosened, split_lines
from tracer.history.unresolved import Pending, Piece, Run, divide, pending, union

LINES = st.lists(st.sampled_from([b"", b"a", b"b", b"  c", b"  d", b"}", b"unique"]), max_size=25)


@settings(max_examples=300, deadline=None)
@given(LINES, LINES)
def test_hunks_are_the_difference(before, after):
    """Everything between two hunks is equal, in order; hunks ascend and are not empty."""
    at_b = at_a = 0
    for hunk in [
        *line_hunks(before, after),
        Hunk(len(before), len(before), len(after), len(after)),
    ]:
        assert before[at_b : hunk.before_start] == after[at_a : hunk.after_start]
        at_b, at_a = hunk.before_end, hunk.after_end
    assert at_b == len(before)
    assert at_a == len(after)
    assert all(h.before_start < h.before_end or h.after_start < h.after_end
               for h in line_hunks(before, after))  # fmt: skip


def test_equal_files_have_no_hunks():
    """No difference, no hunk."""
    assert line_hunks([b"a", b"b"], [b"a", b"b"]) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # A function inserted before one that starts alike: the insertion is the whole function.
        ("f:\n  x\n\ng:\n  x", "f:\n  x\n\nnew:\n  x\n\ng:\n  x", Hunk(3, 3, 3, 6)),
        # A doc comment opens like the next one: the insertion starts at its own opening.
        ("/**\n * f\n */\nf", "/**\n * n\n */\nn\n/**\n * f\n */\nf", Hunk(0, 0, 0, 4)),
        # Appended block with the same closing line.
        ("if a:\n  x\nend", "if a:\n  x\nend\nif b:\n  y\nend", Hunk(3, 3, 3, 6)),
    ],
)
def test_insertions_stand_where_a_person_put_them(before, after, expected):
    """Of several places an insertion may have, the one that cuts at the least indentation."""
    assert line_hunks(split_lines(before.encode()), split_lines(after.encode())) == [expected]


def test_an_appended_block_is_whole_below_another_difference():
    """Its last lines are those of the block above it: the common end must not cut it."""
    block = "if {0}:\n  x\n  y{0}\n  z\nend"
    before = [block.format(1), block.format(2), block.format(3)]
    after = [before[1], before[2], before[0]]
    sides = [split_lines("\n\n".join(one).encode()) for one in (before, after)]
    assert line_hunks(*sides) == [Hunk(0, 6, 0, 0), Hunk(17, 17, 11, 17)]


def test_lines_beside_moved_ones_are_not_paired_in_place():
    """Two blocks that are nearly alike change places: all their lines are in a hunk."""
    block = "def f{0}():\n  x\n  y{0}\n  z\n  w\n  v"
    before = ["import a", block.format(1), block.format(2), "end"]
    after = ["import a", block.format(2), block.format(1), "end"]
    sides = [split_lines("\n\n".join(one).encode()) for one in (before, after)]
    apart = line_hunks(*sides)
    assert sum(hunk.after_end - hunk.after_start for hunk in apart) == 4
    assert loosened(apart, *sides) == [Hunk(2, 8, 2, 8), Hunk(9, 15, 9, 15)]


def test_no_line_that_stays_is_loosened():
    """A block that moves as a whole leaves the pairs beside it."""
    before = split_lines(b"a1\n\nb1\nb2\n\nc1\nc2\n\nd1")
    after = split_lines(b"a1\n\nc1\nc2\n\nb1\nb2\n\nd1")
    hunks = line_hunks(before, after)
    assert loosened(hunks, before, after) == hunks


WORDS = st.lists(st.sampled_from([b"", b"one", b"two", b"six", b"ten", b"}"]), max_size=15)


@settings(max_examples=300, deadline=None)
@given(WORDS, WORDS)
def test_loosened_hunks_are_a_difference(before, after):
    """Between them all lines are equal, and what was in a hunk is in one still."""
    hunks = line_hunks(before, after)
    loose = loosened(hunks, before, after)
    ends = Hunk(len(before), len(before), len(after), len(after))
    at_b = at_a = 0
    for hunk in (*loose, ends):
        assert before[at_b : hunk.before_start] == after[at_a : hunk.after_start]
        at_b, at_a = hunk.before_end, hunk.after_end
    for side in (0, 2):
        lines = [
            {line for hunk in some for line in range(hunk[side], hunk[side + 1])}
            for some in (hunks, loose)
        ]
        assert lines[0] <= lines[1]


def test_long_differences_do_not_explode():
    """Two files of 20,000 unrelated lines with a few in common take no quadratic time."""
    before = [b"b%d" % i for i in range(20_000)]
    after = [b"a%d" % i for i in range(20_000)]
    before[5_000] = after[6_000] = b"common"
    assert line_hunks(before, after) == [
        Hunk(0, 5_000, 0, 6_000),
        Hunk(5_001, 20_000, 6_001, 20_000),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [(b"", []), (b"a", [b"a"]), (b"a\n", [b"a"]), (b"a\r\n\nb", [b"a\r", b"", b"b"])],
)
def test_split_lines(text, expected):
    """Lines as git counts them; carriage returns stay."""
    assert split_lines(text) == expected


@settings(max_examples=300, deadline=None)
@given(LINES, LINES, st.data())
def test_divide_agrees_with_one_line_at_a_time(before, after, data):
    """Runs and pieces pass a difference exactly as each of their lines would."""
    chosen = data.draw(st.lists(st.integers(0, max(0, len(after) - 1)), unique=True))
    lines = sorted(line for line in chosen if line < len(after))
    split = data.draw(st.lists(st.booleans(), min_size=len(lines), max_size=len(lines)))
    waiting = pending(
        [Run(line, 1, line) for line, piece in zip(lines, split, strict=True) if not piece],
        [Piece(line, 1, line, 1) for line, piece in zip(lines, split, strict=True) if piece],
    )
    hunks = line_hunks(before, after)
    expected = {}
    for line in lines:
        inside = any(h.after_start <= line < h.after_end for h in hunks)
        shift = sum(
            (h.before_end - h.before_start) - (h.after_end - h.after_start)
            for h in hunks
            if h.after_end <= line
        )
        expected[line] = None if inside else line + shift
    passed, rest = divide(waiting, hunks)
    found = {r.target + i: r.line + i for r in passed.runs for i in range(r.size)}
    found |= {piece.target: piece.line for piece in passed.pieces}
    found |= {r.target + i: None for r in rest.runs for i in range(r.size)}
    found |= {piece.target: None for piece in rest.pieces}
    assert found == expected
    assert {r.line + i for r in rest.runs for i in range(r.size)} <= set(lines)


def test_union_joins_neighbours():
    """Code that meets again at a version travels as one."""
    left, right = Pending((Run(0, 2, 10),)), Pending((Run(2, 1, 12),), (Piece(5, 0, 1, 0),))
    assert union([right, left]) == Pending((Run(0, 3, 10),), (Piece(5, 0, 1, 0),))
    assert union([left, left]) == left
    assert not union([])
    assert union([left, right]).lines() == [0, 1, 2, 5]
