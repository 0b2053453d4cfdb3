"""Laws of the rungs, on generated programs and on real files changed at random."""

from __future__ import annotations

import ast
import glob
import os
import random

import pytest
from expressions import TABLES, Writer, meaning, trees
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import SEEDS, program

from tracer.fingerprint import Fingerprints, fingerprint
from tracer.model.enums import Rung
from tracer.syntax import BROKEN, MISREAD, parse

_HERE = os.path.dirname(__file__)
_ROOT = os.path.dirname(os.path.dirname(_HERE))
# Real code in every language: this project's own sources, samples, and the standard library.
REAL = {
    "python": sorted(glob.glob(os.path.join(os.path.dirname(os.__file__), "[a-d]*.py")))[:25],
    **{
        language: glob.glob(os.path.join(_ROOT, "fixtures", "formatting", language, "*"))
        for language in ("javascript", "typescript", "tsx", "java", "go", "rust", "c", "cpp")
    },
}
STATEMENTS = {
    **dict.fromkeys(("python", "javascript", "typescript", "tsx"), "v = {}"),
    "java": "class A {{ void f() {{ v = {}; }} }}",
    "go": "package p\nfunc f() {{ v = {} }}\n",
    "rust": "fn f() {{ v = {}; }}",
    "c": "void f(void) {{ v = {}; }}",
    "cpp": "void f() {{ v = {}; }}",
}


def prints_of(text: bytes, language: str) -> Fingerprints:
    return fingerprint(parse(text, language))


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def assert_implications(seen: list[dict[bytes, bytes]], prints: Fingerprints) -> None:
    """Equal at a rung is equal at the next: each digest goes with one digest of the next rung."""
    columns = [prints.column(rung) for rung in Rung]
    for row in prints.units():
        for rung in range(len(Rung) - 1):
            digest, implied = columns[rung][row], columns[rung + 1][row]
            if digest and implied:
                assert seen[rung].setdefault(digest, implied) == implied


def mutated(text: bytes, chooser: random.Random) -> bytes:
    """The text with a few small changes at random places, as a careless editor makes them."""
    for _ in range(chooser.randint(1, 4)):
        at = chooser.randrange(len(text) + 1)
        end = min(len(text), at + chooser.choice([0, 1, 1, 5, 40]))
        piece = chooser.choice(
            [b"", b" ", b"\n", b"(", b")", b"'", b'"', b",", b"x", b"\\", b"if "]
        )
        text = text[:at] + piece + text[end:]
    return text


@pytest.mark.parametrize("language", sorted(REAL))
def test_each_rung_implies_the_next_in_real_code(language):
    """In real files, as they are and changed at random, for every definition and statement."""
    seen: list[dict[bytes, bytes]] = [{} for _ in Rung]
    chooser = random.Random(11)
    for path in REAL[language]:
        text = read(path)
        assert_implications(seen, prints_of(text, language))
        for _ in range(3):
            assert_implications(seen, prints_of(mutated(text, chooser), language))
    assert all(len(found) > 20 for found in seen[:-1])


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_each_rung_implies_the_next(seed):
    """In generated programs with few names, which collide."""
    seen: list[dict[bytes, bytes]] = [{} for _ in Rung]
    chooser = random.Random(seed)
    one, two = program(chooser), program(chooser)
    for text in (one, two, one.replace("a", "b")):
        assert_implications(seen, prints_of(text.encode(), "python"))


@settings(max_examples=200, deadline=None)
@given(SEEDS, st.integers(0, 3))
def test_position_says_nothing(seed, depth):
    """A program's statements digest the same alone, further down, and (but for EXACT, whose
    literals may span lines) further in."""
    text = program(random.Random(seed)).encode()
    alone = prints_of(text, "python")
    if alone.tree.flags[0] & BROKEN or b'"""' in text or b"'''" in text or b"\\\n" in text:
        return
    below = prints_of(b"'''module'''\nimport q\n\n\n" + text, "python")
    indented = b"".join(
        line if line == b"\n" else b"    " * depth + line for line in text.splitlines(keepends=True)
    )
    heads = b"".join(b"    " * i + b"if q:\n" for i in range(depth))
    inside = prints_of(heads + indented, "python")
    rows = _top_statements(alone)
    for other in (below, inside):
        others = _last_statements(other, len(rows))
        for rung in Rung:
            for row, at in zip(rows, others, strict=True):
                assert alone.digest(rung, row) == other.digest(rung, at)


def _top_statements(prints: Fingerprints) -> list[int]:
    tree = prints.tree
    return [row for row in prints.units() if tree.parent[row] == 0]


def _last_statements(prints: Fingerprints, count: int) -> list[int]:
    """The statements of the innermost of the blocks that were put around, or the last ones."""
    tree = prints.tree
    block = 0
    while True:
        rows = [row for row in prints.units() if tree.parent[row] == block]
        if (
            len(rows) == 1 and tree.kind_name(rows[0]) == "if_statement" and len(rows) != count
        ) or (len(rows) == 1 and tree.slice(rows[0]).startswith(b"if q:")):
            inner = tree.child_by_field(rows[0], "consequence")
        else:
            return rows[-count:] if count else []
        block = inner


@settings(max_examples=300, deadline=None)
@given(SEEDS, st.sampled_from("abcdxy"))
def test_renaming_a_local_leaves_alpha(seed, name):
    """A fresh name for a name that a function binds, wherever the function uses it."""
    text = f"def outer():\n    {name} = 0\n" + "".join(
        f"    {line}\n" for line in program(random.Random(seed)).splitlines()
    )
    dynamic = ("eval", "locals", "exec", "vars", "dir", "global", "nonlocal", "import", "=}")
    if any(word in text for word in dynamic):
        return
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    renamed = _renamed(tree, name, "fresh")
    if renamed is None:
        return
    before = prints_of(ast.unparse(tree).encode(), "python")
    after = prints_of(renamed.encode(), "python")
    if not before.tree.flags[0] & BROKEN:
        assert before.digest(Rung.ALPHA, 0) == after.digest(Rung.ALPHA, 0)


def _renamed(tree: ast.Module, name: str, fresh: str) -> str | None:
    """The program with every variable `name` called otherwise, or None where a class makes it an
    attribute, which is no variable."""
    if any(isinstance(node, ast.ClassDef) for node in ast.walk(tree)):
        return None
    copy = ast.parse(ast.unparse(tree))
    for node in ast.walk(copy):
        if isinstance(node, ast.Name) and node.id == name:
            node.id = fresh
        elif isinstance(node, ast.arg) and node.arg == name:
            node.arg = fresh
        elif (isinstance(node, (ast.FunctionDef, ast.ExceptHandler)) and node.name == name) or (
            isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name == name
        ):
            node.name = fresh
    return ast.unparse(copy)


def test_what_a_grammar_groups_wrongly_is_broken():
    """Python's `a ^ b & c` is `a ^ (b & c)`, and its grammar has it as `(a ^ b) & c`."""
    plain, right, wrong = (
        prints_of(f"v = {text}".encode(), "python")
        for text in ("a ^ b & c", "a ^ (b & c)", "(a ^ b) & c")
    )
    assert [p.tree.flags[0] & (BROKEN | MISREAD) for p in (plain, right, wrong)] == [12, 0, 0]
    assert len({p.digest(Rung.NORMAL, 0) for p in (plain, right, wrong)}) == 3


@pytest.mark.parametrize("language", sorted(TABLES))
def test_brackets_that_say_nothing(language):
    """As few brackets as the language needs and as many as it allows are equal at NORMAL, and two
    expressions are equal only when they group the same: the grammar knows the precedences, or
    what it has wrong is known."""
    template = STATEMENTS[language]
    sparse, eager = Writer(language, eager=False), Writer(language, eager=True)

    def normal(text: str) -> tuple[bytes, bool]:
        """The digest, and whether the grammar is known to group the text wrongly."""
        prints = prints_of(template.format(text).encode(), language)
        flags = prints.tree.flags[0]
        assert flags & MISREAD or not flags & BROKEN
        return prints.digest(Rung.NORMAL, 0), bool(flags & MISREAD)

    @settings(max_examples=120, deadline=None)
    @given(trees(language), trees(language))
    def law(one, two):
        (bare, is_misread), (bracketed, _) = normal(sparse.write(one)), normal(eager.write(one))
        other, is_other_misread = normal(sparse.write(two))
        assert is_misread or bare == bracketed
        is_same = meaning(one, TABLES[language]) == meaning(two, TABLES[language])
        if is_same:
            assert is_other_misread or bracketed == other
        else:
            assert bracketed != other

    law()


def _python_expressions():
    """Python expressions with brackets everywhere."""
    operators = ["+", "-", "*", "**", "@", "and", "or", "<", "==", "in", "is not", "|", "<<"]

    def extend(inner):
        two, three = st.tuples(inner, inner), st.tuples(inner, inner, inner)
        return st.one_of(
            st.tuples(st.sampled_from(operators), inner, inner).map(
                "({0[1]}) {0[0]} ({0[2]})".format
            ),
            three.map("({0[0]}) < ({0[1]}) <= ({0[2]})".format),
            three.map("({0[0]}) if ({0[1]}) else ({0[2]})".format),
            three.map("[({0[0]}) for i in ({0[1]}) if ({0[2]})]".format),
            two.map("({0[0]})({0[1]})".format),
            two.map("f(*({0[0]}), k=({0[1]}))".format),
            two.map("({0[0]})[({0[1]}):]".format),
            two.map("(({0[0]}), ({0[1]}))".format),
            *(
                inner.map(form.format)
                for form in (
                    *("not ({})", "-({})", "await ({})", "lambda q: ({})", "({}).z", "(({}),)"),
                    *("[({})]", "{{({}): 1}}", "(w := ({}))", "(yield ({}))", "(*({}), a)"),
                )
            ),
        )

    leaves = st.sampled_from(["a", "b", "c", "1", "1.5", "'s'", "b's'"])
    return st.recursive(leaves, extend, max_leaves=7)


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from(
        ["v = {}", "return {}", "if {}: pass", "for i in {}: pass", "assert {}", "f({})"]
    ),
    _python_expressions(),
    _python_expressions(),
)
def test_normal_is_the_syntax_tree_of_python(form, one, two):
    """Equal at NORMAL exactly when Python's own parser sees the same tree."""
    texts = [f"async def g():\n    {form.format(f'({e})')}\n" for e in (one, two)]
    try:
        parsed = [ast.parse(text) for text in texts]
    except SyntaxError:
        return
    sparse = ast.unparse(parsed[0])
    digests = [prints_of(t.encode(), "python").digest(Rung.NORMAL, 0) for t in (*texts, sparse)]
    assert digests[0] == digests[2]
    assert (digests[0] == digests[1]) is (ast.dump(parsed[0]) == ast.dump(parsed[1]))


@pytest.mark.parametrize("language", sorted(REAL))
def test_same_input_same_digests(language):
    """Computing rows one by one, in any order, or as columns gives the same."""
    for path in REAL[language][:6]:
        text = read(path)
        columns, single = prints_of(text, language), prints_of(text, language)
        units = columns.units()
        for row in random.Random(5).sample(units, min(25, len(units))):
            for rung in reversed(Rung):
                assert single.digest(rung, row) == columns.column(rung)[row]
