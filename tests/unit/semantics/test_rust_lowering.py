"""Rust's table: macros, formats, impl blocks, patterns, references."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest
from lowered_code import body, program, symbol_named

CODE = [
    ('fn f(a: i32) { println!("{a} {} {:?}", a, 5); }', ["<__macro.print>(Template([TemplatePart(value=a%0), TemplatePart(text= ), TemplatePart(value=a%0), TemplatePart(text= ), TemplatePart(value=5, spec=?), TemplatePart(text=\n)], kind=format))"]),
    ("fn f() -> Vec<i32> { vec![1, 2] }", ["Return(value=Construct(list, [1, 2]))"]),
    ("fn f(o: Option<i32>) -> bool { matches!(o, Some(x) if x > 2) }", ["Let(new %2)", "switch(o%0, [case([VariantPattern(<Some>, [new x%1])], [%2 = true], guard=(x%1 > 2)), case([AnyPattern()], [%2 = false])], kind=match)", "Return(value=%2)"]),
    ('fn f(a: i32) { assert!(a > 2, "no {}", a); panic!("out") }', ["block([if(Unary(not, (a%0 > 2)), then=[block([Throw(value=<__macro.failed>(Template([TemplatePart(text=no ), TemplatePart(value=a%0)], kind=format)))])])])", "Throw(value=<__macro.panic>('out'))"]),
    ("struct S { a: i32 }\nfn f(a: i32) -> S { S { a } }", ["Return(value=Construct(struct, [@crate:S.a: a%0], type=@crate:S))"]),
    ("struct S { a: i32 }\nfn f(s: S) -> i32 { let S { a } = s; a }", ["Let(FieldsPattern([FieldPattern(a, new a%1, owner=Symbol(crate, [S, a]))], type=@crate:S), value=s%0)", "Return(value=a%1)"]),
    ("fn f(v: &mut Vec<i32>) { let mut n = 7u8; for &x in v.iter() { n += 1; } }", ["Let(new n%1, value=7)", "for(VariantPattern(<&>, [new x%2]), v%0.@:Vec.iter(), body=[Update(+, n%1, 1, gives=)])"]),
    ("fn f(o: Option<&i32>) -> i32 { match o { Some(&x) => x, None => 0 } }", ["Let(new %2)", "switch(o%0, [case([VariantPattern(<Some>, [VariantPattern(<&>, [new x%1])])], [%2 = x%1]), case([ValuePattern(<None>)], [%2 = 0])], kind=match)", "Return(value=%2)"]),
    ("fn f(a: char) -> bool { match a { 'a'..='z' => true, _ => false } }", ["Let(new %1)", "switch(a%0, [case([ValuePattern(Construct(range-inclusive, ['a', 'z', null]))], [%1 = true]), case([AnyPattern()], [%1 = false])], kind=match)", "Return(value=%1)"]),
    ("macro_rules! vec { () => { 5 } }\nfn f() { vec![1]; }", ["OPAQUE macro_invocation 'vec ! [ 1 ]' [@crate:vec]"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), CODE)
def test_code(code: str, expected: list[str]) -> None:
    """Each construct has its form in the core language, with every name resolved."""
    assert body({"src/main.rs": code}) == expected


def test_methods_of_impl_blocks_belong_to_their_type() -> None:
    """In whatever file, module or trait block they stand; those of a trait say so."""
    files = {
        "src/main.rs": "mod a;\nmod b;\n",
        "src/a.rs": "pub struct T;\nimpl T { fn one(&self) {} }\n",
        "src/b.rs": "use crate::a::T;\nimpl T { fn two(&self) {} }\nimpl Clone for T { fn clone(&self) -> T { T } }\n",
    }
    of = program(files)
    for name in ("T.one", "T.two", "T.clone#<Clone>"):
        symbol = symbol_named(of, name)
        assert symbol.module == "crate::a"
        assert of.definitions[symbol].owner == symbol_named(of, "T")


def test_types_of_shown_values_are_known() -> None:
    """What `{:?}` shows, and what a failure of `main` does."""
    of = program(
        {
            "src/main.rs": '#[derive(Debug)]\nstruct T;\nfn f(t: &T) { println!("{t:?}"); }\n'
            "fn main() -> Result<(), T> { f(&T); Ok(()) }\n"
        }
    )
    assert [one.name for one in of.shown] == ["&", "fails"]
