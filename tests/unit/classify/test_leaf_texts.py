"""Leaves of two trees of one shape: sums over columns say what a look at each leaf says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tracer.classify.equality.leaf_equality import has_same_leaves
from tracer.syntax import parse
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.syntax import SyntaxTree

TEXT = b"""/* first */
int main(int argc, char **argv)  // second
{
    const char *text = "a  b c";
    char sign = ' ';
    /* third */ return argc + f(text, "x y", sign);
}
"""


def texts(tree: SyntaxTree) -> list[bytes]:
    flags = tree.flags
    rows = range(len(tree))
    return [tree.slice(at) for at in rows if flags[at] & (LEAF | TRIVIA) == LEAF]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"argc +", b"argc  +"),
        (b"argc +", b"argd +"),
        (b"argc +", b"arg +"),
        (b"argc + f", b"ar + cgf"),
        (b'"a  b c"', b'"a b  c"'),
        (b'"a  b c"', b'"a  bc "'),
        (b'"x y"', b'"xy "'),
        (b"first", b"first x"),
        (b"/* third */ ", b"/* third\n */\n\n"),
        (b"// second\n{", b"\n{ // x"),
        (b"(text, ", b"( text ,"),
        (b"(text, sign", b"(tex, tsign"),
    ],
)
def test_that_leaves_are_the_same_when_each_is(old: bytes, new: bytes) -> None:
    before, after = parse(TEXT, path="a.c"), parse(TEXT.replace(old, new), path="a.c")
    is_same = texts(before) == texts(after)
    assert has_same_leaves(before, 0, after, 0) is is_same
    assert has_same_leaves(after, 0, before, 0) is is_same
