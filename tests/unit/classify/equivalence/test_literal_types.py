"""What type a number has by how it is written: C and C++."""

import pytest

import tracer

_SAME = {
    "the case of digits": ("0xFFFFFFFF + x", "0xffffffff + x"),
    "octal digits": ("0xFFFFFFFF + x", "037777777777 + x"),
    "fits an int": ("0xFF + x", "255 + x"),
    "the largest int": ("0x7FFFFFFF + x", "2147483647 + x"),
    "the largest int in octal": ("017777777777 + x", "2147483647 + x"),
    "unsigned either way": ("0xFFFFFFFFu + x", "4294967295U + x"),
    "unsigned and long either way": ("0xFFFFFFFFFFFFFFFFul + x", "18446744073709551615UL + x"),
}
_DIFFERS = {
    "a sum": ("0xFFFFFFFF + 1", "4294967295 + 1"),
    "a comparison": ("x < 0xFFFFFFFF", "x < 4294967295"),
    "a comparison with a negative number": ("-1 < 0x80000000", "-1 < 2147483648"),
    "mirrored": ("x < 0xFFFFFFFF", "4294967295 > x"),
    "its size": ("sizeof(0x80000000)", "sizeof(2147483648)"),
    "its complement": ("~0xF0000000", "~4026531840"),
    "a shift": ("0xFFFFFFFF << x", "4294967295 << x"),
    "an argument": ("g(0x80000000)", "g(2147483648)"),
    "octal digits": ("037777777777 + x", "4294967295 + x"),
    "binary digits": ("0b11111111111111111111111111111111 + x", "4294967295 + x"),
    "long": ("0xFFFFFFFFFFFFFFFFL + x", "18446744073709551615L + x"),
}


def _is_refactoring(path, before, after):
    texts = [f"long f(int x) {{ return {one}; }}\n".encode() for one in (before, after)]
    change = tracer.ChangeSet.from_texts({path: texts[0]}, {path: texts[1]}, closed_world=True)
    return tracer.classify(change).verdict.name == "AST_REFACTOR"


@pytest.mark.parametrize("path", ["a.c", "a.cpp"])
@pytest.mark.parametrize("name", _SAME)
def test_same(name, path):
    """One number of one type."""
    before, after = _SAME[name]
    assert _is_refactoring(path, before, after)
    assert _is_refactoring(path, after, before)


@pytest.mark.parametrize("path", ["a.c", "a.cpp"])
@pytest.mark.parametrize("name", _DIFFERS)
def test_differs(name, path):
    """One number, but unsigned in hexadecimal digits and longer in decimal ones."""
    before, after = _DIFFERS[name]
    assert not _is_refactoring(path, before, after)
    assert not _is_refactoring(path, after, before)
