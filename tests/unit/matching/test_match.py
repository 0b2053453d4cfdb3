"""What is the same before and after, stage by stage, on changes a person would recognise."""

from __future__ import annotations

import pytest

from tracer.matching import Stage, match
from tracer.model.changes import ChangeSet


def pairs(before, after):
    """{text after: text before} of the matched nodes, named leaves and statements alike."""
    change_set = ChangeSet.from_texts(
        {path: text.encode() for path, text in before.items()},
        {path: text.encode() for path, text in after.items()},
    )
    mapping = match(change_set)
    found = {}
    for node, partner in enumerate(mapping.to_before):
        if partner >= 0:
            tree_a, row_a = mapping.after.tree_of(node)
            tree_b, row_b = mapping.before.tree_of(partner)
            found.setdefault(tree_a.slice(row_a).decode(), tree_b.slice(row_b).decode())
    return mapping, found


def test_mapping_is_one_to_one():
    """Both columns agree, and kinds agree within a language."""
    mapping, _ = pairs(
        {"a.py": "def f(a):\n    return a + 1\n\nx = f(2)\n"},
        {"a.py": "x = f(3)\n\ndef g(b):\n    y = b\n    return y + 1\n"},
    )
    for before, after in enumerate(mapping.to_after):
        if after >= 0:
            assert mapping.to_before[after] == before
    for after, before in enumerate(mapping.to_before):
        if before >= 0:
            assert mapping.to_after[before] == after
            assert mapping.stage[after] != Stage.NONE
            tree_a, row_a = mapping.after.tree_of(after)
            tree_b, row_b = mapping.before.tree_of(before)
            assert tree_a.kind_name(row_a) == tree_b.kind_name(row_b)


def test_definitions_pair_by_name_when_reordered():
    """Swapped methods of one shape are told apart by their names."""
    method = "    def {0}(self):\n        return self.{0}\n"
    _, found = pairs(
        {"a.py": "class A:\n" + method.format("x") + method.format("y")},
        {"a.py": "class A:\n" + method.format("y") + method.format("x")},
    )
    assert found["self.x"] == "self.x"
    assert found["self.y"] == "self.y"


def test_file_renamed_and_edited():
    """Half of the lines in common make it one file."""
    lines = "".join(f"value_{i} = {i}\n" for i in range(10))
    mapping, found = pairs({"old.py": lines}, {"new.py": lines.replace("value_3 = 3", "z = 4")})
    assert mapping.file_pairs == ((0, 0),)
    assert found["value_7 = 7"] == "value_7 = 7"


def test_text_files_match_by_line():
    """Languages without a grammar are matched too."""
    _, found = pairs({"n.unknown": "one\ntwo\nthree\n"}, {"n.unknown": "zero\none\nthree\n"})
    assert found["three"] == "three"
    assert "zero" not in found or found["zero"] == "two"


@pytest.mark.parametrize("rows", [3_000])
def test_large_literal_has_no_cliff(rows):
    """A table of thousands of rows with a few edits is matched row by row."""
    lines = [f"    ({i}, 'name {i % 10}'),\n" for i in range(rows)]
    before = "T = [\n" + "".join(lines) + "]\n"
    lines[rows // 2] = "    (0, 'changed'),\n"
    lines.insert(10, "    (-1, 'inserted'),\n")
    mapping, _ = pairs({"a.py": before}, {"a.py": "T = [\n" + "".join(lines) + "]\n"})
    unmatched = sum(1 for node in mapping.to_before if node < 0)
    assert unmatched < 15


def test_same_input_same_mapping():
    """Two runs give the same columns."""
    before = {"a.py": "a = f(1)\nb = f(1)\nc = g(2)\n"}
    after = {"a.py": "b = f(1)\nc = g(2, 3)\na = f(1)\n"}
    first, second = pairs(before, after)[0], pairs(before, after)[0]
    assert first.to_before == second.to_before
    assert first.stage == second.stage
