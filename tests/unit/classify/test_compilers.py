"""What is asked of a compiler instead of a whole file."""

from __future__ import annotations

import pytest

from tracer.classify.change.reference_parsers import COMPILERS, new_statements
from tracer.syntax import parse

_MEMBERS = "".join(f"    def m{n}(self, a, b):\n        return a + b * {n}\n\n" for n in range(9))
_FILE = "import a\n\n\n" + "def f(x):\n    return x\n\n\n" + "class C(a.B):\n" + _MEMBERS


def _part(before: str, after: str) -> bytes | None:
    return new_statements(parse(before.encode(), path="a.py"), parse(after.encode(), path="a.py"))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("import a\n", "import b\n", b"\nimport b\n"),
        ("return x\n", "return  x\n", b"\ndef f(x):\n    return  x\n"),
    ],
)
def test_statements_that_are_new_are_asked(old: str, new: str, expected: bytes) -> None:
    """What stood in the file, in whatever place, is not read again."""
    assert _part(_FILE, _FILE.replace(old, new)) == expected


def test_of_a_class_its_new_members_are_asked() -> None:
    """With the head of the class and its first member, which its indentation is measured by."""
    part = _part(_FILE, _FILE.replace("b * 7", "b  * 7"))
    assert part is not None
    assert part.count(b"def") == 2
    assert b"class C(a.B):" in part
    assert b"b  * 7" in part


@pytest.mark.parametrize(
    "after",
    [
        _FILE.replace("def f", " \\\ndef f"),  # the line before goes on
        _FILE.replace("def f", "\\\ndef f"),
        _FILE.replace("    def m3", "\\\n    def m3"),
        _FILE.replace("def f", " def f"),  # too far from the start of its line
        _FILE.replace("    def m3", "     def m3"),
        _FILE.replace("def f", "x = 1; y = 2\ndef f"),
        _FILE.replace("import a", "import a\u200b"),  # white space to the grammar alone
        _FILE.replace("def f", "global f\n\n\ndef f"),
        _FILE.replace("def f", "if a:\n    global f\n\n\ndef f"),
        _FILE.replace("    def m3", "    global m2\n\n    def m3"),
        _FILE.replace("def f", "from __future__ import annotations\n\n\ndef f"),
        "# coding: latin-1\n" + _FILE,
    ],
)
def test_the_whole_is_asked_where_a_statement_is_not_on_its_own(after: str) -> None:
    """What is read otherwise by what stands around it; of a class, the whole class."""
    part, is_read = _part(_FILE, after), COMPILERS["python"]
    assert part is None or is_read(part) == is_read(after.encode())
