"""Changes side by side: which words differ, and in which order files are read."""

from __future__ import annotations

import pytest

from tracer.model.changes import ChangeSet
from tracer.queries.classify import Asked, answer_for
from tracer.queries.token_classes import token_classes


def document(before: dict[str, bytes], after: dict[str, bytes]) -> dict:
    return answer_for(
        ChangeSet.from_texts(before, after), asked=Asked(names=True, rows=True)
    ).document


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        ("x = total + 1\n", "x = total + 2\n", ("1", "2")),
        ('say("good morning all")\n', 'say("good evening all")\n', ("morning", "evening")),
        ("# a word on this\nx = 1\n", "# a note on this\nx = 1\n", ("word", "note")),
        ("a = f(b)\n", "a = f(b, c)\n", ("", ", c")),
        ('s = "zwölf Äpfel"\n', 's = "zwölf Birnen"\n', ("Äpfel", "Birnen")),
    ],
)  # fmt: skip
def test_the_words_that_differ(before: str, after: str, marked: tuple[str, str]) -> None:
    """Columns are those of the mapping; inside an edited leaf, those of its words."""
    answer = document({"a.py": before.encode()}, {"a.py": after.encode()})
    row = next(row for row in answer["files"][0]["rows"] if row["kind"] == "edited")
    lines = {"before": before, "after": after}
    found = tuple(
        "".join(
            lines[side].split("\n")[row[side] - 1].encode()[a:b].decode()
            for a, b in row["words"][side]
        )
        for side in ("before", "after")
    )
    assert found == marked


def test_a_line_with_little_in_common_has_no_marks() -> None:
    """Where marks would cover nearly all of a line, the line as a whole says it better."""
    answer = document(
        {"notes.txt": b"alpha beta gamma delta\n"}, {"notes.txt": b"one two three four\n"}
    )
    assert all(row["words"] is None for row in answer["files"][0]["rows"])


def test_definitions_are_read_before_their_uses_and_proofs_last() -> None:
    """The file that defines comes first whatever it is called; what is proved comes last."""
    before = {
        "a_layout.py": b"x = 1\n",
        "b_user.py": b"import z_new\n\n\ndef go():\n    return 1\n",
    }
    after = {
        "a_layout.py": b"x  =  1\n",
        "b_user.py": b"import z_new\n\n\ndef go():\n    return z_new.helper(1)\n",
        "z_new.py": b"def helper(value):\n    return value + 1\n",
    }
    files = document(before, after)["files"]
    order = sorted(files, key=lambda file: file["reading_order"])
    assert [file["after"] for file in order] == ["z_new.py", "b_user.py", "a_layout.py"]


def test_keywords_comments_and_strings() -> None:
    text = b'def f():  # why\n    return "text"\n'
    found = [(text[t.start : t.end].decode(), t.kind) for t in token_classes("a.py", text)]
    assert found == [
        ("def", "keyword"), ("# why", "comment"), ("return", "keyword"), ('"text"', "string"),
    ]  # fmt: skip
