"""Trees are lossless columns, whatever the bytes."""

from __future__ import annotations

import pytest

from tracer.syntax import BROKEN, LEAF, TRIVIA, language_named, parse

SAMPLES = {
    "plain.py": b"def f(a):\n    return a\n",
    "bom-crlf.py": b'\xef\xbb\xbfx = 1\r\nif x:\r\n    y = """a\r\nb"""\r\n',
    "broken.py": b"def f(:\n    return\n",
    "latin.py": b"# caf\xe9\nx = 'caf\xe9'\n",
    "tabs.py": b"if x:\n\ty = 1\n",
    "empty.py": b"",
    "blank.py": b"\n\n  \n",
    "escapes.py": b"x = 'DROP a\\n b\\t'\n",
    "page.json": b'{"a": [1, "b\\n"]}',
    "Makefile": b"all:\n\techo hi\n",
    "notes.unknown": b"one\n\n  two\r\nthree",
    "app.ts": b"const a = `x ${b} y`;\nexport class C<T> { m(): void {} }\n",
    "main.go": b"package main\n\nfunc main() { s := `raw\n text` ; _ = s }\n",
    "lib.rs": b'fn main() { println!("a\\n{}", 1); } // end\n',
    "a.c": b'#include <x.h>\n#define A(b) \\\n  b+1\nint main(void) { return "a" "b"[0]; }\n',
}


@pytest.mark.parametrize("path", SAMPLES)
def test_leaves_and_layout_are_the_file(path):
    """Between leaves there is only white space (or a byte order mark)."""
    text = SAMPLES[path]
    tree = parse(text, path=path)
    position = 3 if text.startswith(b"\xef\xbb\xbf") else 0
    for row in range(len(tree)):
        if tree.flags[row] & LEAF and len(tree) > 1:
            assert tree.start[row] >= position
            assert not text[position : tree.start[row]].strip(), text[position : tree.start[row]]
            position = max(position, tree.end[row])
    if len(tree) > 1:
        assert not text[position:].strip()


@pytest.mark.parametrize("path", SAMPLES)
def test_columns_describe_one_tree(path):
    """Spans and subtrees nest; ranks count the significant rows."""
    tree = parse(SAMPLES[path], path=path)
    assert tree.stop[0] == len(tree)
    assert tree.parent[0] == -1
    for row in range(1, len(tree)):
        parent = tree.parent[row]
        assert parent < row < tree.stop[row] <= tree.stop[parent]
        assert tree.start[parent] <= tree.start[row] <= tree.end[row] <= tree.end[parent]
    assert len(tree.tokens) == 16 * tree.rank[len(tree)]
    trivia = sum(1 for flag in tree.flags if flag & TRIVIA)
    assert tree.rank[len(tree)] == len(tree) - trivia


def test_text_between_escapes_is_a_leaf():
    """`'DROP a\\n'` and `'KEEP b\\n'` differ, although the grammar names only the escape."""
    first, second = (parse(b"x = '%s a\\n'\n" % word, path="a.py") for word in (b"DROP", b"KEEP"))
    assert first.tokens != second.tokens
    assert b"DROP a" in [first.slice(row) for row in range(len(first))]


def test_space_inside_a_string_is_content():
    """`'a '` is not `'a'`, and `' '` is not `''`."""
    texts = (b"'a '", b"'a'", b"' '", b"''", b"'\\n '", b"'\\n'")
    tokens = {parse(b"x = " + text, path="a.py").tokens for text in texts}
    assert len(tokens) == len(texts)


def test_line_ends_do_not_change_tokens():
    """CRLF and LF spell one tree, also inside a string of several lines."""
    text = b'x = """a\nb"""\nif x:\n    y = 1\n'
    assert (
        parse(text, path="a.py").tokens == parse(text.replace(b"\n", b"\r\n"), path="a.py").tokens
    )


def test_comments_are_no_tokens_unless_significant():
    """A remark leaves the tokens alone; a coding line is one."""
    plain = parse(b"x = 1\n", path="a.py").tokens
    assert parse(b"x = 1  # why\n", path="a.py").tokens == plain
    assert parse(b"# -*- coding: latin-1 -*-\nx = 1\n", path="a.py").tokens != plain


def test_broken_code_is_flagged_up_to_the_root():
    """Rows with an error inside say so; the others do not."""
    tree = parse(b"def f(:\n    pass\n\nx = 1\n", path="a.py")
    assert tree.flags[0] & BROKEN
    good = parse(b"x = 1\n", path="a.py")
    assert not any(flag & BROKEN for flag in good.flags)


def test_what_the_parser_gave_up_is_in_the_tree():
    """YAML's scanner stops at an indentation that cannot be: the rest is a leaf, and broken."""
    text = b"a:\n  b:\n    c: 1\n   d: 2\n    e: 3\nf: 4\n"
    tree = parse(text, path="a.yml")
    assert tree.end[0] == len(text)
    assert tree.flags[0] & BROKEN
    kept = [
        tree.text[tree.start[r] : tree.end[r]] for r in range(len(tree)) if tree.flags[r] & LEAF
    ]
    assert b"".join(kept).translate(None, b" \n") == text.translate(None, b" \n")
    assert not parse(b"a: 1\n\n", path="a.yml").flags[0] & BROKEN


def test_large_file_is_parsed():
    """Five megabytes are no reason to give up."""
    text = (b"value = compute(1, '%s', [3])\n" % (b"two" * 90)) * 17_000
    assert len(text) > 5_000_000
    tree = parse(text, path="big.py")
    assert tree.language.name == "python"
    assert tree.line_count == 17_000


def test_binary_is_one_leaf():
    """A NUL byte makes a file a blob."""
    tree = parse(b"\x00\x01\n\x02", path="a.py")
    assert tree.language.support == "binary"
    assert len(tree) == 2


@pytest.mark.parametrize(
    ("text", "count"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\n\n", 2), (b"a\r\nb", 2)]
)
def test_lines_are_counted_as_git_does(text, count):
    """A final newline opens no line."""
    assert parse(text, path="x.unknown").line_count == count


def test_positions_are_bytes_and_lines_one_based():
    """Non-ASCII characters before a node do not shift it."""
    text = "é = 1\nß = 2\n".encode()
    tree = parse(text, path="a.py")
    rows = [row for row in range(len(tree)) if tree.slice(row) == "ß".encode()]
    assert {tree.lines(row).start_line for row in rows} == {2}
    assert {tree.start[row] for row in rows} == {text.index("ß".encode())}


def test_unknown_grammar_is_an_error():
    """A language nobody knows is refused with a way out."""
    from tracer.model.errors import InputError

    with pytest.raises(InputError, match="no grammar"):
        language_named("klingon")
