"""The verdict as a whole: strongest wins, everything named, nothing called harmless by default."""
# ruff: noqa: E501

from __future__ import annotations

import pytest
from judge import changes_of, judge, rules_of

from tracer.classify import to_json


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("notes.txt", "one\n", "one \ntwo\n"),
        ("data.yaml", "a:\n  b: 1\n", "a:\n    b: 1\n"),
        ("image.bin", "\x00a", "\x00b"),
        ("Makefile", "all:\n\ttrue\n", "all:\n\ttrue\n\n"),
        ("a.py", "def f(:\n    return 1\n", "def f(:\n    return  1\n"),
    ],
)
def test_unknown_and_broken_code_is_never_refactoring(path, before, after):
    """Where roles are unknown or code is broken, every difference is evolution."""
    assert rules_of(before, after, path)[0] == "INTENT_EVOLUTION"


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("def f(a):\n    if a > 1:\n        g()\n", "def f(a):\n    if a < 1:\n        g()\n", "condition changed"),
        ("x = 1\n", "x = 2\n", "constant changed"),
        ("x = 'a'\n", "x = 'b'\n", "constant changed"),
        ("def f(a):\n    g()\n    h(a)\n", "def f(a):\n    g()\n", "call deleted"),
        ("def f(a):\n    return a\n", "def f(a, b):\n    return a\n", "parameter added"),
        ("def f():\n    return 1\n", "def f():\n    return 1\n\n\ndef g():\n    return 2\n", "function added"),
        ("def f():\n    return 1\n\n\ndef g():\n    return 2\n", "def f():\n    return 1\n", "function deleted"),
        ("def f(a):\n    x = 1\n    return a\n", "def f(a):\n    return a\n", "statement deleted"),
        ("import os\n", "import os\nimport re\n", "import added"),
        ("def f(a):\n    return a + 1\n", "def f(a):\n    return a - 1\n", "operator changed"),
        ("@a\ndef f():\n    return 1\n", "@b\ndef f():\n    return 1\n", "annotation changed"),
        ("def f() -> int:\n    return 1\n", "def f() -> str:\n    return 1\n", "return type changed"),
        ("def f():\n    'One.'\n", "def f():\n    'Two.'\n", "documentation changed"),
        ("f(a)\n", "f(b)\n", "argument changed"),
        ("def f():\n    return 1\n", "def g():\n    return 1\n", "function renamed"),
    ],
)  # fmt: skip
def test_evolution_is_named(before, after, kind):
    """What is left unexplained is called by what it is."""
    verdict, rules = rules_of(before, after)
    assert verdict == "INTENT_EVOLUTION"
    assert kind in rules


def test_files_and_unchanged():
    """Every file has its own verdict; the set has the strongest."""
    before = {"a.py": "x = 1\n", "b.py": "x = 'a'\n", "c.py": "x = 1\n"}
    after = {"a.py": "x = 1\n", "b.py": 'x = "a"\n', "c.py": "x = 2\n"}
    verdict = judge(before, after).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION"
    found = {file.after: file.verdict.value for file in verdict.files}
    assert found == {"a.py": "UNCHANGED", "b.py": "AST_REFACTOR", "c.py": "INTENT_EVOLUTION"}
    assert judge(before, before).verdict.verdict.value == "UNCHANGED"


def test_mixed_change_is_split():
    """A rename stays a refactoring, and keeps its leaves, beside an evolved statement."""
    before = "def f(items):\n    total = 0\n    for item in items:\n        total += item\n    return total\n"
    after = "def f(items):\n    result = 0\n    for item in items:\n        result += item * 2\n    return result\n"
    found = judge({"a.py": before}, {"a.py": after})
    by_rule = {change.rule: change.verdict.value for change in changes_of(found.verdict)}
    assert by_rule["rename_local"] == "AST_REFACTOR"
    assert found.verdict.verdict.value == "INTENT_EVOLUTION"
    assert len(found.whose.kept) == 3
    assert set(found.whose.rules.values()) == {"rename_local"}


def test_kept_leaves_have_partners_with_another_text():
    """`kept` is about leaves that lineage would otherwise take for new."""
    found = judge({"a.py": "x = 'a'\n"}, {"a.py": 'x = "a"\n'})
    assert found.whose.kept
    assert set(found.whose.rules) == found.whose.kept


def test_json_has_the_form_of_the_contract():
    """Places, rules and evidence, with null for a missing side."""
    verdict = judge(
        {"a.py": "def f(a):\n    return a\n"}, {"a.py": "def f(a):\n    b()\n    return a\n"}
    )
    found = to_json(verdict.verdict)
    assert found["verdict"] == "INTENT_EVOLUTION"
    (file,) = found["files"]
    assert (file["before"], file["after"], file["language"]) == ("a.py", "a.py", "python")
    (change,) = file["changes"]
    assert change["rule"] == "call added"
    assert change["before"] is None
    assert change["after"] == {"path": "a.py", "start_line": 2, "end_line": 2, "name": "f"}


def test_layout_shows_the_lines_that_differ():
    """White space has no node: the place is from the first to the last difference."""
    verdict = judge({"a.py": "x = 1\ny = 2\nz = 3\n"}, {"a.py": "x = 1\ny =  2\nz = 3\n"}).verdict
    (change,) = changes_of(verdict)
    assert change.rule == "layout"
    assert change.after[1:3] == (2, 2)


def test_move_is_listed_under_both_files():
    """A definition that moved between files shows in each of them."""
    body = "def helper(value):\n    return value + 1\n"
    verdict = judge(
        {"a.py": body + "\n\ndef run(x):\n    return x\n", "b.py": "SIZE = 1\n"},
        {"a.py": "def run(x):\n    return x\n", "b.py": "SIZE = 1\n\n\n" + body},
    ).verdict
    rules = {file.after: [change.rule for change in file.changes] for file in verdict.files}
    assert rules == {"a.py": ["function moved"], "b.py": ["function moved"]}


def test_same_input_same_answer():
    """Nothing depends on the order of sets or dictionaries."""
    before = "def f(a, b):\n    x = a\n    y = b\n    return x + y\n"
    after = "def f(a, b):\n    p = a\n    q = b\n    return p - q\n"
    answers = [to_json(judge({"a.py": before}, {"a.py": after}).verdict) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]


def test_what_moved_to_a_longer_file_and_was_edited_there():
    """An edit may have one side in one file and the other in another: no rule takes it for both."""
    body = "".join(f"    b{i} = a + {i}\n" for i in range(9))
    moved = f"def f(a):\n{body}    return b0 or b8 is None\n"
    head = "def g(a):\n    return a\n"
    tail = "".join(f"def h{i}(a):\n    return a * {i}\n\n\n" for i in range(40))
    edited = moved.replace("b8 is None", "b7 is None").replace("a + 3", "a + 33")
    before = {"a.py": f"{head}\n\n{moved}", "b.py": tail}
    after = {"a.py": head, "b.py": f"{tail}{edited}"}
    verdict = judge(before, after, closed_world=True).verdict
    assert verdict.verdict.value == "INTENT_EVOLUTION"
    assert {"a.py", "b.py"} == {file.after for file in verdict.files}


def test_a_loop_whose_body_is_one_statement():
    """The one statement of a loop without brackets is compared by its parts, and that ends."""
    text = "function f(a, b, c) {{ {} {} }}"
    for loop in ("for (const i of a) {}(i);", "while (a) {}(1);", "do {}(1); while (a);"):
        for last, expected in (("b", "AST_REFACTOR"), ("c", "INTENT_EVOLUTION")):
            before = text.format(loop.format("b"), "if (!a) { return 1; } return 2;")
            after = text.format(loop.format(last), "if (a) { return 2; } return 1;")
            assert rules_of(before, after, "m.js")[0] == expected, (loop, last)
