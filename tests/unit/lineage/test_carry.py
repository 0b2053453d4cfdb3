"""Who wrote which token, after changes small enough to check by eye."""

from __future__ import annotations

import pytest

from tracer.classify import classify
from tracer.lineage import Maker, baseline, carry, expand, fold, line_owner, segments_of
from tracer.lineage.segments import Segments
from tracer.lineage.windows import window_of
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Method, SourceKind, Verdict
from tracer.syntax import parse

ME = Maker("r2", SourceKind.RECORD, Method.OBSERVED)


def credits_after(before, after, path="a.py", **options):
    """[(segment text, credit)] of `after`, when all of `before` is revision `r1`'s."""
    state = baseline(path, "sha256:b", before.count("\n"), "r1")
    change_set = ChangeSet.from_texts({path: before.encode()}, {path: after.encode()})
    carried = carry(match(change_set), {path: state}, {path: "sha256:a"}, ME, **options)
    segments = segments_of(parse(after.encode(), path=path))
    credited = expand(carried.states[0], segments)
    return [(segments.text(i).decode(), credit) for i, credit in enumerate(credited)]


def mine(before, after, **options):
    """The segments that the change is the origin of."""
    return [
        text for text, credit in credits_after(before, after, **options) if credit.origin.id == "r2"
    ]


def touched(before, after, **options):
    """{segment text: rule} of carried segments whose last touch is the change."""
    return {
        text: credit.last.rule
        for text, credit in credits_after(before, after, **options)
        if credit.origin.id == "r1" and credit.last.id == "r2"
    }


def test_layout_makes_no_author():
    """Re-wrapping a call touches what it moved and authors nothing."""
    before = "value = compute(first, second)\nother = 1\n"
    after = "value = compute(\n    first,\n    second\n)\nother = 1\n"
    assert mine(before, after) == []
    rules = touched(before, after)
    assert rules["first"] == rules["second"] == "reflow"
    assert "other" not in rules


def test_reindented_body_keeps_its_author_and_says_reflow():
    """Wrapping in `if` is the new author's; the body is not."""
    before = "def f(a):\n    save(a)\n"
    after = "def f(a):\n    if a:\n        save(a)\n"
    assert "save" not in mine(before, after)
    assert "if" in mine(before, after)
    assert touched(before, after)["save"] in {"move", "reflow"}


def test_one_line_of_a_docstring():
    """Of a string of several lines only the edited line changes hands."""
    before = 'def f():\n    """One.\n\n    Two.\n    Three.\n    """\n'
    after = before.replace("Two.", "Zwei.")
    assert mine(before, after) == ["Zwei."]


def test_kept_leaves_keep_their_origin():
    """A leaf that a rule explains (a rename) has a new text and the old author."""
    before, after = "a = 1\n", "b = 1\n"
    assert mine(before, after) == ["b"]
    mapping = match(ChangeSet.from_texts({"a.py": before.encode()}, {"a.py": after.encode()}))
    tree = mapping.after.trees[0]
    leaf = next(row for row in range(len(tree)) if tree.slice(row) == b"b" and tree.flags[row] & 1)
    assert mine(before, after, kept={leaf}, rules={leaf: "rename"}) == []
    assert touched(before, after, kept={leaf}, rules={leaf: "rename"})["b"] == "rename"


def test_comment_is_carried():
    """Comments are no tokens and have authors all the same."""
    before = "# why it is so\nx = 1\n"
    after = "y = 0\n# why it is so\nx = 1\n"
    assert mine(before, after) == ["y", "=", "0"]


def test_line_of_the_origin_is_remembered():
    """A credit names the line in the version its origin wrote."""
    lines = [f"v{i} = {i}\n" for i in range(6)]
    found = dict(credits_after("".join(lines), "new = 0\n" + "".join(lines)))
    assert found["v4"].line == 5
    assert found["v4"].method is Method.INFERRED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "x = 1",
        "x = 1\n\n\n",
        '\n\ndef f():\n    """a\n\n    b\n    """\n',
        "a\r\n\r\nb\r\n",
    ],
)
def test_expand_and_fold_are_inverse(text):
    """A state says all there is: folding what it expands to gives it back."""
    state = baseline("a.py", "sha256:b", parse(text.encode(), path="a.py").line_count, "r1")
    segments = segments_of(parse(text.encode(), path="a.py"))
    again = fold("a.py", "sha256:b", segments, expand(state, segments))
    assert expand(again, segments) == expand(state, segments)
    covered = sum(run.end_line - run.start_line + 1 for run in again.runs)
    assert covered == (segments.tree.line_count if len(segments) else 0)


def test_removed_names_outermost_definitions():
    """A deleted class is one removal, not one for each of its methods."""
    before = "class A:\n    def f(self):\n        pass\n\n\ndef keep():\n    pass\n"
    state = baseline("a.py", "sha256:b", before.count("\n"), "r1")
    after = "def keep():\n    pass\n"
    change_set = ChangeSet.from_texts({"a.py": before.encode()}, {"a.py": after.encode()})
    carried = carry(match(change_set), {"a.py": state}, {"a.py": "sha256:a"}, ME)
    assert [(item.element, item.origin.id) for item in carried.removed] == [("A", "r1")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = f(a, b)\n", "x = f(\n    a,\n    b,\n)\n"),
        ("x = 'abc'\nif (y):\n    pass\n", 'x = "abc"\nif y:\n    pass\n'),
        ("x = 'abc' 'def'\n", 'x = "abc" "def"\n'),
        ("def f(a):\n    t = a\n    return t\n", "def f(a):\n    total = a\n    return total\n"),
    ],
)
def test_a_refactoring_changes_no_origin(before, after):
    """Not even of the comma, the quote or the name that it wrote."""
    change_set = ChangeSet.from_texts({"a.py": before.encode()}, {"a.py": after.encode()})
    verdict = classify(match(change_set))
    assert verdict.verdict.verdict is Verdict.AST_REFACTOR
    assert mine(before, after, kept=verdict.whose.kept, rules=verdict.whose.rules) == []


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        (
            "a.py",
            "def f(a):\n    return a.first.strip() + ', ' + a.last\n",
            "def f(a):\n    name = a.first.strip()\n    return name + ', ' + a.last\n",
        ),
        (
            "a.ts",
            "function f(a: A): string {\n  return a.first.trim() + a.last;\n}\n",
            "function f(a: A): string {\n  const n = a.first.trim();\n  return n + a.last;\n}\n",
        ),
        (
            "A.java",
            "class A {\n  int f(int a) {\n    return a * 3 + a;\n  }\n}\n",
            "class A {\n  int f(int a) {\n    int n = a * 3;\n    return n + a;\n  }\n}\n",
        ),
    ],
)
def test_the_name_of_a_value_makes_a_statement_no_newer(path, before, after):
    """What is left of a statement of which a part got a name is its author's, name or not."""
    state = baseline(path, "sha256:b", before.count("\n"), "r1")
    change_set = ChangeSet.from_texts({path: before.encode()}, {path: after.encode()})
    mapping = match(change_set)
    found = classify(mapping)
    assert found.verdict.verdict is Verdict.AST_REFACTOR
    told = {"kept": found.whose.kept, "rules": found.whose.rules, "removed": found.whose.removed}
    carried = carry(mapping, {path: state}, {path: "sha256:a"}, ME, **told)
    line = 1 + [text.strip()[:6] for text in after.splitlines()].index("return")
    parts = next(entry.parts for entry in carried.states[0].mixed if entry.line == line)
    assert {credit.origin.id for _, credit in parts} == {"r1", "r2"}
    owner = line_owner(parts, lambda id_, _: float(id_[1:]), (path, line))
    assert owner.origin.id == "r1"


def test_a_constant_changed_in_a_function_that_moves():
    """The move explains the leaves that it carries, not the one that says something else now."""
    function = 'def cost(net):\n    return net.quantize("0.01")\n'
    before = {"a.py": f"rate = 1\n\n\n{function}".encode(), "b.py": b"other = 2\n"}
    moved = function.replace("0.01", "0.0001")
    after = {"a.py": b"rate = 1\n", "b.py": f"other = 2\n\n\n{moved}".encode()}
    states = {
        path: baseline(path, f"sha256:{path}", text.count(b"\n"), "r1")
        for path, text in before.items()
    }
    mapping = match(ChangeSet.from_texts(before, after))
    found = classify(mapping, closed_world=True)
    assert "move_definition" in found.whose.rules.values()
    contents = {path: f"sha256:{path}2" for path in after}
    done = carry(mapping, states, contents, ME, kept=found.whose.kept, rules=found.whose.rules)
    (state,) = (state for state in done.states if state.path == "b.py")
    segments = segments_of(parse(after["b.py"], path="b.py"))
    credited = expand(state, segments)
    texts = [segments.text(i).decode() for i, c in enumerate(credited) if c.origin.id == "r2"]
    assert texts == ["0.0001"]


def test_a_window_around_lines_holds_all_of_them() -> None:
    """Its segments are those of the whole tree on its lines, and a fold around it loses nothing."""
    text = (
        b'\n"""a\n\nb\n"""\n\ndef f(a):\n    return (a +\n            1)\n\n\n'
        b'x = f(2); y = 3\n\nz = """\n"""\n'
    )
    tree = parse(text, path="a.py")
    every = Segments(tree)
    count = len(tree.line_starts)
    state = baseline("a.py", "", tree.line_count, "r")
    for first in range(1, count + 1):
        for last in range(first, count + 1):
            window = window_of(tree, first, last)
            assert window.first_line <= first
            beyond = text.splitlines()[window.last_line : last]
            assert not b"".join(beyond).strip()
            found = Segments(tree, window)
            wanted = [
                (row, line)
                for row, line in zip(every.row, every.line, strict=True)
                if window.first_line <= line <= window.last_line
            ]
            assert list(zip(found.row, found.line, strict=True)) == wanted
            assert fold("a.py", "", found, expand(state, found), outside=state) == state


@pytest.mark.parametrize(
    ("before", "after"),
    [("notes", "notes.md"), ("a.txt", "a.py"), ("a.js", "lib/a.ts"), ("a.ts", "a.tsx")],
)
def test_file_renamed_into_another_language(before, after):
    """The lines of the file are the same, whatever leaves its new language sees in them."""
    text = "export function total(cart) {\n  return cart.sum * 2;\n}\n\nexport let size = 3;\n"
    edited = text.replace("size = 3", "size = total")
    change_set = ChangeSet.from_texts({before: text.encode()}, {after: edited.encode()})
    state = baseline(before, "sha256:b", 5, "r1")
    carried = carry(match(change_set), {before: state}, {after: "sha256:a"}, ME)
    segments = segments_of(parse(edited.encode(), path=after))
    credits_ = expand(carried.states[0], segments)
    new = {segments.line[i] for i, one in enumerate(credits_) if one.origin.id == "r2"}
    assert new <= {5}
    assert new
