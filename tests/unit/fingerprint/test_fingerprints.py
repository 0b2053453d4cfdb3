"""The API: digests, columns, units; broken code, comments, size, unknown languages."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from golden import GOLDEN, SNIPPETS
from rungs import digests, strongest

import tracer
from tracer.fingerprint import FORMAT, fingerprint
from tracer.fingerprint.digests import FLAT
from tracer.model.enums import Rung
from tracer.syntax import TRIVIA, parse

SAMPLE = b"""import os

@d
def f(a, b=1):
    # comment
    if a:
        return [x for x in (b, 'c',)]
    return os
"""


@pytest.mark.parametrize("language", sorted(SNIPPETS))
def test_golden(language):
    """Digests of FORMAT 1 never change: not by machine, Python version, file or position."""
    assert FORMAT == 1
    found = digests(language, SNIPPETS[language].encode())
    assert {rung.name: found[rung].hex() for rung in Rung} == GOLDEN[language]


def test_golden_in_another_process():
    """Nor by process: hash randomisation and import order say nothing."""
    code = (
        "from rungs import digests; from golden import SNIPPETS, GOLDEN; "
        "from tracer.model.enums import Rung\n"
        "for language in reversed(sorted(SNIPPETS)):\n"
        "    found = digests(language, SNIPPETS[language].encode())\n"
        "    assert {r.name: found[r].hex() for r in Rung} == GOLDEN[language]\n"
    )
    root = os.path.dirname(os.path.dirname(tracer.__file__))
    path = os.pathsep.join([os.path.dirname(__file__), root])
    env = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "77"}
    subprocess.run([sys.executable, "-c", code], check=True, env=env)


def test_columns_are_parallel_to_the_tree():
    """TOKENS has every row that is no comment; the other rungs have the units."""
    tree = parse(SAMPLE, "python")
    prints = fingerprint(tree)
    units = prints.units()
    kinds = [tree.kind_name(row) for row in units]
    assert kinds == [
        *("module", "import_statement", "decorated_definition", "function_definition"),
        *("if_statement", "return_statement", "return_statement"),
    ]
    for rung in Rung:
        column = prints.column(rung)
        assert len(column) == len(tree)
        for row, digest in enumerate(column):
            expected = not tree.flags[row] & TRIVIA if rung is Rung.TOKENS else row in units
            assert len(digest) == (16 if expected else 0)
            if digest:
                assert fingerprint(tree).digest(rung, row) == digest


def test_digest_of_any_row():
    """`digest` answers for rows that are no units, and for what the normal form leaves out."""
    tree = parse(b"f('a',)", "python")
    prints = fingerprint(tree)
    by_kind = {tree.kind_name(row): row for row in range(len(tree))}
    assert prints.digest(Rung.NORMAL, by_kind[","]) == b""
    for kind in ("string", "string_start", "string_content", "argument_list", "identifier"):
        for rung in Rung:
            assert len(prints.digest(rung, by_kind[kind])) == 16
    other = parse(b'f("a")', "python")
    row = next(r for r in range(len(other)) if other.kind_name(r) == "argument_list")
    assert fingerprint(other).digest(Rung.NORMAL, row) == prints.digest(
        Rung.NORMAL, by_kind["argument_list"]
    )


def test_rows_inside_escapes_have_digests():
    """The inside of a literal that NORMAL rewrites stands for itself."""
    tree = parse(b"'a\\x41'", "python")
    prints = fingerprint(tree)
    row = next(r for r in range(len(tree)) if tree.kind_name(r) == "escape_sequence")
    assert prints.digest(Rung.NORMAL, row) == prints.digest(Rung.TOKENS, row)
    assert len(prints.digest(Rung.SHAPE, row)) == 16


def test_exact_forgets_indentation_only():
    """EXACT is the bytes of a span whose own indentation is gone; a moved block keeps it."""
    block = "if a:\n    b  # c\n\n    d"
    alone = fingerprint(parse(block.encode(), "python"))
    inside = "def f():\n    " + block.replace("\n    ", "\n        ")
    tree = parse(inside.encode(), "python")
    row = next(r for r in range(len(tree)) if tree.kind_name(r) == "if_statement")
    assert fingerprint(tree).digest(Rung.EXACT, row) == alone.digest(Rung.EXACT, 1)
    assert strongest("python", "a = 1", "a  = 1") is Rung.TOKENS
    assert strongest("python", "a = 1  # b", "a = 1") is Rung.TOKENS


def test_exact_implies_tokens_in_strings():
    """White space inside a literal is no indentation."""
    one = "if a:\n    b = '''c\n    d'''\n"
    two = "b = '''c\nd'''\n"
    tree = parse(one.encode(), "python")
    row = next(r for r in range(len(tree)) if tree.kind_name(r) == "assignment")
    inside = fingerprint(tree).digest(Rung.EXACT, row)
    assert inside != fingerprint(parse(two.encode(), "python")).digest(Rung.EXACT, 1)


def test_line_ends_are_layout():
    """CRLF says nothing from TOKENS on, in strings too."""
    text = "x = '''a\nb'''\nif a:\n    b\n"
    assert strongest("python", text, text.replace("\n", "\r\n")) is Rung.TOKENS


def test_comments_have_no_digest():
    """A comment is empty at every rung, also a file of comments only."""
    tree = parse(b"# a\n# b\n", "python")
    prints = fingerprint(tree)
    for rung in Rung:
        assert prints.digest(rung, 1) == b""
        assert prints.column(rung)[1] == b""
    assert prints.column(Rung.TOKENS)[0] == prints.digest(Rung.TOKENS, 0)


def test_significant_comments_count():
    """What the language obeys is a token."""
    assert strongest("go", "^//go:build a\n\npackage p\n", "^package p\n") is None
    assert strongest("python", "x = 1 # a", "x = 1 # b") is Rung.TOKENS


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("python", "x = (1\n", "x = (1 \n"),
        ("python", "def f(:\n    a\n", "def f(:\n    a  # c\n"),
        ("javascript", "x = {", "x = { "),
        ("c", "int f( { return 1; }", "int f({ return 1; }"),
    ],
)
def test_broken_code_equals_only_its_own_bytes(language, before, after):
    """Above EXACT, code with syntax errors is equal only when its bytes are."""
    assert strongest(language, "^" + before, "^" + after) is None
    assert strongest(language, "^" + before, "^" + before) is Rung.EXACT


def test_whole_code_beside_broken_code_is_unharmed():
    """The flag is the subtree's, not the file's."""
    whole = fingerprint(parse(b"def f(a):\n    return a\n", "python"))
    tree = parse(b"def f(a):\n    return a\n\ndef g(:\n    pass\n", "python")
    rows = [row for row in range(len(tree)) if tree.kind_name(row) == "function_definition"]
    assert rows
    for rung in Rung:
        assert fingerprint(tree).digest(rung, rows[0]) == whole.digest(rung, 1)
        assert fingerprint(tree).column(rung)[rows[0]] == whole.digest(rung, 1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("json", b'{"a": [1, 2]}'),
        ("text", b"a line\n\nanother\n"),
        ("binary", b"\x00\x01\x02"),
        ("text", b""),
        ("binary", b""),
        ("python", b"\xff\xfe\x00x = 1"),
        ("python", b"x = '\xff'\n"),
        ("javascript", b"x = '\\uD800'"),
    ],
)
def test_any_input_has_digests(language, text):
    """Structural languages, text, binary data, bytes that are no UTF-8: every rung answers."""
    prints = fingerprint(parse(text, language))
    for rung in Rung:
        assert len(prints.digest(rung, 0)) == 16
        assert prints.column(rung)[0] == prints.digest(rung, 0)


def test_large_subtrees_are_merkle_nodes():
    """Over FLAT entries the digest is made of the children's, and sees every leaf."""
    many = ", ".join(f"x{i}" for i in range(FLAT))
    for at, other in ((0, "y0"), (FLAT - 1, f"y{FLAT - 1}"), (FLAT // 2, "(z)")):
        names = many.split(", ")
        names[at] = other
        rung = strongest("python", f"f({many})", f"f({', '.join(names)})")
        assert rung is Rung.SHAPE
    nested = f"[{many}]"
    assert strongest("python", f"g({nested}, a)", f"g([{nested}], a)") is None
    assert strongest("python", f"g([{many}, a])", f"g([{many}], a)") is None


def test_large_functions_keep_alpha():
    """Renaming in a function over FLAT entries, and what it captures."""
    body = "\n".join(f"    y{i} = x + y{i - 1}" for i in range(1, FLAT // 4))
    one = f"def f(x, y0):\n{body}\n    return z\n"
    assert strongest("python", one, one.replace("x", "w")) is Rung.ALPHA
    assert strongest("python", one, one.replace("x", "z")) is Rung.SHAPE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "x = " + " + ".join(["a"] * 20_000)),
        ("python", "x = " + "(" * 4_000 + "a" + ")" * 4_000),
        ("javascript", "x = " + "(" * 4_000 + "a" + ").b" * 4_000),
        ("javascript", "function f(a) { " * 1_000 + "a" + "}" * 1_000),
        ("c", "void f(void) { " + "else ".join(["if (a) { b = 1; } "] * 3_000) + "}"),
        ("javascript", "var a = 1; a();" * 20_000),
        ("python", "x = [" + "'a', " * 40_000 + "]"),
    ],
    ids=["sum", "brackets", "members", "functions", "else-if", "one-line", "list"],
)
def test_deep_and_wide_trees(language, text):
    """No recursion, and no cost that grows with the square of a chain."""
    start = time.perf_counter()
    tree = parse(text.encode(), language)
    parsed = time.perf_counter() - start
    prints = fingerprint(tree)
    start = time.perf_counter()
    for rung in Rung:
        assert len(prints.column(rung)[0]) == 16
    # Linear costs 1 to 5 times the parse here; the square of 20,000 would be 1,000 times.
    assert time.perf_counter() - start < 60 * parsed + 2
