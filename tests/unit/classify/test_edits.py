"""Edits cover every difference, once, and nothing else."""

from __future__ import annotations

import pytest

from tracer.classify.change.edits import EditKind, find_edits
from tracer.classify.equality.subtree_equality import Prints, is_broken, is_same_tokens
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.syntax import parse


def edits_of(before, after):
    """[(kind, text before, text after)] of a change of texts by path."""
    mapping = match(
        ChangeSet.from_texts(
            {path: text.encode() for path, text in before.items()},
            {path: text.encode() for path, text in after.items()},
        )
    )

    def text(forest, node):
        if node < 0:
            return None
        tree, row = forest.tree_of(node)
        return tree.slice(row).decode()

    return [
        (edit.kind.name, text(mapping.before, edit.before), text(mapping.after, edit.after))
        for edit in find_edits(mapping, Prints())
    ]


def one(before, after):
    """The edits of one Python file."""
    return edits_of({"a.py": before}, {"a.py": after})


def test_nothing_changed():
    """Equal bytes have no edits."""
    assert one("x = 1\n", "x = 1\n") == []


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("x = 1\n", "x  =  1\n", EditKind.LAYOUT),
        ("x = 1\n", "\n\nx = 1\n", EditKind.LAYOUT),
        ("x = 1\n", "x = 1  # one\n", EditKind.LAYOUT),
        ("x = 'a'\n", 'x = "a"\n', EditKind.SPELLING),
        ("x = (a)\n", "x = a\n", EditKind.SPELLING),
        ("x = 1\n", "x = 2\n", EditKind.UPDATE),
        ("x = 1\ny = 2\n", "x = 1\n", EditKind.DELETE),
        ("x = 1\n", "x = 1\ny = 2\n", EditKind.INSERT),
    ],
)
def test_kinds(before, after, kind):
    """One difference is one edit of the right kind."""
    assert [found[0] for found in one(before, after)] == [kind.name]


def test_only_the_difference():
    """An edit is as small as the difference."""
    assert one("f(a, b + 1)\n", "f(a, b + 2)\n") == [("UPDATE", "1", "2")]


def test_swapped_arguments_are_an_edit():
    """Siblings that changed places are not unchanged."""
    kinds = {kind for kind, _, _ in one("f(alpha, beta)\n", "f(beta, alpha)\n")}
    assert kinds
    assert not kinds & {"LAYOUT", "SPELLING"}


def test_move_between_files():
    """A function that left one file for another is one move, and the import an insert."""
    body = "def helper(value):\n    return value + 1"
    before = {"a.py": f"{body}\n\n\ndef run(x):\n    return helper(x)\n", "b.py": "SIZE = 1\n"}
    after = {
        "a.py": "from b import helper\n\n\ndef run(x):\n    return helper(x)\n",
        "b.py": f"SIZE = 1\n\n\n{body}\n",
    }
    assert edits_of(before, after) == [
        ("MOVE", body, body),
        ("INSERT", None, "from b import helper"),
    ]


def test_copy_is_not_a_move():
    """What still stands where it stood did not move; what is deleted elsewhere is deleted."""
    found = one("a = f(1, 2, 3)\n", "a = f(1, 2, 3)\nb = f(1, 2, 3)\n")
    assert [kind for kind, _, _ in found] == ["INSERT"]


def test_new_and_deleted_files():
    """A file without a partner is one edit."""
    assert edits_of({}, {"a.py": "x = 1\n"}) == [("INSERT", None, "x = 1\n")]
    assert edits_of({"a.py": "x = 1\n"}, {}) == [("DELETE", "x = 1\n", None)]


def test_renamed_file():
    """Another path with the same bytes is an edit."""
    text = "def f():\n    return 1\n"
    assert [e[0] for e in edits_of({"a.py": text}, {"b.py": text})] == ["FILE_MOVE"]


def test_byte_order_mark_is_not_layout():
    """A byte order mark in front of a script keeps it from starting."""
    assert one("x = 1\n", "\ufeffx = 1\n") == [("REPLACE", "x = 1\n", "x = 1\n")]


def test_dedent_is_a_difference():
    """The same tokens in another tree are not equal."""
    before, after = "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"
    trees = [parse(text.encode(), "python") for text in (before, after)]
    assert not is_same_tokens(trees[0], 0, trees[1], 0)
    assert {kind for kind, _, _ in one(before, after)} == {"MOVE"}


def test_equality_is_proved_by_texts():
    """Equal digests are not believed: the leaves are compared where bytes differ."""
    one_tree = parse(b"x = 1\n", "python")
    other = parse(b"x  = 2\n", "python")
    other.tokens = one_tree.tokens  # as if two digests collided
    assert not is_same_tokens(one_tree, 0, other, 0)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("def f(a:\n    return a\n", "return", True),
        ("def f():\n    x = = 1\n\n\ndef g():\n    return 1\n", "return", False),
        ("def f():\n    return 1\n", "return", False),
    ],
)
def test_errors_reach_as_far_as_they_may(text, word, expected):
    """An error at the top makes the file doubtful; one inside a definition that definition."""
    tree = parse(text.encode(), "python")
    row = next(r for r in range(len(tree)) if tree.slice(r).startswith(word.encode()))
    assert is_broken(tree, row) is expected
