"""Refactorings of single Python files by rope, and which of them can be relied on.

rope does not promise that behaviour is kept: it moves an expression over a call, evaluates a
value as often as a variable was read, hands an unfinished generator to a new function. So each
edit says whether it `keeps`: by criteria of its own, read off Python's syntax tree and byte code,
which know nothing of the verdicts. They look at what was refactored, not at the result:

- names: not those that tools call (tests, fixtures, dunders) or a string spells, nothing decorated;
- an extracted variable is evaluated before anything else in its statement that has an effect, and
  in any case (by the order of the byte code);
- an inlined variable is a constant, or its one use is evaluated first in the next statement;
- a new method cannot override one of a base that is not there;
- an extracted function has no part of a generator or coroutine, no documentation, no `super`, and
  rope called it; an inlined one leaves no names that rope made up;
- a moved definition does not come back for something of its former file, runs nothing when it is
  defined, and the file's imports stand first (rope puts them there).
"""

from __future__ import annotations

import ast
import dis
import glob
import os
import re
import tempfile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random

NEW = {
    "local": "renamed_local",
    "function": "renamed_function",
    "value": "extracted_value",
    "method": "extracted_function",
}
TARGET = "rope_target.py"
_TOOLS = re.compile(r"(?i)test|setup|teardown|pytest_|load_tests|main$|__")
_LOOK_UPS = {"locals", "vars", "dir", "eval", "exec", "globals"}
_MADE_UP = re.compile(rb"\b__\d+__\w")
_EFFECTS = re.compile(
    "CALL|YIELD|SEND|AWAIT|STORE_|DELETE_|IMPORT_|BEFORE_|WITH|FOR_ITER|GET_ITER|JUMP|RAISE|_EXTEND|UPDATE"
)


class Edit(NamedTuple):
    """One refactoring: its kind, the file, the texts, whether it can be relied on."""

    operation: str
    name: str
    before: dict[str, bytes]
    after: dict[str, bytes]
    keeps: bool


def edits(files: dict[str, bytes], rng: random.Random):
    """One edit of each kind for each file where rope finds one."""
    for name, text in files.items():
        try:
            source = text.decode("utf-8")
            module = _Module(source)
        except (SyntaxError, ValueError):
            continue
        if "\r" in source or not name.removesuffix(".py").isidentifier():
            continue
        for operation, refactor in OPERATIONS.items():
            found = _done(name, text, refactor, module, rng)
            if found is not None:
                after, keeps = found
                before = {name: text, TARGET: b""}
                keeps = keeps and not any(_MADE_UP.search(t) for t in after.values())
                yield Edit(operation, name, before, after, keeps)


def _done(name, text, refactor, module, rng):
    """(texts after, whether it keeps) of one refactoring; None where rope or Python refuse."""
    import rope.base.project  # noqa: PLC0415 - not everybody has it
    from rope.base import exceptions, libutils  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        for at, content in ((path, text), (os.path.join(folder, TARGET), b"")):
            with open(at, "wb") as file:
                file.write(content)
        project = rope.base.project.Project(folder, ropefolder=None)
        try:
            found = refactor(project, libutils.path_to_resource(project, path), module, rng)
            if found is None:
                return None
            changes, keeps = found
            project.do(changes)
        except (exceptions.RopeError, SyntaxError, ValueError, AttributeError, TypeError,
                IndexError, KeyError, RecursionError, AssertionError):  # fmt: skip
            return None
        finally:
            project.close()
        after = {os.path.basename(at): _read(at) for at in glob.glob(folder + "/*.py")}
    is_new = after != {name: text, TARGET: b""}
    if not is_new or not _compiles(after):
        return None
    called = after[name].count(NEW["method"].encode())
    if called == 1:
        keeps = False  # rope made a function and did not call it
    if keeps and TARGET in after and after[TARGET]:
        former = name.removesuffix(".py").encode()
        keeps = (
            re.search(rb"^\s*(?:from|import) " + former + rb"\b", after[TARGET], re.MULTILINE)
            is None
        )
    return after, keeps


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _compiles(after):
    try:
        for path, text in after.items():
            compile(text, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


class _Module:
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

    def is_first(self, statement, expression):
        """Whether an expression is evaluated in any case, before all effects of its statement."""
        if isinstance(statement, (ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return False
        around, inner = _node_span(statement), _node_span(expression)
        for steps in self._all_steps():
            ours = [(name, span) for name, span in steps if _is_within(span, around)]
            own = [k for k, (_, span) in enumerate(ours) if _is_within(span, inner)]
            if own:
                return not any(_EFFECTS.search(name) for name, _ in ours[: own[0]])
        return False

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
                if name in own:
                    work.append(own[name])
                elif name not in _BUILTIN | {"TestCase"}:
                    return False
        return True

    def names(self, function, word):
        """The nodes of a name in a function."""
        return [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == word]


def _span(instruction):
    p = instruction.positions
    if p is None or None in p[:4]:
        return None
    return (p.lineno, p.col_offset), (p.end_lineno, p.end_col_offset)


def _node_span(node):
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _is_within(inner, outer):
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _is_plain(node):
    """Whether a definition is neither decorated nor one that tools call."""
    return not node.decorator_list and not _TOOLS.match(node.name)


def _looks_up(node):
    names = (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
    return not _LOOK_UPS.isdisjoint(names)


# ------------------------------------------------------------------ the refactorings


def _rename_local(project, resource, module, rng):
    from rope.refactor.rename import Rename  # noqa: PLC0415

    names = [
        n
        for f in module.functions
        for n in ast.walk(f)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.id != "_"
    ]
    if not names:
        return None
    node = rng.choice(names)
    function = module.function(node)
    keeps = not isinstance(function, ast.Module) and not _looks_up(function)
    changes = Rename(project, resource, module.offset(node)).get_changes(NEW["local"])
    # rope renames keyword arguments of that name along with a parameter, also those of others.
    keywords = {k.arg for k in ast.walk(module.tree) if isinstance(k, ast.keyword)}
    return changes, keeps and node.id not in keywords


def _rename_function(project, resource, module, rng):
    from rope.refactor.rename import Rename  # noqa: PLC0415

    found = [n for n in module.tree.body if isinstance(n, ast.FunctionDef)]
    if not found:
        return None
    texts = {n.value for n in ast.walk(module.tree) if isinstance(n, ast.Constant)}
    plain = [n for n in found if _is_plain(n) and n.name not in texts]
    plain = [] if _looks_up(module.tree) else plain
    node = rng.choice(plain or found)
    at = module.offset(node) + len("def ") if not node.decorator_list else None
    if at is None:
        at = module.source.index("def " + node.name) + len("def ")
    return Rename(project, resource, at).get_changes(NEW["function"]), bool(plain)


def _extract_variable(project, resource, module, rng):
    from rope.refactor.extract import ExtractVariable  # noqa: PLC0415

    kinds = (ast.BinOp, ast.Attribute, ast.Call, ast.Compare, ast.Subscript)
    found = [
        n
        for f in module.functions
        for s in f.body
        for n in ast.walk(s)
        if isinstance(n, kinds) and isinstance(getattr(n, "ctx", ast.Load()), ast.Load)
    ]
    if not found:
        return None
    node = rng.choice(found)
    first = [
        n for n in rng.sample(found, min(8, len(found))) if module.is_first(module.statement(n), n)
    ]
    node = first[0] if first else node
    extractor = ExtractVariable(
        project, resource, module.offset(node), module.offset(node, end=True)
    )
    return extractor.get_changes(NEW["value"]), bool(first)


_STOPS = (
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Global,
    ast.Nonlocal,
    ast.AsyncFor,
    ast.AsyncWith,
)


def _extract_function(project, resource, module, rng):
    from rope.refactor.extract import ExtractMethod  # noqa: PLC0415

    blocks = [
        body
        for f in module.functions
        for n in ast.walk(f)
        for field in ("body", "orelse")
        if isinstance(body := getattr(n, field, None), list) and len(body) > 1
    ]
    if not blocks:
        return None
    body = rng.choice(blocks)
    first = rng.randrange(len(body))
    last = rng.randrange(first, min(len(body), first + 4))
    run = body[first : last + 1]
    inner = [n for s in run for n in ast.walk(s)]
    function = module.function(body[0])
    words = {n.id for n in inner if isinstance(n, ast.Name)}
    is_class = isinstance(module.parent[body[0]], ast.ClassDef)
    decorators = {d.id for d in getattr(function, "decorator_list", ()) if isinstance(d, ast.Name)}
    is_text = isinstance(run[0], ast.Expr) and isinstance(run[0].value, ast.Constant)
    keeps = not (
        is_class
        or is_text
        or any(isinstance(n, _STOPS) for n in inner)
        or words & {"super", "__class__"}
        or "classmethod" in decorators
        or _looks_up(function)
        or not module.is_base_known(function)
    )
    extractor = ExtractMethod(
        project, resource, module.offset(run[0]), module.offset(run[-1], end=True)
    )
    return extractor.get_changes(NEW["method"]), keeps


def _inline_variable(project, resource, module, rng):
    from rope.refactor.inline import create_inline  # noqa: PLC0415

    found = [
        s
        for f in module.functions
        for s in f.body
        if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)
    ]
    if not found:
        return None
    safe = [s for s in found if _may_inline(module, s)]
    statement = rng.choice(safe or found)
    at = module.offset(statement.targets[0])
    return create_inline(project, resource, at).get_changes(), bool(safe)


def _may_inline(module, statement):
    function = module.parent[statement]
    word = statement.targets[0].id
    nodes = module.names(function, word)
    uses = [n for n in nodes if isinstance(n.ctx, ast.Load)]
    if len(uses) != len(nodes) - 1 or not uses or any(n.lineno < statement.lineno for n in uses):
        return False
    if isinstance(statement.value, ast.Constant):
        return True
    place = function.body.index(statement) + 1
    if len(uses) != 1 or place == len(function.body):
        return False
    following = function.body[place]
    return module.statement(uses[0]) is following and module.is_first(following, uses[0])


def _inline_function(project, resource, module, rng):
    return _inlined(project, resource, module, rng, [
        n for n in module.tree.body if isinstance(n, ast.FunctionDef)
    ])  # fmt: skip


def _inline_method(project, resource, module, rng):
    return _inlined(project, resource, module, rng, [
        n for c in module.tree.body if isinstance(c, ast.ClassDef) and not c.bases
        for n in c.body if isinstance(n, ast.FunctionDef)
    ])  # fmt: skip


def _inlined(project, resource, module, rng, functions):
    from rope.refactor.inline import create_inline  # noqa: PLC0415

    called = {
        getattr(n.func, "id", getattr(n.func, "attr", None))
        for n in ast.walk(module.tree)
        if isinstance(n, ast.Call)
    }
    names = [n.name for n in module.functions]
    found = [n for n in functions if n.name in called and names.count(n.name) == 1]
    if not found:
        return None
    plain = [n for n in found if _may_be_inlined(module, n)]
    node = rng.choice(plain or found)
    at = module.source.index("def " + node.name, module.offset(node)) + len("def ")
    return create_inline(project, resource, at).get_changes(), bool(plain)


def _may_be_inlined(module, function):
    """Plain, called with names and constants, at the end of which alone it returns."""
    calls = [
        n
        for n in ast.walk(module.tree)
        if isinstance(n, ast.Call)
        and function.name in (getattr(n.func, "id", None), getattr(n.func, "attr", None))
    ]
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return)]
    stores = {
        n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    return (
        _is_plain(function)
        and not function.args.defaults
        and not any(isinstance(n, _STOPS) for n in ast.walk(function))
        and all(isinstance(a, (ast.Name, ast.Constant)) for c in calls for a in c.args)
        and all(n is function.body[-1] for n in returns)
        and not stores
        and not any(c.keywords for c in calls)
    )


def _move_function(project, resource, module, rng):
    found = [n for n in module.tree.body if isinstance(n, ast.FunctionDef)]
    return _moved(project, resource, module, rng, found)


def _move_class(project, resource, module, rng):
    found = [n for n in module.tree.body if isinstance(n, ast.ClassDef)]
    return _moved(project, resource, module, rng, found)


def _moved(project, resource, module, rng, found):
    from rope.refactor.move import create_move  # noqa: PLC0415

    if not found:
        return None
    plain = [n for n in found if _may_move(n)] if _is_in_order(module) else []
    node = rng.choice(plain or found)
    word = "class " if isinstance(node, ast.ClassDef) else "def "
    at = module.source.index(word + node.name, module.offset(node)) + len(word)
    changes = create_move(project, resource, at).get_changes(project.get_resource(TARGET))
    return changes, bool(plain)


_BUILTIN = {"object", "dict", "list", "set", "tuple", "str", "int", "Exception", "ValueError"}
_WRAPPERS = {"property", "staticmethod", "classmethod"}


def _may_move(node):
    """Plain, and defining it runs nothing: its bases are built in, its body has no calls."""
    if not _is_plain(node) or any(isinstance(i, ast.Global) for i in ast.walk(node)):
        return False
    if isinstance(node, ast.FunctionDef):
        return not any(isinstance(d, ast.Call) for d in node.args.defaults)
    bases = all(isinstance(b, ast.Name) and b.id in _BUILTIN for b in node.bases)
    return bases and not node.keywords and all(
        isinstance(s, (ast.Pass, ast.Expr))
        or (isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant))
        or (
            isinstance(s, ast.FunctionDef)
            and not any(isinstance(d, ast.Call) for d in s.args.defaults)
            and all(isinstance(d, ast.Name) and d.id in _WRAPPERS for d in s.decorator_list)
        )
        for s in node.body
    )  # fmt: skip


def _is_in_order(module):
    """Whether the imports of a file stand before everything else: rope puts them there."""
    imports = [isinstance(s, (ast.Import, ast.ImportFrom)) for s in module.tree.body]
    texts = [isinstance(s, ast.Expr) for s in module.tree.body[:1]]
    rest = imports[1:] if texts[:1] == [True] else imports
    return rest == sorted(rest, reverse=True)


OPERATIONS = {
    "rope rename local": _rename_local,
    "rope rename function": _rename_function,
    "rope extract variable": _extract_variable,
    "rope extract function": _extract_function,
    "rope inline variable": _inline_variable,
    "rope inline function": _inline_function,
    "rope inline method": _inline_method,
    "rope move function": _move_function,
    "rope move class": _move_class,
}
