"""What of a file pair one commit's engine step gets to see."""

from __future__ import annotations

import ast

import pytest

from tracer.history.windows import RawTrees, window
from tracer.syntax import detect


def functions(count: int, body: str = "return {0}") -> list[str]:
    """Texts of numbered functions of four lines."""
    return [
        f"def function_{n}(a, b):\n    value = a + b\n    {body.format(n)}\n\n"
        for n in range(count)
    ]


def test_untouched_definitions_are_left_out():
    """A change in one of forty functions shows that one, on both sides, with its lines."""
    parts = functions(40)
    before = "".join(parts).encode()
    parts[20] = parts[20].replace("value = a + b", "value = a - b")
    after = "".join(parts).encode()
    found = window("a.py", before, after)
    assert b"value = a - b" in found.after
    assert b"value = a + b" in found.before
    assert b"function_20" in found.after
    assert b"function_5" not in found.after + found.before
    assert len(found.after_lines) < 60
    lines = after.split(b"\n")
    assert [lines[i] for i in found.after_lines] == found.after.split(b"\n")[:-1]
    lines = before.split(b"\n")
    assert [lines[i] for i in found.before_lines] == found.before.split(b"\n")[:-1]


def test_members_of_a_touched_class():
    """Untouched methods go, the class around the touched one stays, and the code stays valid."""
    methods = ["    " + part.strip().replace("\n", "\n    ") + "\n\n" for part in functions(40)]
    before = ("class Many:\n" + "".join(methods)).encode()
    methods[7] = methods[7].replace("return 7", "return -7")
    after = ("class Many:\n" + "".join(methods)).encode()
    found = window("a.py", before, after)
    assert found.after.startswith(b"class Many:\n")
    assert b"return -7" in found.after
    assert b"function_30" not in found.after
    assert [node.name for node in ast.parse(found.after).body] == ["Many"]
    ast.parse(found.before)


def test_blocks_do_not_become_empty():
    """A class of which only the head changed keeps a member."""
    methods = ["    " + part.strip().replace("\n", "\n    ") + "\n\n" for part in functions(40)]
    before = ("class Many:\n" + "".join(methods)).encode()
    after = before.replace(b"class Many:", b"class Few:")
    found = window("a.py", before, after)
    assert len(found.after_lines) < len(after.split(b"\n"))
    ast.parse(found.after)
    ast.parse(found.before)


def test_a_moved_function_is_seen_at_both_places():
    """Both ends of a move are inside the difference and stay."""
    parts = functions(40)
    before = "".join(parts).encode()
    after = "".join([*parts[:5], *parts[6:30], parts[5], *parts[30:]]).encode()
    found = window("a.py", before, after)
    assert b"function_5(" in found.after
    assert b"function_5(" in found.before


def test_broken_code_stays():
    """What holds a syntax error is not cut; what stands whole beside it is."""
    big = "".join(functions(40)).encode()
    broken = big + b"def (((:\n"
    found = window("a.py", big, broken)
    assert b"def (((:" in found.after
    assert len(found.after_lines) < 100


def test_statements_out_of_reach_go_on_request():
    """Those that mention a word the difference brought or took away stay."""
    body = "".join(f"    step_{i} = call({i})\n" for i in range(40))
    before = f"def f(name):\n{body}    use(name)\n    end()\n".encode()
    after = before.replace(b"f(name)", b"f(title)").replace(b"step_9 =", b"step_x =")
    found = window("a.py", before, after, statements=True)
    assert b"use(name)" in found.after
    assert b"step_9 =" in found.before
    assert b"step_30 =" not in found.after
    assert b"step_30 =" in window("a.py", before, after).after


def test_what_cannot_be_cut_comes_whole():
    """Small files and binary ones are looked at as they are."""
    small = b"def f():\n    return 1\n"
    assert window("a.py", small, small.replace(b"1", b"2")).before == small
    data = b"\0some words here\n" * 100
    assert window("a.bin", data, data + b"more\n").after == data + b"more\n"


def test_text_is_cut_by_lines():
    """Of text without a grammar the differences stay, with three lines on each side."""
    lines = [f"line {n}\n" for n in range(100)]
    before = "".join(lines).encode()
    lines[40] = "another\n"
    found = window("notes.unknown", before, "".join(lines).encode())
    assert list(found.after_lines) == list(range(37, 44))
    assert list(found.before_lines) == list(range(37, 44))


def test_repetitions_of_a_language_without_roles_are_cut():
    """Paragraphs far from a difference go where the grammar takes any number of them."""
    parts = [f"Paragraph {n} has\na second line.\n\n" for n in range(60)]
    before = "".join(parts).encode()
    parts[30] = "Quite another paragraph.\n\n"
    found = window("README.md", before, "".join(parts).encode(), statements=True)
    assert b"Quite another" in found.after
    assert b"Paragraph 30 " in found.before
    assert b"Paragraph 50 " not in found.before + found.after
    assert len(found.after_lines) < 70


def test_what_stands_in_a_block_is_a_statement():
    """In Ruby, where calls are statements, those out of reach are cut."""
    calls = [f"    thing_{n}.call(:argument)\n" for n in range(60)]
    before = ("class A\n  def f\n" + "".join(calls) + "  end\nend\n").encode()
    calls[30] = "    another\n"
    after = ("class A\n  def f\n" + "".join(calls) + "  end\nend\n").encode()
    found = window("a.rb", before, after, statements=True)
    assert b"    another" in found.after
    assert b"thing_30" in found.before
    assert len(found.after_lines) < 12


def test_a_file_that_the_grammar_does_not_understand():
    """Paragraphs far from the difference go where the whole file is one error."""
    part = "static int\nf{0}(a) int a;\n{{\n    if (a)\n\n        return {0};\n}}\n\n"
    broken = "#ifdef X\nint g() {\n#else\nint g(void) {\n#endif\n    if (1) {\n\n"
    parts = [broken, *(part.format(n) for n in range(60))]
    before = "".join(parts).encode()
    parts[30] = parts[30].replace("if (a)", "if (!a)")
    found = window("a.c", before, "".join(parts).encode())
    assert b"if (!a)" in found.after
    assert b"f29" in found.after
    assert b"f3(" not in found.after
    assert len(found.after_lines) < 60
    assert len(found.after_lines) == len(found.before_lines)


@pytest.mark.parametrize("line", [b"    more", b"* item", b"", b"==="])
def test_a_tree_of_markup_does_not_depend_on_the_version_seen_before(line):
    """Scanners of markup keep a state that a tree taken over does not tell."""
    part = [b"Part", b"----", b"", b"Words::", b"", b"    code", b"", b"    more", b"", b"* one"]
    part += [b"", b".. note::", b"", b"   A note.", b""]
    rst = detect("a.rst", b"x\n")
    before = part * 6
    for at in range(15, 45):
        after = [*before[:at], line, *before[at + 1 :]]
        seen = RawTrees()
        seen.root(rst, "a.rst", b"\n".join([*before, b""]), before)
        text = b"\n".join([*after, b""])
        anew = RawTrees().root(rst, "a.rst", text, after)
        assert _nodes(seen.root(rst, "a.rst", text, after)) == _nodes(anew)


def _nodes(node):
    return node.kind_id, node.start_byte, node.end_byte, [_nodes(child) for child in node.children]
