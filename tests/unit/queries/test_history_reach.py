"""Only what may explain the lines asked about is looked at."""

from __future__ import annotations

from tracer.queries.history_lines import line_hunks, split_lines
from tracer.queries.history_reach import within_reach
from tracer.queries.history_window import window


def function(name: str, *lines: str) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    padding = "".join(f"    {name}_{i}(value)\n" for i in range(12))
    return f"def {name}(value):\n{body}{padding}    return value\n\n\n"


def near(before: str, after: str, asked: str) -> list[str]:
    """The first words that the hunks in reach of a line have after (or before)."""
    lines_b, lines_a = split_lines(before.encode()), split_lines(after.encode())
    hunks = line_hunks(lines_b, lines_a)
    found = within_reach(lines_b, lines_a, hunks, [lines_a.index(asked.encode())])
    return [
        b" ".join(
            lines_a[h.after_start : h.after_end] or lines_b[h.before_start : h.before_end]
        ).decode().strip()
        for h in found
    ]  # fmt: skip


BEFORE = (
    "import os\n\n\n"
    + function("first", "alpha(value)")
    + function("second", "beta(value)")
    + function("third", "gamma(value)", "moving(target, 3)")
)


def test_a_hunk_that_shares_nothing_is_out_of_reach():
    """Three edits that have nothing to do with each other."""
    after = BEFORE.replace("alpha", "one").replace("beta", "two").replace("gamma", "three")
    assert near(BEFORE, after, "    two(value)") == ["two(value)"]


def test_where_a_line_came_from_is_in_reach():
    """A statement that moved from one function to another, and an edit elsewhere."""
    after = BEFORE.replace("    moving(target, 3)\n", "").replace("beta", "two")
    after = after.replace("    alpha(value)\n", "    alpha(value)\n    moving(target, 4)\n")
    assert near(BEFORE, after, "    moving(target, 4)") == [
        "moving(target, 4)",
        "moving(target, 3)",
    ]


def test_all_uses_of_a_name_are_in_reach():
    """Whether a renaming is complete is seen from everywhere the name went away."""
    before = BEFORE.replace("beta(value)", "alpha(other)")
    after = before.replace("alpha", "one").replace("gamma", "three")
    assert near(before, after, "    one(value)") == ["one(value)", "one(other)"]


def test_what_is_out_of_reach_is_left_out_on_both_sides():
    """Edited functions and inserted ones; the lines that are kept say where they were."""
    after = BEFORE.replace("alpha", "one").replace("gamma", "three")
    after = after.replace("def second", function("inserted", "x = 1") + "def second")
    after = after.replace("beta", "two")
    lines_b, lines_a = split_lines(BEFORE.encode()), split_lines(after.encode())
    hunks = line_hunks(lines_b, lines_a)
    kept = within_reach(lines_b, lines_a, hunks, [lines_a.index(b"    two(value)")])
    found = window("a.py", BEFORE.encode(), after.encode(), hunks, near=kept)
    assert b"def second" in found.before
    assert b"def second" in found.after
    for gone in (b"alpha", b"one(", b"gamma", b"three(", b"inserted_3"):
        assert gone not in found.before + found.after
    for side, lines, text in (
        (found.before_lines, lines_b, found.before),
        (found.after_lines, lines_a, found.after),
    ):
        assert [lines[i] for i in side] == split_lines(text)
