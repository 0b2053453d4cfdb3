"""Each rule explains what it proves, and says why it does not explain the rest."""
# ruff: noqa: E501

from __future__ import annotations

import pytest
from judge import changes_of, judge, reasons_of, rules_of

EXPLAINED = {
    "two locals at once": (
        "a.py", "def f(a, /):\n    b = a\n    c = b\n    return c\n",
        "def f(a, /):\n    x = a\n    y = x\n    return y\n", "rename_local",
    ),
    "a local used in a nested function": (
        "a.py", "def f():\n    n = 1\n\n    def g():\n        return n\n\n    return g\n",
        "def f():\n    m = 1\n\n    def g():\n        return m\n\n    return g\n", "rename_local",
    ),
    "a nested function's own name": (
        "a.py", "def f():\n    def g():\n        return 1\n\n    return g()\n",
        "def f():\n    def h():\n        return 1\n\n    return h()\n", "rename_local",
    ),
    "a parameter of a private function whose calls are known": (
        "a.py", "def _f(a):\n    return a\n\n\ndef g(x):\n    return _f(x)\n",
        "def _f(b):\n    return b\n\n\ndef g(x):\n    return _f(x)\n", "rename_local",
    ),
    "the same name as an attribute elsewhere": (
        "a.py", "def f(o):\n    n = o.size\n    return n\n",
        "def f(o):\n    size = o.size\n    return size\n", "rename_local",
    ),
    "a private constant": (
        "a.py", "_N = 3\n\n\ndef f():\n    return _N\n", "_MAX = 3\n\n\ndef f():\n    return _MAX\n",
        "rename_definition",
    ),
    "a private class": (
        "a.py", "class _A:\n    pass\n\n\ndef f():\n    return _A()\n",
        "class _B:\n    pass\n\n\ndef f():\n    return _B()\n", "rename_definition",
    ),
    "a class moved over a function": (
        "a.py", "def f():\n    return 1\n\n\nclass A:\n    x = 1\n",
        "class A:\n    x = 1\n\n\ndef f():\n    return 1\n", "reorder_definitions",
    ),
    "a function moved over a constant": (
        "a.py", "N = 1\n\n\ndef f():\n    return N\n", "def f():\n    return N\n\n\nN = 1\n",
        "reorder_definitions",
    ),
    "a type of a local": (
        "a.py", "def f(a):\n    x: int = a\n    return x\n",
        "def f(a):\n    x: list[int] = a\n    return x\n", "annotations",
    ),
    "an impl's functions": (
        "a.rs", "impl A {\n    fn f() {}\n    fn g() {}\n}\n",
        "impl A {\n    fn g() {}\n    fn f() {}\n}\n", "reorder_definitions",
    ),
    "an alias inside a function": (
        "a.py", "def f():\n    import os as o\n\n    return o\n",
        "def f():\n    import os as system\n\n    return system\n", "rename_local",
    ),
    "a module's constant in JavaScript": (
        "a.js", "const n = 1;\nexport function f() {\n  return n;\n}\n",
        "const limit = 1;\nexport function f() {\n  return limit;\n}\n", "rename_definition",
    ),
    "a private field in Java": (
        "A.java", "class A {\n  private int n;\n  int f() { return this.n + n; }\n}\n",
        "class A {\n  private int m;\n  int f() { return this.m + m; }\n}\n", "rename_member",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", EXPLAINED)
def test_explained(case):
    """The rule explains the whole change."""
    path, before, after, rule = EXPLAINED[case]
    assert rules_of(before, after, path) == ("AST_REFACTOR", [rule])


UNEXPLAINED = {
    "a use keeps the name": (
        "a.py", "def f(a):\n    b = a\n    return b + b\n", "def f(a):\n    c = a\n    return c + b\n",
        "a use of b keeps the name",
    ),
    "two new names": (
        "a.py", "def f(a):\n    b = a\n    return b + b\n", "def f(a):\n    c = a\n    return c + d\n",
        "different names",
    ),
    "another setting where one was": (
        "a.py", '_MAIN = "index"\nX = 1\n', '_ROLE = "code"\nX = 1\n',
        "wherever _MAIN stood, more than its name changed",
    ),
    "another variable where one was": (
        "a.py",
        "def _f(n):\n    a = n.first(1)\n    return a + 1\n",
        "def _f(n):\n    b = n.last(2)\n    return b - 2\n",
        "wherever a stood, more than its name changed",
    ),
    "captured by a parameter": (
        "a.py", "def f(a, c, /):\n    b = a\n    return b + c\n",
        "def f(a, c, /):\n    c = a\n    return c + c\n", "already used",
    ),
    "exec": (
        "a.py", "def f(a):\n    b = a\n    exec(a)\n    return b\n",
        "def f(a):\n    c = a\n    exec(a)\n    return c\n", "exec may look names up",
    ),
    "public parameter": (
        "a.py", "def f(a):\n    return a\n", "def f(b):\n    return b\n", "by keyword",
    ),
    "private function called with the keyword": (
        "a.py", "def _f(a=1):\n    return a\n\n\ndef g(x):\n    return _f(a=x)\n",
        "def _f(b=1):\n    return b\n\n\ndef g(x):\n    return _f(a=x)\n", "by keyword",
    ),
    "private function called with a mapping": (
        "a.py", "def _f(a=1):\n    return a\n\n\ndef g(x):\n    return _f(**x)\n",
        "def _f(b=1):\n    return b\n\n\ndef g(x):\n    return _f(**x)\n", "by keyword",
    ),
    "private function passed on": (
        "a.py", "def _f(a=1):\n    return a\n\n\ndef g(x):\n    return x(_f)\n",
        "def _f(b=1):\n    return b\n\n\ndef g(x):\n    return x(_f)\n", "by keyword",
    ),
    "public function": (
        "a.py", "def f():\n    return 1\n", "def g():\n    return 1\n", "other files may use f",
    ),
    "string spells the private name": (
        "a.py", "_T = {'x': '_f'}\n\n\ndef _f():\n    return 1\n",
        "_T = {'x': '_f'}\n\n\ndef _g():\n    return 1\n", "a string spells _f",
    ),
    "globals()": (
        "a.py", "def _f():\n    return 1\n\n\ndef run(n):\n    return globals()[n]()\n",
        "def _g():\n    return 1\n\n\ndef run(n):\n    return globals()[n]()\n", "globals may look",
    ),
    "decorated": (
        "a.py", "@register\ndef _f():\n    return 1\n", "@register\ndef _g():\n    return 1\n",
        "decorated",
    ),
    "a function moved over the statement that calls it": (
        "a.py", "def f():\n    return 1\n\n\nx = f()\n", "x = f()\n\n\ndef f():\n    return 1\n", "",
    ),
    "methods of a class with bases": (
        "a.py", "class A(B):\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n",
        "class A(B):\n    def g(self):\n        return 2\n\n    def f(self):\n        return 1\n",
        "bases",
    ),
    "tests in order": (
        "a.py", "def test_a():\n    return 1\n\n\ndef test_b():\n    return 2\n",
        "def test_b():\n    return 2\n\n\ndef test_a():\n    return 1\n", "tools may run",
    ),
    "an attribute before a Rust item": (
        "a.rs", "#[test]\nfn f() {}\nfn g() {}\n", "#[test]\nfn g() {}\nfn f() {}\n", "",
    ),
    "the annotation of a class's field": (
        "a.py", "class A:\n    x: int = 1\n", "class A:\n    x: str = 1\n", "kept here",
    ),
    "an annotation with a walrus": (
        "a.py", "def f(a):\n    x: int = a\n    return x\n",
        "def f(a):\n    x: (y := int) = a\n    return x\n", "more than annotate",
    ),
    "a macro in the function": (
        "a.c", "int f(int a) {\n  int b = a;\n  CHECK(a);\n  return b;\n}\n",
        "int f(int a) {\n  int c = a;\n  CHECK(a);\n  return c;\n}\n", "CHECK may be a macro",
    ),
    "the name is a local around": (
        "A.java", "class A {\n  void f(int a) {\n    int b = a;\n    { int c = 1; g(c); }\n    g(b);\n  }\n}\n",
        "class A {\n  void f(int a) {\n    int b = a;\n    { int b = 1; g(b); }\n    g(b);\n  }\n}\n",
        "already declared around",
    ),
    "a private field with an annotation": (
        "A.java", "class A {\n  @Column\n  private int n;\n  int f() { return n; }\n}\n",
        "class A {\n  @Column\n  private int m;\n  int f() { return m; }\n}\n", "attached",
    ),
    "a private method of another object": (
        "A.java", "class A {\n  private int n() { return 1; }\n  int f(A a) { return a.n(); }\n}\n",
        "class A {\n  private int m() { return 1; }\n  int f(A a) { return a.m(); }\n}\n",
        "another object",
    ),
    "a global script's function": (
        "a.js", "function f() {\n  return 1;\n}\nf();\n", "function g() {\n  return 1;\n}\ng();\n",
        "other files may use f",
    ),
    "a static function in a header": (
        "a.h", "static int f(void) { return 1; }\n", "static int g(void) { return 1; }\n",
        "f is visible to other files",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", UNEXPLAINED)
def test_unexplained(case):
    """The change is evolution, and the evidence says what stood in the way."""
    path, before, after, reason = UNEXPLAINED[case]
    assert reason in reasons_of(before, after, path)


HELPER = "def helper(x):\n    return x + 1\n"
RUN = "\n\ndef run(x):\n    return helper(x)\n"


def moved(before, after, **options):
    """(verdict, evidence of everything) of a change of several files."""
    verdict = judge(before, after, **options).verdict
    return verdict.verdict.value, "; ".join(change.evidence for change in changes_of(verdict))


def test_move_to_a_new_file():
    """A new file with nothing but the moved function and what it needs."""
    before = {"a.py": "import os\n\n\ndef helper(x):\n    return os.fspath(x)\n" + RUN}
    after = {
        "a.py": "import os\n\nfrom b import helper\n" + RUN,
        "b.py": "import os\n\n\ndef helper(x):\n    return os.fspath(x)\n",
    }
    verdict = judge(before, after, closed_world=True).verdict
    assert verdict.verdict.value == "AST_REFACTOR"
    assert {change.rule for change in changes_of(verdict)} == {"move_definition"}
    assert "other files may have b" in moved(before, after)[1]


def test_move_without_import_is_open():
    """In an open world somebody may still look for the name in its former file."""
    before = {"a.py": HELPER, "b.py": "N = 1\n"}
    after = {"a.py": "", "b.py": "N = 1\n\n\n" + HELPER}
    verdict, evidence = moved(before, after)
    assert verdict == "INTENT_EVOLUTION"
    assert "other files may still look for helper" in evidence


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("print('hello')\n\n\n" + HELPER, "importing the new file may run code"),
        ("import a\n\n\n" + HELPER, "imports the former one"),
        ("import json\n\n\n" + HELPER, "imports something the former one did not"),
        ("from m import *\n\n\n" + HELPER, "without being spelled out"),
        ("def helper2(x):\n    return helper\n\n\n" + HELPER, ""),
    ],
)
def test_move_conditions(target, reason):
    """Importing the new home must be harmless, and the name new there."""
    before = {"a.py": HELPER + RUN, "b.py": target.replace(HELPER, "").rstrip() + "\n"}
    after = {"a.py": "from b import helper\n" + RUN, "b.py": target}
    verdict, evidence = moved(before, after, closed_world=True)
    assert verdict == "INTENT_EVOLUTION"
    assert reason in evidence


def test_late_import_of_the_moved_name():
    """Code that runs before the import would not find the name."""
    before = {"a.py": HELPER + "\n\nX = helper(1)\n", "b.py": "N = 1\n"}
    after = {"a.py": "X = helper(1)\nfrom b import helper\n", "b.py": "N = 1\n\n\n" + HELPER}
    verdict, evidence = moved(before, after)
    assert verdict == "INTENT_EVOLUTION"
    assert "something runs before helper is imported" in evidence


def test_imported_names_are_not_builtins():
    """A dotted import binds a name that is no builtin, though no rule models it."""
    body = "def helper(x):\n    return os.path.join(x)\n"
    before = {"a.py": "import os.path\n\n\n" + body + RUN, "b.py": "N = 1\n"}
    after = {"a.py": "import os.path\n\nfrom b import helper\n" + RUN, "b.py": "N = 1\n\n\n" + body}
    verdict, evidence = moved(before, after)
    assert verdict == "INTENT_EVOLUTION"
    assert "os is not the same" in evidence


def test_public_name_in_a_closed_world():
    """With all files at hand the importers are known."""
    before = {"a.py": "def load():\n    return 1\n", "b.py": "import a\n\nprint(a.load())\n"}
    after = {"a.py": "def read():\n    return 1\n", "b.py": "import a\n\nprint(a.read())\n"}
    assert judge(before, after, closed_world=True).verdict.verdict.value == "AST_REFACTOR"
    assert judge(before, after).verdict.verdict.value == "INTENT_EVOLUTION"


@pytest.mark.parametrize(
    "user",
    [
        "import json as a\n\nprint(a.{})\n",
        "def f(a):\n    return a.{}\n",
        "from lib import {}\n\nprint({})\n",
        "from a import *\n\nprint({})\n",
    ],
)
def test_same_word_elsewhere(user):
    """The same word in another file is not enough to be the same thing."""
    before = {"a.py": "def load():\n    return 1\n", "b.py": user.replace("{}", "load")}
    after = {"a.py": "def read():\n    return 1\n", "b.py": user.replace("{}", "read")}
    assert judge(before, after, closed_world=True).verdict.verdict.value == "INTENT_EVOLUTION"


@pytest.mark.parametrize(
    ("mentions", "expected"),
    [(lambda _: False, "AST_REFACTOR"), (lambda _: True, "INTENT_EVOLUTION"),
     (None, "INTENT_EVOLUTION")],
)  # fmt: skip
def test_mentions_of_other_files(mentions, expected):
    """The caller may know the words of the other files."""
    before, after = {"a.py": "def f():\n    return 1\n"}, {"a.py": "def g():\n    return 1\n"}
    assert judge(before, after, mentions=mentions).verdict.verdict.value == expected


SILENCED = {
    "a type checker": ("a.py", "x = f()\n", "x = f()  # type: ignore[arg-type]\n", "came"),
    "a linter": ("a.py", "x = f()  # old  # NOQA: S101\n", "x = f()\n", "went"),
    "coverage": (
        "a.py", "if a:  # pragma: no cover\n    b()\n", "if a:  # pragma: no branch\n    b()\n",
        "changed",
    ),
    "eslint": ("a.js", "f();\n", "// eslint-disable-next-line no-undef\nf();\n", "came"),
    "golangci": ("a.go", "package a\n\nvar A = 1\n", "package a\n\nvar A = 1 //nolint:all\n", "came"),
    "sonar": ("A.java", "class A {\n}\n", "class A { // NOSONAR\n}\n", "came"),
    "clang-tidy": ("a.cpp", "int a;\n", "int a; // NOLINT(x)\n", "came"),
}  # fmt: skip


@pytest.mark.parametrize("case", SILENCED)
def test_a_silenced_checker_is_told_of(case):
    """Behaviour stays, and the evidence says what a reviewer wants to know."""
    path, before, after, verb = SILENCED[case]
    verdict = judge({path: before}, {path: after}).verdict
    assert verdict.verdict.value == "AST_REFACTOR"
    (change,) = changes_of(verdict)
    assert change.evidence.endswith(f"a comment that silences a checker {verb}")


@pytest.mark.parametrize(
    ("path", "comment"),
    [
        ("a.py", "# see noqa.md"), ("a.js", "// eslint has a rule for this"),
        ("a.js", "/* istanbul is a city */"), ("a.go", "// no lint here"), ("A.java", "// sonar"),
    ],
)  # fmt: skip
def test_other_comments_silence_nothing(path, comment):
    """A comment that mentions a checker tells it nothing."""
    texts = {"a.py": "x = 1", "a.js": "f();", "a.go": "package a", "A.java": "class A {}"}
    verdict = judge({path: texts[path]}, {path: f"{texts[path]} {comment}\n"}).verdict
    assert verdict.verdict.value == "AST_REFACTOR"
    assert not any("silences" in change.evidence for change in changes_of(verdict))
