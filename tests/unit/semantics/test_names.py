"""What each occurrence of a name is, and which scope binds it."""
# ruff: noqa: E501

from __future__ import annotations

import pytest
from judge import rules_of

from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax import parse


def meanings(language, text, word):
    """[(line, use, kind of the binding's scope, its first line)] of every occurrence."""
    tree = parse(text.encode(), language)
    names = Names(tree)
    found = []
    for occurrence in names.occurrences(word):
        scope = names.scope_of(occurrence, word) if occurrence.use is Use.NAME else -1
        kind = names.kind_of_scope(scope) if scope >= 0 else None
        line = tree.line_of(tree.start[occurrence.row])
        found.append(
            (line, occurrence.use.name, kind, tree.line_of(tree.start[scope]) if kind else None)
        )
    return found


CASES = {
    "python: a parameter and its uses": (
        "python", "def f(x):\n    return x\n", "x",
        [(1, "NAME", "function", 1), (2, "NAME", "function", 1)],
    ),
    "python: a default is evaluated outside": (
        "python", "x = 1\ndef f(x=x):\n    return x\n", "x",
        [(1, "NAME", "file", 1), (2, "NAME", "function", 2), (2, "NAME", "file", 1),
         (3, "NAME", "function", 2)],
    ),
    "python: the first source of a comprehension is evaluated outside": (
        "python", "def f(x):\n    return [\n        x for x in\n        x]\n", "x",
        [(1, "NAME", "function", 1), (3, "NAME", "comprehension", 2),
         (3, "NAME", "comprehension", 2), (4, "NAME", "function", 1)],
    ),
    "python: a walrus binds past the comprehension": (
        "python", "def f(s):\n    return [(y := 1) for _ in s], y\n", "y",
        [(2, "NAME", "function", 1), (2, "NAME", "function", 1)],
    ),
    "python: methods do not see the class's names": (
        "python", "x = 1\nclass A:\n    x = 2\n    y = x\n    def f(self):\n        return x\n", "x",
        [(1, "NAME", "file", 1), (3, "NAME", "class", 2), (4, "NAME", "class", 2),
         (6, "NAME", "file", 1)],
    ),
    "python: attributes, keywords and strings are not variables": (
        "python", "x = a.x\nf(x=1)\ns = 'x'\n", "x",
        [(1, "NAME", "file", 1), (1, "MEMBER", None, None), (2, "MEMBER", None, None),
         (3, "DATA", None, None)],
    ),
    "python: global is not reasoned about": (
        "python", "def f():\n    global x\n    x = 1\n", "x",
        [(2, "UNCLEAR", None, None), (3, "NAME", "function", 1)],
    ),
    "python: f'{x=}' shows the spelling": (
        "python", "def f(x):\n    return f'{x=} {x}'\n", "x",
        [(1, "NAME", "function", 1), (2, "UNCLEAR", None, None), (2, "NAME", "function", 1)],
    ),
    "python: a capture pattern binds, a class pattern does not": (
        "python", "def f(p):\n    match p:\n        case P(q):\n            return q, P\n", "P",
        [(3, "NAME", None, None), (4, "NAME", None, None)],
    ),
    "python: captured names are locals": (
        "python", "def f(p):\n    match p:\n        case P(q):\n            return q, P\n", "q",
        [(3, "NAME", "function", 1), (4, "NAME", "function", 1)],
    ),
    "javascript: let in a block, var in its function": (
        "javascript", "function f() {\n  {\n    let a = 1;\n    var b = a;\n  }\n  return b;\n}\n", "b",
        [(4, "NAME", "function", 1), (6, "NAME", "function", 1)],
    ),
    "javascript: a block's own let": (
        "javascript", "function f() {\n  {\n    let a = 1;\n    g(a);\n  }\n  return a;\n}\n", "a",
        [(3, "NAME", "block", 2), (4, "NAME", "block", 2), (6, "NAME", None, None)],
    ),
    "javascript: shorthand properties name two things": (
        "javascript", "function f(a) {\n  return {a};\n}\n", "a",
        [(1, "NAME", "function", 1), (2, "NAME", "function", 1)],
    ),
    "javascript: a loop without declaration binds nothing": (
        "javascript", "function f(o) {\n  for (k in o) g(k);\n}\n", "k",
        [(2, "NAME", None, None), (2, "NAME", None, None)],
    ),
    "java: a name before its declaration is the field": (
        "java", "class A {\n  int x;\n  int f() {\n    x = 1;\n    int x = 2;\n    return x;\n  }\n}\n", "x",
        [(2, "NAME", None, None), (4, "NAME", None, None), (5, "NAME", "function", 3),
         (6, "NAME", "function", 3)],
    ),
    "java: fields and methods reached through an object": (
        "java", "class A {\n  int f(int x) {\n    return this.x + x.x() + x;\n  }\n}\n", "x",
        [(2, "NAME", "function", 2), (3, "MEMBER", None, None), (3, "NAME", "function", 2),
         (3, "MEMBER", None, None), (3, "NAME", "function", 2)],
    ),
    "go: := binds after itself": (
        "go", "package a\nfunc f(x int) int {\n\tif x := x; x > 0 {\n\t\treturn x\n\t}\n\treturn x\n}\n", "x",
        [(2, "NAME", "function", 2), (3, "NAME", "block", 3), (3, "NAME", "function", 2),
         (3, "NAME", "block", 3), (4, "NAME", "block", 3), (6, "NAME", "function", 2)],
    ),
    "go: = binds nothing": (
        "go", "package a\nvar x int\nfunc f() {\n\tx = 1\n}\n", "x",
        [(2, "NAME", "file", 1), (4, "NAME", "file", 1)],
    ),
    "go: a key may be a field": (
        "go", "package a\nfunc f(x int) T {\n\treturn T{x: x}\n}\n", "x",
        [(2, "NAME", "function", 2), (3, "UNCLEAR", None, None), (3, "NAME", "function", 2)],
    ),
    "rust: the value of a let is evaluated before it binds": (
        "rust", "fn f(x: i32) -> i32 {\n    if true {\n        let x = x;\n        return x;\n    }\n    x\n}\n", "x",
        [(1, "NAME", "function", 1), (3, "NAME", "block", 2), (3, "NAME", "function", 1),
         (4, "NAME", "block", 2), (6, "NAME", "function", 1)],
    ),
    "rust: the else branch does not see an if-let's names": (
        "rust", "fn f(x: i32, o: O) -> i32 {\n    if let Some(x) = o {\n        x\n    } else {\n        x\n    }\n}\n", "x",
        [(1, "NAME", "function", 1), (2, "NAME", "block", 2), (3, "NAME", "block", 2),
         (5, "NAME", "function", 1)],
    ),
    "rust: format strings name variables": (
        "rust", 'fn f(x: i32) {\n    println!("{x} {}", x);\n}\n', "x",
        [(1, "NAME", "function", 1), (2, "UNCLEAR", None, None), (2, "NAME", "function", 1)],
    ),
    "rust: an unknown macro may do anything with a name": (
        "rust", "fn f(x: i32) {\n    dump!(x);\n}\n", "x",
        [(1, "NAME", "function", 1), (2, "UNCLEAR", None, None)],
    ),
    "c: parameters of a function pointer are not the function's": (
        "c", "int q;\nint f(int (*cb)(int q)) {\n  return q;\n}\n", "q",
        [(1, "NAME", "file", 1), (2, "NAME", "file", 1), (3, "NAME", "file", 1)],
    ),
    "c: a macro's body is only text": (
        "c", "#define M (x + 1)\nint f(int x) {\n  return x;\n}\n", "x",
        [(1, "UNCLEAR", None, None), (2, "NAME", "function", 2), (3, "NAME", "function", 2)],
    ),
    "c: members are not variables": (
        "c", "int f(struct s *x) {\n  return x->x;\n}\n", "x",
        [(1, "NAME", "function", 1), (2, "NAME", "function", 1), (2, "MEMBER", None, None)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_meanings(case):
    """Each occurrence is what the language says it is."""
    language, text, word, expected = CASES[case]
    assert meanings(language, text, word) == expected


def test_words_are_whole():
    """x is not found in xs, $x or an identifier with other letters."""
    assert meanings("javascript", "xs; $x; x1; éx;\n", "x") == []


def test_second_spelling_is_noticed():
    """A name that another text spells as well keeps rules from reasoning."""
    assert not Names(parse("def f(ﬁ):\n    return fi\n".encode(), "python")).is_plain(0)
    assert not Names(parse(b"function f() { var \\u0061 = a; }\n", "javascript")).is_plain(0)
    assert Names(parse("def f(größe):\n    return größe\n".encode(), "python")).is_plain(0)


def test_missing_name_occurs_nowhere():
    """Broken code may have a name without letters; looking for it ends."""
    tree = parse(b"x = 1\n", path="a.py")
    assert Names(tree).occurrences("") == ()


@pytest.mark.parametrize("case", CASES)
def test_inside_a_scope_the_rest_of_the_file_does_not_count(case):
    """Below the scope that binds a name, a look at that scope alone says the same of each use."""
    language, text, word, _ = CASES[case]
    tree = parse(text.encode(), language)
    whole = Names(tree)
    bound = {whole.scope_of(o, word) for o in whole.occurrences(word) if o.use is Use.NAME}
    for scope in sorted(bound - {-1}):
        inside = Names(tree).inside(word, scope)
        assert list(inside) == whole.within(word, scope)
        for o in inside:
            if o.use is Use.NAME:
                alone = o.scope if o.scope >= 0 else Names(tree).scope_at(o.row, word)
                assert (alone == scope) is (whole.scope_of(o, word) == scope)


TWICE = """\
import sys


def twice(a):
    b = a + 1
    return b * 2


def loaded():
    return sorted(sys.modules)
"""


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ("", "AST_REFACTOR"),
        ("\n\ndef find(item):\n    return getattr(item, 'size')\n", "AST_REFACTOR"),
        (
            "\n\ndef find(name):\n    return getattr(sys.modules[__name__], name)\n",
            "INTENT_EVOLUTION",
        ),
    ],
)
def test_a_module_looks_names_up_only_where_one_is_computed(beside, expected):
    """A file that mentions `sys.modules`, and a function extracted in it."""
    after = TWICE.replace("    b = a + 1\n    return b * 2\n", "    return _half(a)\n")
    after = after.replace(
        "def loaded", "def _half(a):\n    b = a + 1\n    return b * 2\n\n\ndef loaded"
    )
    found = rules_of(TWICE + beside, after + beside)
    assert found[0] == expected
