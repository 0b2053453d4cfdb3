"""A Python file as its syntax tree and byte code have it: where nodes stand, what runs first."""

from __future__ import annotations

import ast
import dis
import functools
import re

_EFFECTS = re.compile(
    "CALL|YIELD|SEND|AWAIT|STORE_|DELETE_|IMPORT_|BEFORE_|WITH|FOR_ITER|GET_ITER|JUMP|RAISE|_EXTEND|UPDATE"
)
# What gives the same before and after an effect: names (`_rebound` aside), constants, methods.
_STEADY = re.compile(
    "LOAD_(FAST|CONST|GLOBAL|NAME|DEREF|METHOD|CLOSURE)|PUSH_NULL|KW_NAMES|NOP|RESUME|EXTENDED_ARG"
)
# Expressions with bounds of their own, and those that take the bounds of what is put into them.
_CLOSED = (
    ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.JoinedStr, ast.List,
    ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp,
)  # fmt: skip
_LOOSE = (
    ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Lambda, ast.Tuple,
    ast.Attribute, ast.Subscript, ast.Starred, ast.Await, ast.FormattedValue,
)  # fmt: skip
BUILTIN = {"object", "dict", "list", "set", "tuple", "str", "int", "Exception", "ValueError"}


class Module:
    """One file: its tree, where nodes stand, and in which order Python evaluates them."""

    def __init__(self, source):
        self.source = source
        self.tree = ast.parse(source)
        self.lines = source.splitlines(keepends=True)
        self.parent = {
            kid: node for node in ast.walk(self.tree) for kid in ast.iter_child_nodes(node)
        }
        self.functions = [
            n for n in ast.walk(self.tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        self._steps = None

    def offset(self, node, *, end=False):
        """Where a node starts (or ends), in characters."""
        line, column = (
            (node.end_lineno, node.end_col_offset) if end else (node.lineno, node.col_offset)
        )
        text = self.lines[line - 1].encode()[:column].decode()
        return sum(map(len, self.lines[: line - 1])) + len(text)

    def statement(self, node):
        """The statement around an expression."""
        while not isinstance(node, ast.stmt):
            node = self.parent[node]
        return node

    def function(self, node):
        """The function around a node."""
        while not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            node = self.parent[node]
        return node

    def is_first(self, statement, expression, value=None):
        """Whether an expression is evaluated in any case, before all effects of its statement.

        `value`: what stands there in the end, if it is another expression.
        """
        if isinstance(statement, (ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return False
        if self.lines[statement.lineno - 1].encode()[: statement.col_offset].strip():
            return False  # rope works with whole lines
        around, inner = node_span(statement), node_span(expression)
        for steps in self._all_steps():
            ours = [(name, span) for name, span in steps if is_within(span, around)]
            own = [k for k, (_, span) in enumerate(ours) if is_within(span, inner)]
            if own:
                earlier = [name for name, _ in ours[: own[0]]]
                if any(_EFFECTS.search(name) for name in earlier):
                    return False
                is_quiet = not self._has_effect(value or expression)
                return is_quiet or self._is_steady(statement, expression, earlier)
        return False

    def _has_effect(self, expression):
        span = node_span(expression)
        return any(
            _EFFECTS.search(name)
            for steps in self._all_steps()
            for name, place in steps
            if is_within(place, span)
        )

    def is_closed(self, value, place):
        """Whether an expression is the same one where it is put without brackets around it."""
        around = self.parent[place]
        is_called = isinstance(around, ast.Call) and around.func is place
        return isinstance(value, _CLOSED) or not (is_called or isinstance(around, _LOOSE))

    def _is_steady(self, statement, expression, steps):
        """Whether the steps before an expression read nothing that it may change."""
        place = node_span(expression)[0]
        earlier = {
            n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and node_span(n)[0] < place
        }
        return earlier.isdisjoint(self._rebound) and all(_STEADY.fullmatch(name) for name in steps)

    @functools.cached_property
    def _rebound(self):
        """The names that a function may give another value than its own."""
        kinds = (ast.Global, ast.Nonlocal)
        return {word for n in ast.walk(self.tree) if isinstance(n, kinds) for word in n.names}

    def _all_steps(self):
        """(operation, where) of the byte code of each function of the file, outer ones first."""
        if self._steps is None:
            work = [compile(self.source, "<file>", "exec", dont_inherit=True)]
            codes = []
            while work:
                code = work.pop()
                codes.append(code)
                work += [c for c in code.co_consts if hasattr(c, "co_code")]
            codes.sort(key=lambda code: code.co_firstlineno)
            self._steps = [
                [
                    (i.opname, _span(i))
                    for i in dis.get_instructions(code)
                    if _span(i) is not None and i.opname != "PRECALL"
                ]
                for code in codes
            ]
        return self._steps

    def is_base_known(self, function):
        """Whether all bases of the class around are in the file, built in, or a test case's."""
        holder = self.parent.get(function)
        if not isinstance(holder, ast.ClassDef):
            return True
        own = {c.name: c for c in self.tree.body if isinstance(c, ast.ClassDef)}
        work, seen = [holder], set()
        while work:
            node = work.pop()
            if node.name in seen:
                continue
            seen.add(node.name)
            if node.keywords:
                return False
            for base in node.bases:
                name = getattr(base, "id", getattr(base, "attr", None))
                if name in own and isinstance(base, ast.Name):
                    work.append(own[name])
                elif name not in BUILTIN | {"TestCase"}:
                    return False
        return True

    def is_name_read(self, word):
        """Whether a definition is given to somebody, in a file that reads names of definitions."""
        readers = ("__name__", "__qualname__")
        if not any(getattr(n, "attr", None) in readers for n in ast.walk(self.tree)):
            return False
        return any(
            getattr(self.parent[n], "func", None) is not n for n in self.names(self.tree, word)
        )

    def classes(self, function):
        """The class that a function is a method of, and those around it."""
        node, found = self.parent.get(function), []
        while isinstance(node, ast.ClassDef):
            found.append(node)
            node = self.parent[node]
        return found

    def names(self, function, word):
        """The nodes of a name in a function."""
        return [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == word]


def _span(instruction):
    p = instruction.positions
    if p is None or None in p[:4]:
        return None
    return (p.lineno, p.col_offset), (p.end_lineno, p.end_col_offset)


def node_span(node):
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def is_within(inner, outer):
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def is_load(node):
    return isinstance(node.ctx, ast.Load)


def texts(node):
    """The texts of a file, in order."""
    return [
        n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    ]


def count(node, word):
    """How often a name is used, as a variable or a member."""
    return sum(
        word in (getattr(n, "id", None), getattr(n, "attr", None), getattr(n, "name", None))
        for n in ast.walk(node)
    )


def imported(function):
    """The names that a function imports for itself."""
    if isinstance(function, ast.Module):
        return set()
    kinds = (ast.Import, ast.ImportFrom)
    return {
        (alias.asname or alias.name).partition(".")[0]
        for n in ast.walk(function)
        if isinstance(n, kinds)
        for alias in n.names
    }
