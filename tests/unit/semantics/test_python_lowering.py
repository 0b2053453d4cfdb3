"""Python's table: names, scopes, imports, binders and statements, as the lowered code shows them."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest
from lowered_code import body, program, symbol_named, top

CODE = [
    # names and scopes
    ("def f(a, b=1): return a + b", ["Return(value=(a%0 + b%1))"]),
    ("x = 1\ndef f(): return x", ["Return(value=@m:x)"]),
    ("x = 1\ndef f():\n    x = 2\n    return x", ["x%0 = 2", "Return(value=x%0)"]),
    ("x = 1\ndef f():\n    y = x\n    x = 2", ["y%0 = x%1", "x%1 = 2"]),
    ("x = 1\ndef f():\n    global x\n    x = 2", ["@m:x = 2"]),
    ("def f():\n    n = 1\n    def g():\n        nonlocal n\n        n = 2\n    g()",
     ["n%0 = 1", "Define(1, Function([], [n%0 = 2], captures=0))", "g%1()"]),
    ("def f(xs): return [x for x in xs if x]",
     ["Return(value=Comprehension(list, [for(new x%1, xs%0), if(x%1)], x%1))"]),
    ("def f(x): return [x for x in x]", ["Return(value=Comprehension(list, [for(new x%1, x%0)], x%1))"]),
    ("def f(x): return lambda x=x: x",
     ["Return(value=Function([Parameter(1, x, default=x%0)], [Return(value=x%1)], flags=lambda))"]),
    ("class A:\n    n = 1\n    def f(self): return n\ndef f(): return A.n", ["Return(value=@m:A.n)"]),
    ("def f():\n    import os\n    return os.getcwd()", ["import <import>('os')", "Return(value=<os.getcwd>())"]),
    ("def f():\n    try:\n        import a\n    except ImportError:\n        a = None\n    return a",
     ["try([import <import>('a'), a%0 = <a>], handlers=[handler([<builtins.ImportError>], -1, [a%0 = null])])", "Return(value=a%0)"]),
    ("def f(): return len(unknown)", ["Return(value=<builtins.len>(?unknown))"]),
    ("def f(len): return len(1)", ["Return(value=len%0(1))"]),
    # assignments
    ("def f():\n    a, *b = c", ["TuplePattern(tuple, [a%0, b%1], rest=1) = ?c"]),
    ("def f(o, i):\n    a = o.p = o[i] = 1",
     ["Let(new %3, value=1)", "a%0 = %3", "o%1.p = %3", "Index(o%1, i%2) = %3"]),
    ("def f(a):\n    a += 1", ["Update(+, a%0, 1, gives=)"]),
    ("def f():\n    x: int = 1\n    y: str", ["x%0 = 1"]),
    ("def f(a):\n    del a[0], a.b", ["Unary(delete, Index(a%0, 0))", "Unary(delete, a%0.b)"]),
    ("def f():\n    if (n := 1) > 0: return n", ["if((n%0 = 1 > 0), then=[Return(value=n%0)])"]),
    # statements
    ("def f(a):\n    if a: return 1\n    elif not a: return 2\n    else: return 3",
     ["if(a%0, then=[Return(value=1)], otherwise=[if(Unary(not, a%0), then=[Return(value=2)], otherwise=[Return(value=3)])])"]),
    ("def f(a):\n    for i, j in a:\n        continue\n    else:\n        return j",
     ["for(TuplePattern(tuple, [i%0, j%1]), a%2, body=[Leave(continue)], otherwise=[Return(value=j%1)])"]),
    ("def f():\n    while True:\n        break", ["loop(true, [Leave(break)])"]),
    ("def f(a):\n    try:\n        a()\n    except (A, B) as e:\n        raise C from e\n    except:\n        raise\n    else:\n        a\n    finally:\n        pass",
     ["try([a%1()], handlers=[handler([?A, ?B], 0, [Throw(value=?C, cause=e%0)]), handler([], -1, [Throw()])], otherwise=[a%1])"]),
    ("def f(a):\n    with a as x, a:\n        return x", ["with(a%1, x%0, [with(a%1, _, [Return(value=x%0)])])"]),
    ("def f(a): assert a, 'no'", ["Assert(a%0, message='no')"]),
    ("def f(a):\n    match a:\n        case [1, x, *_] if x: pass\n        case P(x=2) | None: pass\n        case {'k': v, **r}: pass\n        case q: pass",
     ["switch(a%4, [case([TuplePattern(tuple, [ValuePattern(1), x%0, _], rest=2)], [], guard=x%0), case([OrPattern([VariantPattern(?P, [], fields=[FieldPattern(x, ValuePattern(2))]), ValuePattern(null)])], []), case([FieldsPattern([FieldPattern(k, v%1)], type=dict, rest=r%2)], []), case([q%3], [])], kind=match)"]),
    # expressions
    ("def f(a, b, c): return a < b <= c", ["Return(value=((a%0 < new %3 = b%1) and (%3 <= c%2)))"]),
    ("def f(a): return a is not None and a not in 'x'",
     ["Return(value=(Unary(not, (a%0 is null)) and Unary(not, (a%0 in 'x'))))"]),
    ("def f(a): return a[1:], a[::2], a[0, 1]",
     ["Return(value=Construct(tuple, [Index(a%0, Construct(slice, [1, null, null])), Index(a%0, Construct(slice, [null, null, 2])), Index(a%0, Construct(tuple, [0, 1]))]))"]),
    ("def f(a): return g(a, *a, k=a, **a)", ["Return(value=?g(a%0, *a%0, k=a%0, **a%0))"]),
    ("def f(a): return g(x for x in a)", ["Return(value=?g(Comprehension(generator, [for(new x%1, a%0)], x%1)))"]),
    ("def f(a): return f'{a} b{a!r:>3}\\n'",
     ["Return(value=Template([TemplatePart(value=a%0), TemplatePart(text= b), TemplatePart(value=a%0, spec=!r:>3), TemplatePart(text=\n)]))"]),
    ("def f(): return 'a' \"b\", 0x10, 1_000, 1.50, -1, b'x'",
     ["Return(value=Construct(tuple, ['ab', 16, 1000, 15e-1, -1, x]))"]),
    ("async def f(a):\n    async with a as b: await b", ["with(a%1, b%0, [Await(b%0)], kind=async)"]),
    ("def f(a): return {**a, 'k': 1}, {1}, [*a]",
     ["Return(value=Construct(tuple, [Construct(dict, [**a%0, 'k': 1]), Construct(set, [1]), Construct(list, [*a%0])]))"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), CODE)
def test_code(code: str, expected: list[str]) -> None:
    """Each construct has its form in the core language, with every name resolved."""
    assert body({"m.py": code}) == expected


IMPORTS = [
    ({"m.py": "from a import g\ndef f(): g()", "a.py": "def g(): pass"}, ["@a:g()"]),
    ({"m.py": "from a import g as h\ndef f(): h()", "a.py": "def g(): pass"}, ["@a:g()"]),
    ({"m.py": "import a\ndef f(): a.g()", "a.py": "def g(): pass"}, ["@a:g()"]),
    ({"m.py": "import p.a\ndef f(): p.a.g()", "p/__init__.py": "", "p/a.py": "def g(): pass"}, ["@p.a:g()"]),
    ({"p/m.py": "from .a import g\ndef f(): g()", "p/a.py": "def g(): pass"}, ["@p.a:g()"]),
    ({"p/m.py": "from . import a\ndef f(): a.g()", "p/a.py": "def g(): pass", "p/__init__.py": ""}, ["@p.a:g()"]),
    ({"m.py": "from p import g\ndef f(): g()", "p/__init__.py": "from .a import g", "p/a.py": "def g(): pass"}, ["@p.a:g()"]),
    ({"m.py": "from a import *\ndef f(): g()", "a.py": "def g(): pass"}, ["@a:g()"]),
    ({"src/m.py": "from a import g\ndef f(): g()", "src/a.py": "def g(): pass"}, ["@a:g()"]),
    ({"m.py": "import os.path\ndef f(): os.path.join()"}, ["<os.path.join>()"]),
    ({"m.py": "from os import path as p\ndef f(): p.join()"}, ["<os.path.join>()"]),
    ({"m.py": "try:\n    import x\nexcept ImportError:\n    x = None\ndef f(): x()"}, ["@m:x()"]),
]  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), IMPORTS)
def test_imports(files: dict[str, str], expected: list[str]) -> None:
    """Imports are followed through the modules of the program; others give a dotted path."""
    assert body(files) == expected


MEMBERS = [
    ("def f(self): return self.a", ["Return(value=self.@m:A.a)"]),
    ("def f(self): self.g()", ["self.@m:B.g()"]),
    ("def f(this): return this.unknown", ["Return(value=self.unknown)"]),
    ("@staticmethod\n    def f(self): return self", ["Return(value=self%0)"]),
    ("@classmethod\n    def f(cls): return cls()", ["Return(value=class())"]),
    ("def f(self, other: 'A'): return other.a", ["Return(value=other%0.@m:A.a)"]),
    ("def f(self): return super().g()", ["Return(value=super.@m:B.g())"]),
    ("def f(self): return A().a", ["Return(value=@m:A().@m:A.a)"]),
]  # fmt: skip


@pytest.mark.parametrize(("method", "expected"), MEMBERS)
def test_members(method: str, expected: list[str]) -> None:
    """The receiver is no parameter; members are known where the type is."""
    code = f"class B:\n    def g(self): pass\nclass A(B):\n    def __init__(self): self.a = 1\n    {method}\n"
    assert body({"m.py": code}, "A.f") == expected


def test_a_local_bound_once_has_the_type_of_its_value() -> None:
    """And one bound twice, or a parameter, has none."""
    classes = "class A:\n    def g(self): pass\n"
    assert body({"m.py": classes + "def f():\n    a = A()\n    a.g()"})[1] == "a%0.@m:A.g()"
    assert (
        body({"m.py": classes + "def f(c):\n    a = A()\n    if c: a = c\n    a.g()"})[2]
        == "a%0.g()"
    )
    assert body({"m.py": classes + "def f(a):\n    if a.b: a = A()\n    a.g()"})[1] == "a%0.g()"


def test_top_level() -> None:
    """Constants and classes stand where they are bound, functions are just there."""
    code = "import os\nN = 1\ndef g(): pass\n@d\ndef h(): pass\nclass C(g): pass\nif N:\n    M = 2\nM = 3\nfor i in N: print(i)\n"
    assert top({"m.py": code}, "m.py") == [
        "@m:N", "@m:h", "@m:C", "if(@m:N, then=[@m:M = 2])", "@m:M = 3",
        "for(@m:i, @m:N, body=[<builtins.print>(@m:i)])",
    ]  # fmt: skip


def test_references_follow_imports() -> None:
    """A symbol's references are found in all files, under whatever name they have it."""
    of = program(
        {
            "a.py": "def g(): pass\ng()",
            "b.py": "from a import g as h\ndef k(): h()",
            "c.py": "import a\na.g",
        }
    )
    found = of.references[symbol_named(of, "g")]
    assert [(r.file, r.kind) for r in found] == [
        (0, "call"),
        (1, "import"),
        (1, "call"),
        (2, "read"),
    ]


def test_order_of_members_is_data_in_data_classes() -> None:
    """A dataclass's fields are in order; those of another class are not."""
    of = program({"m.py": "@dataclass\nclass A:\n    a: int\nclass B:\n    a: int"})
    assert of.outline(symbol_named(of, "A")).is_order_fixed
    assert not of.outline(symbol_named(of, "B")).is_order_fixed


def test_documentation_is_kept_apart() -> None:
    """A text at the start documents; a computed one does not."""
    of = program({"m.py": '"a"\ndef f():\n    "b"\ndef g():\n    f"c"\nclass C:\n    "d"\n'})
    told = {s.path[0]: of.definitions[s].documentation for s in of.definitions}
    assert told == {"f": "b", "g": None, "C": "d"}
    assert of.modules["m"][0].documentation == "a"
