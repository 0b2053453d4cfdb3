"""Where code stands: files under conditions, headers, the order of starting, copies of names."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict


def verdict(before: dict[str, str], after: dict[str, str]) -> Verdict:
    texts = ({path: text.encode() for path, text in one.items()} for one in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


HELPER = "func helper(n int) int { return n + 1 }\n"
INIT = 'func init() { names = append(names, "%s") }\n'
MAIN = (
    'package main\n\nimport "fmt"\n\nvar names []string\n\n'
    "func main() { fmt.Println(names[0], helper(1)) }\n"
)


def go(**files: str) -> dict[str, str]:
    return {"main.go": MAIN} | {f"{n}.go": f"package main\n\n{t}" for n, t in files.items()}


TAX = "int tax(int n) { return n * 2; }\n"
USER = '#include "a.h"\nint f(int n) { return tax(n); }\n'
ATOF = "double f(const char *s) { return atof(s); }\n"
NAME = '#include <string>\nstd::string name = "a";\n'
CONF = {"conf.py": "level = 1\n", "setup.py": "import conf\n\n\ndef init(n):\n    conf.level = n\n"}
SET = "\nimport setup\n\n\ndef f(n):\n    setup.init(n)\n"
API = {"api.py": "def fetch(u):\n    return u\n"}
BY_MODULE = "import api\n\n\ndef f(u):\n    return api.fetch(u)\n"
BY_NAME = "from api import fetch\n\n\ndef f(u):\n    return fetch(u)\n"
DOUBLE = (
    "import api, main\n\n\ndef test(monkeypatch):\n"
    '    monkeypatch.setattr(api, "fetch", lambda u: 1)\n    assert main.f(2) == 1\n'
)
MOVED = (
    "#include <memory>\nstruct N { int v; };\nint g(int a, std::unique_ptr<N> p) { return a; }\n"
    "int f(std::unique_ptr<N> p) { %s }\n"
)
FAILS = (
    "class %s extends RuntimeException { }\nclass X { String f() {\n"
    "try { throw new %s(); } catch (Exception e) { return %s; } } }\n"
)
BEAN = (
    "import com.fasterxml.jackson.databind.ObjectMapper;\n"
    "class U { private String n; public String %s() { return n; } }\nclass A { String f(U u) "
    "throws Exception { return new ObjectMapper().writeValueAsString(u); } }\n"
)

DERIVED = (
    "struct A { virtual int f() { return 1; } virtual ~A() {} };\n"
    "struct B : A {\npublic:\n  %s { return 2; }\n};\nint g(A &a) { return a.f(); }\n"
)
ROUTE = (
    "import functools\nfrom fastapi import FastAPI\n\napp = FastAPI()\n\n\n"
    "%s\ndef f(q: %s):\n    return {'a': q}\n"
)
EXCEPT = "def f(g):\n    try:\n        g()\n    %s ValueError:\n        print(1)\n"
ARRAY = "package a\n\ntype T struct{ a %s }\n\nfunc f(t T) int { return %s }\n"
EMBEDDED = (
    "package a\n\ntype C struct{ n int }\n\ntype T struct{ %s }\n\n"
    "func f(t T) int { u := t; u.n = 5; return t.n }\n"
)
RUST = {"a.rs": "pub fn x() -> i32 { 1 }\n", "b.rs": "pub fn x() -> i32 { 2 }\n"}
GLOB = "mod a;\nmod b;\nuse %s::*;\npub fn f() -> i32 { x() }\n"
COUNTER = (
    "package a\n\ntype T struct{ n int }\n\nfunc (t *T) inc() int { t.n++; return t.n }\n\n"
    "func (t *T) f() int { %s }\n"
)
SET = (
    "static int n = 1;\nstatic int a(void) { n = 5; return 1; }\n"
    "static int add(int x) { return x + 1; }\n"
)

DIFFERENT = {
    "init in another file": (
        go(a=INIT % "a" + "\n" + HELPER, b=INIT % "b"),
        go(a=HELPER, b=INIT % "b", c=INIT % "a"),
    ),
    "to a file of tests": (go(a=HELPER, a_test="var x = 1\n"), go(a_test="var x = 1\n\n" + HELPER)),
    "from a file of one system": (
        go(a_linux=HELPER, a_windows=HELPER.replace("1", "2")),
        go(m=HELPER, a_windows=HELPER.replace("1", "2")),
    ),
    "an include that declares": (
        {"a.c": "#include <stdlib.h>\n" + ATOF},
        {"a.c": ATOF},
    ),
    "an include that nobody knows": (
        {"a.c": "#include <string.h>\n#include <libgen.h>\nchar *f(char *s) { return s; }\n"},
        {"a.c": "#include <string.h>\nchar *f(char *s) { return s; }\n"},
    ),
    "a definition in a header": (
        {"a.h": "int tax(int n);\n", "a.c": '#include "a.h"\n' + TAX, "b.c": USER},
        {"a.h": TAX, "a.c": '#include "a.h"\n', "b.c": USER},
    ),
    "a variable that is started": (
        {"a.cpp": NAME + 'std::string all = name + "b";\n', "b.cpp": "int z = 1;\n"},
        {
            "a.cpp": '#include <string>\nextern std::string name;\nstd::string all = name + "b";\n',
            "b.cpp": NAME.replace(">\n", ">\nint z = 1;\n"),
        },
    ),
    "restrict": (
        {"a.c": "void f(int *a, int *b) { *a += *b; }\n"},
        {"a.c": "void f(int *restrict a, int *restrict b) { *a += *b; }\n"},
    ),
    "a lambda that copies its object": (
        {"a.cpp": "struct A { int n = 1; auto f() { return [this] { return n; }; } };\n"},
        {"a.cpp": "struct A { int n = 1; auto f() { return [*this] { return n; }; } };\n"},
    ),
    "elements that are not set": (
        {"a.cpp": "int *f() { return new int[3](); }\n"},
        {"a.cpp": "int *f() { return new int[3]; }\n"},
    ),
    "a read beside a move": (
        {"a.cpp": MOVED % "int a = p->v; return g(a, std::move(p));"},
        {"a.cpp": MOVED % "return g(p->v, std::move(p));"},
    ),
    "a copy of what others set": (
        CONF | {"m.py": "import conf" + SET + "    return conf.level\n"},
        CONF | {"m.py": "from conf import level" + SET + "    return level\n"},
    ),
    "what a test replaces": (
        API | {"main.py": BY_MODULE, "test_a.py": DOUBLE},
        API | {"main.py": BY_NAME, "test_a.py": DOUBLE},
    ),
    "a failure that is shown": (
        {"X.java": FAILS % ("Foo", "Foo", '"failed: " + e')},
        {"X.java": FAILS % ("Bar", "Bar", '"failed: " + e')},
    ),
    "groups of exceptions": (
        {"a.py": EXCEPT % "except*"},
        {"a.py": EXCEPT % "except"},
    ),
    "the length of an array": (
        {"a.go": ARRAY % ("[4]byte", "len(t.a)")},
        {"a.go": ARRAY % ("[8]byte", "len(t.a)")},
    ),
    "an embedded pointer": (
        {"a.go": EMBEDDED % "*C"},
        {"a.go": EMBEDDED % "C"},
    ),
    "a glob of another module": (RUST | {"lib.rs": GLOB % "a"}, RUST | {"lib.rs": GLOB % "b"}),
    "a read beside a call (Go)": (
        {"a.go": COUNTER % "a := t.n; b := t.inc(); return a*10 + b"},
        {"a.go": COUNTER % "return t.n*10 + t.inc()"},
    ),
    "a read beside a call (C)": (
        {"a.c": SET + "int f(void) { int x = n; int y = a(); return x + y; }\n"},
        {"a.c": SET + "int f(void) { return n + a(); }\n"},
    ),
    "types that a decorator reads": (
        {"a.py": ROUTE % ('@app.get("/x")', "int")},
        {"a.py": ROUTE % ('@app.get("/x")', "str")},
    ),
    "a getter of a bean": ({"A.java": BEAN % "getUserName"}, {"A.java": BEAN % "getName"}),
}

ALIKE = {
    "virtual, which override says as well": (
        {"a.cpp": DERIVED % "virtual int f() override"},
        {"a.cpp": DERIVED % "int f() override"},
    ),
    "types that no decorator reads": (
        {"a.py": ROUTE % ("@functools.cache", "int")},
        {"a.py": ROUTE % ("@functools.cache", "str")},
    ),
    "a local beside a call (Go)": (
        {"a.go": COUNTER % "a := 2; b := t.inc(); return a*10 + b"},
        {"a.go": COUNTER % "return 2*10 + t.inc()"},
    ),
    "a read beside a call that only computes (C)": (
        {"a.c": SET + "int f(int z) { int x = n; int y = add(z); return x + y; }\n"},
        {"a.c": SET + "int f(int z) { return n + add(z); }\n"},
    ),
    "to another file": (
        go(a=INIT % "a" + "\n" + HELPER, b="var z = 1\n"),
        go(a=INIT % "a", b="var z = 1\n\n" + HELPER),
    ),
    "an include without use": (
        {"a.c": "#include <stdlib.h>\n#include <math.h>\n" + ATOF},
        {"a.c": "#include <stdlib.h>\n" + ATOF},
    ),
    "a static function in a header": (
        {"a.c": '#include "a.h"\nstatic ' + TAX + "int f(int n) { return tax(n); }\n", "a.h": "\n"},
        {"a.c": '#include "a.h"\nint f(int n) { return tax(n); }\n', "a.h": "static " + TAX},
    ),
    "by name or by module": (API | {"main.py": BY_MODULE}, API | {"main.py": BY_NAME}),
    "a failure with a message": (
        {"X.java": FAILS % ("Foo", "Foo", '"failed: " + e.getMessage()')},
        {"X.java": FAILS % ("Bar", "Bar", '"failed: " + e.getMessage()')},
    ),
}


OFFERED = {
    "rust": ({"lib.rs": "pub mod a;\n", "a.rs": "pub fn x() {}\n"}, {"lib.rs": "mod a;\n"}),
    "python": (
        {"pkg/__init__.py": "from .a import x\n", "pkg/a.py": "def x():\n    return 1\n"},
        {"pkg/__init__.py": ""},
    ),
    "c": ({"a.c": "int g(int a) { return a; }\n"}, {"a.c": "inline int g(int a) { return a; }\n"}),
    "java": (
        {"A.java": "public class A { public int n() { return 1; } }\n"},
        {"A.java": "public final class A { public int n() { return 1; } }\n"},
    ),
    "go": (
        {"a.go": "package a\n\nconst K = 5\n\nfunc F() int { return K }\n"},
        {"a.go": "package a\n\nvar K = 5\n\nfunc F() int { return K }\n"},
    ),
}


@pytest.mark.parametrize("language", OFFERED)
def test_others_may_use_it(language: str) -> None:
    """22: Where other code is not seen, what is public may not go, nor be less than it was."""
    before, after = OFFERED[language]
    texts = (
        {path: text.encode() for path, text in one.items()} for one in (before, before | after)
    )
    found = tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=False))
    assert found.verdict is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("case", DIFFERENT)
def test_it_is_not_the_same(case: str) -> None:
    """22: Each was called a refactoring."""
    assert verdict(*DIFFERENT[case]) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("case", ALIKE)
def test_it_is_the_same(case: str) -> None:
    """The nearest right steps are recognised."""
    assert verdict(*ALIKE[case]) is Verdict.AST_REFACTOR
