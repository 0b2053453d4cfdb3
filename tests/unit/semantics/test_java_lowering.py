"""Java's table: bases, names of classes, and which overload a call means."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest
from lowered_code import body, program, symbol_named

from tracer.semantics.show import show

HEAD = "package p;\nclass Base { int n; Base(int n) { this.n = n; } }\n"
CODE = [
    ("class A { void log(Object a) {} void log(Base b) {} void f(Base c) { Object d = c; log(d); log(c); } }",
     ["Let(new d%1, value=c%0)", "self.@p:A.log(d%1)", "self.@p:A.log#2(c%0)"]),
    ("class A extends Base { A() { super(1); } Base f() { Base a = new Base(2); return a; } }",
     ["Let(new a%0, value=new @p:Base(2))", "Return(value=a%0)"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), CODE)
def test_code(code: str, expected: list[str]) -> None:
    """A local said to be an Object chooses the overload for objects, whatever its value is."""
    assert body({"p/A.java": HEAD + code}, "A.f") == expected


def test_base_with_constructor() -> None:
    """A base that says a constructor is the base: its constructor is no member of the subclass."""
    of = program({"p/A.java": f"{HEAD}class A extends Base {{ A() {{ super(1); }} }}\n"})
    found = of.definitions[symbol_named(of, "A")]
    assert [show(one) for one in found.bases] == ["@p:Base"]


def test_arrays_of_arrays() -> None:
    """An array has as many dimensions as pairs of brackets stand there."""
    of = program(
        {"p/A.java": "class A { char[][] f(char[] a, int @X [] [][] b) { return null; } }\n"}
    )
    found = of.definitions[symbol_named(of, "A.f")].function
    assert [show(one.type) for one in found.parameters] == [
        "array[char]",
        "array[array[array[int]]]",
    ]
    assert show(found.result) == "array[array[char]]"
