"""Whose a line is: the newest change of its meaning."""

import pytest

from tracer.classify import classify
from tracer.lineage import CUT, NEW, NEW_NAME, Maker, baseline, carry, line_owner
from tracer.matching import match
from tracer.model.attribution import Credit, Source, Touch
from tracer.model.changes import ChangeSet
from tracer.model.enums import Method, SourceKind

WHEN = {"a": 1.0, "b": 2.0, "c": 3.0}


def credit(origin: str, last: str | None = None, rule: str = NEW) -> Credit:
    source = Source(origin, SourceKind.RECORD, "f.py")
    return Credit(source, 7, Touch(last or origin, SourceKind.RECORD, rule), Method.CARRIED)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([(9, credit("a")), (1, credit("b"))], "b"),
        ([(1, credit("b")), (9, credit("a"))], "b"),
        ([(1, credit("a", "c", "move"))], "a"),
        ([(1, credit("a", "c", "rename_local")), (1, credit("b"))], "b"),
        ([(1, credit("a", "c", CUT)), (1, credit("b"))], "c"),
        ([(1, credit("b", "a", CUT))], "b"),
        ([(1, credit("a", "b", CUT)), (1, credit("b"))], "b"),
        ([(5, credit("a")), (1, credit("c", "c", NEW_NAME))], "a"),
        ([(1, credit("c", "c", NEW_NAME))], "c"),
    ],
)
def test_the_newest_meaning_owns_a_line(parts, expected) -> None:
    """New code and cuts count; moves, renames and new names of known definitions do not."""
    owner = line_owner(parts, lambda name, _: WHEN[name], ("g.py", 3))
    assert owner.origin.id == expected


def test_of_records_of_one_moment_the_later_id_counts() -> None:
    """A clock that stands still does not hide that a cut came after what it cut from."""
    parts = [(1, credit("a")), (1, credit("a", "b", CUT))]
    assert line_owner(parts, lambda *_: 1.0, ("g.py", 3)).origin.id == "b"


def test_new_code_stands_for_its_change_rather_than_a_cut() -> None:
    """A change that replaced code is credited by what it wrote, with the place of that."""
    parts = [(1, credit("a", "b", CUT)), (1, credit("b"))]
    assert line_owner(parts, lambda name, _: WHEN[name], ("g.py", 3)) == credit("b")


def test_a_cut_is_credited_where_it_shows() -> None:
    """What is gone has no place of its own."""
    owner = line_owner([(1, credit("a", "b", CUT))], lambda name, _: WHEN[name], ("g.py", 3))
    assert (owner.origin.path, owner.line) == ("g.py", 3)


def credits_after(before: bytes, after: bytes, path: str = "f.py") -> list[Credit]:
    """The credits of the parts of the last line after the change."""
    mapping = match(ChangeSet.from_texts({path: before}, {path: after}))
    verdict = classify(mapping)
    states = {path: baseline(path, "x", before.count(b"\n"), "old")}
    (state,) = carry(
        mapping,
        states,
        {path: "y"},
        Maker("me", SourceKind.RECORD, Method.OBSERVED),
        kept=verdict.whose.kept,
        rules=verdict.whose.rules,
        removed=verdict.whose.removed,
    ).states
    line = after.count(b"\n")
    for run in state.runs:
        if run.start_line <= line <= run.end_line:
            return [run.credit]
    return [part for m in state.mixed for _, part in m.parts]


def carried(before: bytes, after: bytes) -> list[tuple[str, str]]:
    """(origin, rule of the last touch) of the same."""
    return [(part.origin.id, part.last.rule) for part in credits_after(before, after)]


@pytest.mark.parametrize(
    ("before", "after", "touched"),
    [
        (b"x = 1\nif seen(a) and may(b): go(a)\n", b"x = 1\nif seen(a): go(a)\n", True),
        (b"def f(a, b):\n    return g(a, b)\n", b"def f(a, b):\n    return g(b)\n", True),
        (b"def f(a):\n    return g(a, )\n", b"def f(a):\n    return g(a)\n", False),
        (b"def f(a):\n    return (a)\n", b"def f(a):\n    return a\n", False),
        (b"def f(a):\n    h(a)\n    return a\n", b"def f(a):\n    return a\n", False),
    ],
)
def test_what_is_taken_from_a_line_touches_it(before: bytes, after: bytes, touched: bool) -> None:
    """Not what a formatter may drop, and not lines that are gone as a whole."""
    parts = carried(before, after)
    assert {origin for origin, _ in parts} == {"old"}
    assert (CUT in {rule for _, rule in parts}) is touched


def test_a_new_name_of_a_known_definition_says_so() -> None:
    """Its leaf is new, for nobody proved that all users followed; the line is not."""
    before = b"x = 1\ndef load(path, mode): return open(path, mode).read(mode)\n"
    parts = carried(before, before.replace(b"load", b"fetch"))
    assert ("me", NEW_NAME) in parts
    assert ("me", NEW) not in parts


def _renamed(path: str, text: bytes, old: bytes = b"net", new: bytes = b"net_total") -> str:
    """Who owns the last line of a file after all that is called `old` there is called `new`."""
    parts = [(1, part) for part in credits_after(text, text.replace(old, new), path)]
    when = {"old": 1.0, "me": 2.0}
    return line_owner(parts, lambda name, _: when[name], (path, 1)).origin.id


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", b"class A:\n    def net(self): return 1\nx = [a.net() for a in all_of(A)]\n"),
        ("a.rb", b"class A\n  def net\n    1\n  end\nend\nputs all_of(A).map { |a| a.net + 2 }\n"),
        ("a.js", b"class A { net() { return 1; } }\nexport const x = load().net() + 2;\n"),
        ("a.go", b"package a\n\nfunc (a A) net() int { return 1 }\nvar x = load().net() + 2\n"),
        ("a.php", b"<?php\nclass A { function net() { return 1; } }\necho load()->net() + 2;\n"),
    ],
)
def test_a_line_that_uses_a_renamed_definition_is_no_newer(path, text) -> None:
    """Though nobody can prove that the name was only this definition's."""
    assert _renamed(path, text) == "old"


@pytest.mark.parametrize(
    "text",
    [
        b"x = a.net() + 2\n",
        b"def net_total(): return 1\ndef net(): return 2\nx = [net() for a in all_of(A)]\n",
    ],
)
def test_a_line_that_names_another_definition_is_newer(text) -> None:
    """Where none was renamed, and where the new name was another's."""
    assert _renamed("a.py", text) == "me"


def test_a_name_that_stays_elsewhere_is_not_renamed() -> None:
    """One of two methods of a name is called otherwise: the line may mean the other one now."""
    before = (
        b"class A:\n    def net(self): return 1\nclass B:\n    def net(self): return 2\n"
        b"x = [a.net() for a in all_of(A)]\n"
    )
    after = before.replace(b"net", b"net_total", 1).replace(b"a.net()", b"a.net_total()")
    parts = [(1, part) for part in credits_after(before, after, "a.py")]
    when = {"old": 1.0, "me": 2.0}
    assert line_owner(parts, lambda name, _: when[name], ("a.py", 1)).origin.id == "me"


@pytest.mark.parametrize(
    ("path", "before", "after", "owner"),
    [
        ("a.py", b"x = f(1)  # one\n", b"x = f(1)  # the first\n", "old"),
        ("a.py", b"x = f(1)\n", b"x = f(1)  # one\n", "old"),
        ("a.go", b"package a\n\nvar x int\n", b"package a\n\nvar x int //go:nosplit\n", "me"),
        ("a.py", b"x = f(1)\n# one\n", b"x = f(1)\n# the first\n", "me"),
        ("a.js", b"let a = f(1)\n", b"/* one */ let a = f(1)\n", "old"),
        ("a.go", b"package a\n\nvar x = f(1)\n", b"package a\n\nvar x = f(2) // two\n", "me"),
    ],
)
def test_a_remark_makes_no_line_newer(path, before, after, owner) -> None:
    """A comment beside code is its writer's; the line is that of the code."""
    parts = [(1, credit) for credit in credits_after(before, after, path)]
    found = line_owner(parts, lambda name, _: {"old": 1.0, "me": 2.0}[name], (path, 1))
    assert found.origin.id == owner


@pytest.mark.parametrize(
    ("before", "after", "owners"),
    [
        (
            b"def f(a):\n    due = total(a.rows, a.tax)\n    return due\n",
            b"def f(a):\n    return total(a.rows, a.tax)\n",
            {"old"},
        ),
        (
            b"def f(a):\n    due = total(a.rows, a.tax)\n    return due\n",
            b"def f(a):\n    return total(a.rows, a.net)\n",
            {"old", "me"},
        ),
        (
            b"def f(a):\n    return first(a)\n",
            b"def f(a):\n    return second.of[1]\n",
            {"me"},
        ),
    ],
)
def test_a_value_that_is_returned_instead_of_its_name(
    before: bytes, after: bytes, owners: set[str]
) -> None:
    """`return` is that of the statement that went, where what is returned now stood there."""
    assert {origin for origin, _ in carried(before, after)} == owners


def test_a_returned_value_that_is_another_one_is_the_changes() -> None:
    """All that stands there stood there before, and it is not what was returned."""
    before = b"def f(a):\n    log(secret(a))\n    return safe(a)\n"
    assert CUT in {rule for _, rule in carried(before, b"def f(a):\n    return secret(a)\n")}
