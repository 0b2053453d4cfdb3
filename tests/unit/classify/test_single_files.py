"""Changes that cannot be looked at as a whole are judged file by file, and no further."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

# A file that no grammar reads keeps the prover from looking at the whole.
BROKEN = "def g(:\n  pass\nq = 1\n", "def g(:\n  pass\nq = 2\n"
LOOP = (
    "def f(xs):\n    total = []\n    for x in xs:\n        total.append(x + 1)\n    return total\n"
)
LIST = "def f(xs):\n    return [x + 1 for x in xs]\n"
HELPED = "\ndef _help(a):\n    return f(a)\n"


def _verdict_on(
    name: str, before: dict[str, str], after: dict[str, str], *, closed: bool = False
) -> Verdict:
    """The verdict on one file of a change with a broken one beside it."""
    sides = (
        {path: text.encode() for path, text in {**texts, "broken.py": broken}.items()}
        for texts, broken in zip((before, after), BROKEN, strict=True)
    )
    change = tracer.ChangeSet.from_texts(*sides, closed_world=closed)
    (file,) = (file for file in tracer.classify(change).files if file.after == name)
    return file.verdict


def test_a_file_is_proved_by_itself() -> None:
    """What another file of the change keeps from being looked at is no matter in an open world."""
    is_same = {"a.py": LOOP}, {"a.py": LIST}
    assert _verdict_on("a.py", *is_same) is Verdict.AST_REFACTOR
    assert _verdict_on("a.py", *is_same, closed=True) is Verdict.INTENT_EVOLUTION


def test_the_rest_of_a_change_stays_what_it_is() -> None:
    """A proof of one file says nothing of others."""
    before, after = {"a.py": LOOP, "b.py": "x = 1\n"}, {"a.py": LIST, "b.py": "x = 2\n"}
    assert _verdict_on("a.py", before, after) is Verdict.AST_REFACTOR
    assert _verdict_on("b.py", before, after) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LOOP, LIST.replace("+ 1", "+ 2")),
        (LOOP, LIST.replace("in xs", "in xs[1:]")),
        (LOOP, LIST.replace("[x + 1 for x in xs]", "(x + 1 for x in xs)")),
    ],
)
def test_a_slip_is_none(before: str, after: str) -> None:
    """What differs in the file itself."""
    assert _verdict_on("a.py", {"a.py": before}, {"a.py": after}) is Verdict.INTENT_EVOLUTION


def test_a_name_that_another_file_may_use() -> None:
    """Other files of the change may use all words that they have."""
    before, after = LOOP + HELPED, LIST + HELPED.replace("_help", "_aid")
    for uses in ("import a\na._help(1)\n", "import a\ngetattr(a, '_help')(1)\n"):
        sides = {"a.py": before, "b.py": uses}, {"a.py": after, "b.py": uses}
        assert _verdict_on("a.py", *sides) is Verdict.INTENT_EVOLUTION


def test_code_that_moved_between_files() -> None:
    """Neither file is the same without the other."""
    before = {"a.py": LOOP + "\ndef h():\n    return 1\n", "b.py": "y = 1\n"}
    after = {"a.py": LIST, "b.py": "y = 1\n\ndef h():\n    return 1\n"}
    assert _verdict_on("a.py", before, after) is Verdict.INTENT_EVOLUTION


def test_a_file_that_gives_the_library_another_meaning() -> None:
    """Then no file of that language is judged by itself."""
    before = "function f(xs) { return xs.filter((x) => x > 1).length === 0; }\nf([1]);\n"
    after = "function f(xs) { return !xs.some((x) => x > 1); }\nf([1]);\n"
    other = "Array.prototype.some = function () { return false; };\n"
    changed = {"a.js": before, "b.js": other}, {"a.js": after, "b.js": other}
    assert _verdict_on("a.js", *changed) is Verdict.INTENT_EVOLUTION
