"""A team's day: what two people and an agent do, and whose each line is in the evening.

Pat works with the agent on a branch, Kim on `main`. The tables were written down from what the
story says, before tracer was asked anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from story import bash, edit, read, select, write

if TYPE_CHECKING:
    from pathlib import Path

    from scripted_model import Step

COUNT, REPORT = "INT-001", "INT-002"

LINES = '''\
"""Counting lines of text."""

from __future__ import annotations


def count(text: str) -> int:
    return text.count("\\n") + bool(text and not text.endswith("\\n"))


def longest(text: str) -> int:
    return max((len(line) for line in text.split("\\n")), default=0)


def summary(text: str) -> str:
    lines = count(text)
    width = longest(text)
    return f"{lines} lines, {width} wide, {count(text.strip())} without edges"
'''
LONGEST = """\
def longest(text: str) -> int:
    return max((len(line) for line in text.split("\\n")), default=0)


"""
WIDTHS = '''\
"""How wide text is."""

from __future__ import annotations


def longest(text: str) -> int:
    return max((len(line) for line in text.split("\\n")), default=0)
'''
LENGTH = """\
    end_line: int

    def length(self) -> int:
        return self.end_line - self.start_line + 1


class Place("""


class Line(NamedTuple):
    """One line of a file in the evening, and who is its origin.

    `by` is an intent (then the agent wrote it for that), or a person's name (then a commit of
    hers is the origin).
    """

    text: str
    by: str


PAT, KIM = "Pat Person", "Kim Colleague"

LINES_PY = (
    Line('"""Counting lines of text."""', COUNT),
    Line("from __future__ import annotations", COUNT),
    Line("from tracer.model.widths import longest", REPORT),
    Line("LIMIT = 100  # columns", PAT),
    Line("def count_lines(text: str) -> int:", COUNT),
    Line("    if not text:", COUNT),
    Line("        return 0", COUNT),
    Line('    return text.count("\\n") + bool(text and not text.endswith("\\n"))', COUNT),
    Line("def summary(text: str) -> str:", COUNT),
    Line("    lines = count_lines(text)", COUNT),
    Line("    width = min(longest(text), LIMIT)", REPORT),
)
WIDTHS_PY = (
    Line('"""How wide text is."""', REPORT),
    Line("from __future__ import annotations", REPORT),
    Line("def longest(text: str) -> int:", COUNT),
    Line('    return max((len(line) for line in text.split("\\n")), default=0)', COUNT),
)
SPANS_PY = (
    Line("    def length(self) -> int:", COUNT),
    Line("        return self.end_line - self.start_line + 1", COUNT),
    Line("    def is_empty(self) -> bool:", KIM),
    Line("        return self.start == self.end", KIM),
)
ERRORS_PY = (Line("class WidthError(TracerError):", PAT),)
FILES = {
    "tracer/model/lines.py": LINES_PY,
    "tracer/model/widths.py": WIDTHS_PY,
    "tracer/model/spans.py": SPANS_PY,
    "tracer/model/errors.py": ERRORS_PY,
}


def morning(root: Path) -> list[Step]:
    """The agent counts lines, and does what agents do with git in between."""
    spans, lines = (str(root / f"tracer/model/{name}.py") for name in ("spans", "lines"))
    return [
        select("select", COUNT),
        bash("look", "git log --oneline -3"),
        read("read_spans", spans),
        edit("length", spans, "    end_line: int\n\n\nclass Place(", LENGTH),
        write("create", lines, LINES),
        bash("stash", "git stash -u"),
        bash("pop", "git stash pop"),
        bash("status", "git status --porcelain"),
        read("read_lines", lines),
        edit("rename_1", lines, "def count(", "def count_lines("),
        edit("rename_2", lines, "lines = count(text)", "lines = count_lines(text)"),
        edit("rename_3", lines, "{count(text.strip())}", "{count_lines(text.strip())}"),
        edit(
            "guard",
            lines,
            "return text.count",
            "if not text:\n        return 0\n    return text.count",
        ),
        bash("stage", "git add tracer/model"),
        bash("commit", "git commit -q -m 'Count lines'"),
        bash("clean", "git status --porcelain"),
    ]


def afternoon(root: Path) -> list[Step]:
    """For another intent the agent moves a function, tries something and gives it up."""
    lines, widths = (str(root / f"tracer/model/{name}.py") for name in ("lines", "widths"))
    attempt = str(root / "tracer/model/columns.py")
    return [
        select("select", REPORT),
        read("read", lines),
        write("move_to", widths, WIDTHS),
        edit("move_from", lines, LONGEST, ""),
        edit(
            "import",
            lines,
            "annotations\n",
            "annotations\n\nfrom tracer.model.widths import longest\n",
        ),
        edit("limit", lines, "width = longest(text)", "width = min(longest(text), LIMIT)"),
        write("attempt", attempt, "def columns(text: str) -> int:\n    return 80\n"),
        bash("give_up", "rm tracer/model/columns.py"),
        bash("branch", "git switch -q -c try-out"),
        bash("back", "git switch -q topic"),
        bash("diff", "git diff --stat"),
        bash("stage", "git add -A tracer/model"),
        bash("commit", "git commit -q -m 'Widths'"),
        bash("clean", "git status --porcelain"),
    ]
