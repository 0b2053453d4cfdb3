"""Random expressions as trees, written with as few brackets as the language allows and with many.

`TABLES` gives each language's operators, loosest first, as its reference manual does. Operators
that make a text ambiguous with types (`a < b > (c)`) are left out where the language has them.
"""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st


class Operators(NamedTuple):
    """Levels of binary operators, loosest first, as (associativity, operators); then unary."""

    levels: tuple[tuple[str, tuple[str, ...]], ...]
    unary: tuple[str, ...]
    ternary: str  # a format, or empty
    # Operators whose nesting in each other says nothing, and such that may not be mixed bare.
    associative: frozenset[str] = frozenset()
    unmixed: tuple[frozenset[str], ...] = ()
    unary_below: frozenset[str] = frozenset()  # no bare unary operator left of these


_C_LEVELS = (
    ("left", ("||",)),
    ("left", ("&&",)),
    ("left", ("|",)),
    ("left", ("^",)),
    ("left", ("&",)),
    ("left", ("==", "!=")),
    ("left", ("<=", ">=")),
    ("left", ("<<", ">>")),
    ("left", ("+", "-")),
    ("left", ("*", "/", "%")),
)
_TERNARY = "{0} ? {1} : {2}"

TABLES = {
    "python": Operators(
        (
            ("left", ("or",)),
            ("left", ("and",)),
            ("none", ("<", "==", "in", "is not")),
            ("left", ("|",)),
            ("left", ("^",)),
            ("left", ("&",)),
            ("left", ("<<", ">>")),
            ("left", ("+", "-")),
            ("left", ("*", "/", "//", "%", "@")),
        ),
        ("-", "~"),
        "{1} if {0} else {2}",
    ),
    "javascript": Operators(
        (
            ("left", ("??",)),
            *_C_LEVELS[:6],
            ("left", ("<", ">", "in", "instanceof")),
            *_C_LEVELS[7:],
            ("right", ("**",)),
        ),
        ("-", "!", "typeof"),
        _TERNARY,
        frozenset({"&&", "||", "??"}),
        (frozenset({"??"}), frozenset({"&&", "||"})),
        frozenset({"**"}),
    ),
    "java": Operators(_C_LEVELS, ("-", "!", "~"), _TERNARY),
    "go": Operators(
        (
            ("left", ("||",)),
            ("left", ("&&",)),
            ("left", ("==", "<", ">=")),
            ("left", ("+", "-", "|", "^")),
            ("left", ("*", "/", "<<", "&", "&^")),
        ),
        ("-", "!", "^"),
        "",
    ),
    "rust": Operators(
        (
            ("left", ("||",)),
            ("left", ("&&",)),
            ("none", ("==", "!=")),
            ("left", ("|",)),
            ("left", ("^",)),
            ("left", ("&",)),
            ("left", ("<<", ">>")),
            ("left", ("+", "-")),
            ("left", ("*", "/", "%")),
        ),
        ("-", "!"),
        "",
    ),
    "c": Operators(_C_LEVELS, ("-", "!", "~"), _TERNARY),
}
TABLES["cpp"] = TABLES["c"]
TABLES["typescript"] = TABLES["tsx"] = TABLES["javascript"]._replace(
    levels=tuple(
        (side, tuple(op for op in ops if op != ">")) for side, ops in TABLES["javascript"].levels
    )
)


def trees(language: str, depth: int = 3):
    """Expressions as nested tuples, the operator first; a leaf is a name."""
    table = TABLES[language]
    binary = st.sampled_from([op for _, ops in table.levels for op in ops])
    names = st.sampled_from("abcd")

    def extend(inner):
        forms = [
            st.tuples(binary, inner, inner),
            st.tuples(binary, inner, inner),
            st.tuples(st.sampled_from(table.unary).map(lambda op: f"u{op}"), inner),
            st.tuples(st.just("call"), names, inner),
            st.tuples(st.just("attr"), inner),
        ]
        if table.ternary:
            forms.append(st.tuples(st.just("?"), inner, inner, inner))
        return st.one_of(forms)

    return st.recursive(names, extend, max_leaves=2**depth)


def meaning(tree, table: Operators):
    """The tree with nested associative operators flattened."""
    if isinstance(tree, str):
        return tree
    head, *parts = tree
    parts = [meaning(part, table) for part in parts]
    if head in table.associative:
        flat = []
        for part in parts:
            flat += part[1:] if isinstance(part, tuple) and part[0] == head else [part]
        parts = flat
    return (head, *parts)


class Writer:
    """Writes trees; `eager` puts brackets around every operand that is not a name."""

    def __init__(self, language: str, *, eager: bool) -> None:
        self.table = TABLES[language]
        self.eager = eager
        self.level = {
            op: (i + 2, side) for i, (side, ops) in enumerate(self.table.levels) for op in ops
        }
        self.unary = len(self.table.levels) + 2
        self.postfix = self.unary + 1

    def write(self, tree, least: int = 0) -> str:
        """The text of a tree, in brackets when it binds looser than `least`."""
        if isinstance(tree, str):
            return tree
        text, level = self._bare(tree)
        if level < least:
            return f"({text})"
        return f"(({text}))" if self.eager and least else text

    def _bare(self, tree) -> tuple[str, int]:
        head, *parts = tree
        if head == "?":
            condition, one, other = parts
            middle = 2 if self.table.ternary.startswith("{1}") else 1
            texts = self.write(condition, 2), self.write(one, middle), self.write(other, 1)
            return self.table.ternary.format(*texts), 1
        if head == "call":
            return f"{parts[0]}({self.write(parts[1])})", self.postfix
        if head == "attr":
            return f"{self.write(parts[0], self.postfix)}.x", self.postfix
        if head.startswith("u"):
            return f"{head[1:]} {self.write(parts[0], self.unary)}", self.unary
        return self._binary(head, *parts)

    def _binary(self, op: str, left, right) -> tuple[str, int]:
        level, side = self.level[op]
        least_left = level if side == "left" else level + 1
        least_right = level if side == "right" else level + 1
        if op in self.table.unary_below and self._head(left).startswith("u"):
            least_left = self.postfix
        for group in self.table.unmixed:
            if op in group:
                others = frozenset().union(*self.table.unmixed) - group
                least_left = self.postfix if self._head(left) in others else least_left
                least_right = self.postfix if self._head(right) in others else least_right
        return f"{self.write(left, least_left)} {op} {self.write(right, least_right)}", level

    @staticmethod
    def _head(tree) -> str:
        return "" if isinstance(tree, str) else tree[0]
