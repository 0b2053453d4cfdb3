"""Bags of leaves: those of small subtrees are the same without reading the whole tree."""

from __future__ import annotations

import pytest

from tracer.matching import similarity
from tracer.matching.similarity import Bags
from tracer.syntax import parse

TEXTS = {
    "a.py": "def f(type, x):\n    # note\n    yield type(x, 'type') + x\n\n\nclass C:\n    x = 1\n",
    "a.js": "class class_ { static x = import.meta; m() { return class {}; } }\n",
    "a.ts": "function f(module: string): asserts module is number { return module.number; }\n",
    "a.rs": "fn f<'a>(x: &'a str) -> u8 { let block = 'a'; loop { break 'a; } }\n",
    "a.c": "int f(int a) { return a + f(a - 1); } /* a */\n",
    "a.txt": "one line\nanother line\n",
}


@pytest.mark.parametrize("path", TEXTS)
def test_small_bags_are_slices_of_the_large(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For every row, in whatever order bags are asked for."""
    tree = parse(TEXTS[path].encode(), path=path)
    with monkeypatch.context() as patch:
        patch.setattr(similarity, "_SMALL", 0)
        whole = Bags(tree)
        expected = [whole.bag(row) for row in range(len(tree))]
    alone = [Bags(tree).bag(row) for row in range(len(tree))]
    together = Bags(tree)
    assert alone == expected == [together.bag(row) for row in range(len(tree))]
    assert [list(bag) for bag, _ in alone] == [list(bag) for bag, _ in expected]


def test_few_small_bags_read_no_tree() -> None:
    """What is small is read by itself until that is as much as reading all."""
    tree = parse(b"x = [a, b]\n" * 2000, path="a.py")
    bags = Bags(tree)
    rows = tree.children(0)
    for row in rows[:50]:
        bags.bag(row)
    assert bags._before is None
    for row in rows:
        bags.bag(row)
    assert bags._before is not None
