"""Changes that real histories are full of, one case for each failure found in them."""

from __future__ import annotations

import pytest

from tracer.matching import match
from tracer.model.changes import ChangeSet


def matched(before, after):
    """(mapping, partner): `partner(text, line)` is (path, line, text) before of a node after."""
    mapping = match(
        ChangeSet.from_texts(
            {path: text.encode() for path, text in before.items()},
            {path: text.encode() for path, text in after.items()},
        )
    )

    def partner(text, line=None, path=None, table=None):
        for file, tree in enumerate(mapping.after.trees):
            for row in range(len(tree)):
                if (
                    tree.slice(row) == text.encode()
                    and line in (None, tree.lines(row).start_line)
                    and path in (None, mapping.after.paths[file])
                ):
                    node = mapping.after.base[file] + row
                    found = mapping.to_before[node] if table is None else table.get(node, -1)
                    if found < 0:
                        return None
                    file_b, row_b = mapping.before.locate(found)
                    tree_b = mapping.before.trees[file_b]
                    text_b = tree_b.slice(row_b).decode()
                    return mapping.before.paths[file_b], tree_b.lines(row_b).start_line, text_b
        raise AssertionError(f"no node reads {text!r}")

    return mapping, partner


def java(*members):
    return {"A.java": "class A {\n" + "".join(f"  {member}\n" for member in members) + "}\n"}


def test_overload_that_delegates_keeps_its_signature():
    """The body went to the new overload, the method that had it stays who it is."""
    body = "int a = open(x); int b = parse(a, x); log.info(a, b); return a + b;"
    _, partner = matched(
        java(f"int load(String x) {{ {body} }}"),
        java(
            "int load(String x) { return load(x, null); }",
            f"int load(String x, Filter f) {{ {body} }}",
        ),
    )
    assert partner("int load(String x) { return load(x, null); }")[1] == 2
    assert partner("int b = parse(a, x);")[2] == "int b = parse(a, x);"
    assert partner(f"int load(String x, Filter f) {{ {body} }}") is None


def test_call_of_what_was_extracted_is_new():
    """It names what the statement names, and is not it."""
    _, partner = matched(
        java("int of(int row, int column) { return cells[row][column]; }"),
        java(
            "int of(int row, int column) { return of(cells, row, column, size); }",
            "int of(int[][] cells, int row, int column, int size) { return cells[row][column]; }",
        ),
    )
    assert partner("return cells[row][column];")[2] == "return cells[row][column];"
    assert partner("return of(cells, row, column, size);") is None


def test_duplicates_extracted_into_one_function():
    """One of them went there; the other is remembered as merged into it."""
    lines = "    {0} = fetch({0}, retries)\n    audit({0}, limit)\n"
    before = "def f(a):\n" + lines.format("a") + "    return a\n\n\n"
    before += "def g(a):\n" + lines.format("a") + "    store(a)\n"
    after = "def f(a):\n    a = checked(a)\n    return a\n\n\n"
    after += "def g(a):\n    a = checked(a)\n    store(a)\n\n\n"
    after += "def checked(a):\n" + lines.format("a") + "    return a\n"
    mapping, partner = matched({"a.py": before}, {"a.py": after})
    first = partner("audit(a, limit)")
    merged = {mapping.before.trees[0].slice(node).decode(): node for node in mapping.merged_into}
    assert first[1] in (3, 9)
    assert "audit(a, limit)" in merged
    assert all(mapping.to_after[node] < 0 for node in mapping.merged_into)


def test_method_pushed_down_is_a_copy_of_the_one_left_abstract():
    """The abstract declaration stays; the one with the body remembers where it is from."""
    mapping, partner = matched(
        {
            "R.java": "abstract class R {\n  File dir;\n  File getDir() { return dir; }\n}\n",
            "D.java": "class D extends R {\n  int run() { return 1; }\n}\n",
        },
        {
            "R.java": "abstract class R {\n  abstract File getDir();\n}\n",
            "D.java": "class D extends R {\n  File dir;\n  int run() { return 1; }\n"
            "  File getDir() { return dir; }\n}\n",
        },
    )
    assert partner("abstract File getDir();")[2] == "File getDir() { return dir; }"
    assert partner("return dir;")[0] == "R.java"
    copied = partner("File getDir() { return dir; }", table=mapping.copy_of)
    assert copied == ("R.java", 3, "File getDir() { return dir; }")


def test_names_that_changed_hands():
    """`Joint` became `Plain` in the commit in which `Plain` became `Scalar`."""
    scalar = "".join(f"    def s{i}(self):\n        return self.pmf[{i}]\n" for i in range(6))
    joint = "".join(f"    def j{i}(self, rv):\n        self.add(rv, {i})\n" for i in range(6))
    _, partner = matched(
        {"a.py": f"class Plain:\n{scalar}\n\nclass Joint:\n{joint}"},
        {"a.py": f"class Scalar:\n{scalar}\n\nclass Plain:\n{joint}"},
    )
    assert partner("Scalar")[2] == "Plain"
    assert partner("Plain")[2] == "Joint"


def test_paths_that_changed_hands():
    """The same with files: content decides when both are found again under other names."""
    one = "".join(f"alpha_{i} = {i}\n" for i in range(12))
    two = "".join(f"beta_{i} = {i}\n" for i in range(12))
    mapping, _ = matched({"a.py": one, "b.py": two}, {"c.py": one, "a.py": two + "x = 1\n"})
    paths = {(mapping.before.paths[b], mapping.after.paths[a]) for b, a in mapping.file_pairs}
    assert paths == {("a.py", "c.py"), ("b.py", "a.py")}


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("items.put(item.sku(), item);", "var v = item.sku(); items.put(v, item);", "item.sku()"),
        ('out.print("order " + title);', 'var v = "order " + title; out.print(v);', '"order "'),
        ("item.take(net());", "var v = net(); item.take(v);", "net()"),
    ],
)
def test_extracted_variable(before, after, text):
    """What is extracted into a variable is still what it was."""
    _, partner = matched(java(f"void f() {{ {before} }}"), java(f"void f() {{ {after} }}"))
    assert partner(text)[2] == text


def test_statement_keeps_its_target_when_most_of_it_is_extracted():
    """`price = float(v)` is `price = ...`; the new variable is new."""
    _, partner = matched(
        {"a.py": 'def f(row):\n    price = float(row["price"].replace(",", "."))\n'},
        {"a.py": 'def f(row):\n    v = row["price"].replace(",", ".")\n    price = float(v)\n'},
    )
    assert partner("price = float(v)")[1] == 2
    assert partner("v", 2) is None


@pytest.mark.parametrize(
    ("wrapped", "line"),
    [
        ("    if ready:\n        if missing > 0:\n            return missing\n", 3),
        ("    with lock:\n        if missing > 0:\n            return missing\n", 3),
    ],
)
def test_wrapped_statement_is_the_inner_one(wrapped, line):
    """Even when what wraps it is of the same kind."""
    _, partner = matched(
        {"a.py": "def f(missing):\n    if missing > 0:\n        return missing\n"},
        {"a.py": "def f(missing):\n" + wrapped},
    )
    assert partner("missing > 0", line)[1] == 2
    assert partner(wrapped.split()[0], 2) is None


def test_block_of_one_head_is_one_block():
    """The condition is who it is, whatever it holds now."""
    _, partner = matched(
        {"a.py": "def f(v):\n    if v is None:\n        return default(v)\n    go(v)\n"},
        {
            "a.py": "def f(v):\n    if v is None:\n        where = here.there(1)\n"
            "        for a in where:\n            b.c(a)\n        return there\n    go(v)\n"
        },
    )
    assert partner("v is None")[1] == 2


def test_unwrapped_keyword_statement():
    """`continue` says nothing, and is still found when it is the only one."""
    _, partner = matched(
        {"a.js": "for (const x of xs) {\n  if (x.q < 3) {\n    continue;\n  }\n  g(x);\n}\n"},
        {"a.js": "for (const x of xs) {\n  continue;\n  g(x);\n}\n"},
    )
    assert partner("continue;")[1] == 3


def test_empty_brackets_move_nowhere():
    """The `()` of a call that is gone are not those of another call."""
    _, partner = matched(
        {"a.py": "def f(items):\n    lines = []\n    for a in items.values():\n        g(a)\n"},
        {
            "a.py": "def f(items):\n    lines = []\n    rest()\n\n\n"
            "def rest():\n    for a in items.values():\n        g(a)\n"
        },
    )
    assert partner("()", 3) is None
    assert partner("()", 7)[1] == 3
