"""Refactorings of single Python files by rope, and which of them can be relied on.

rope does not promise that behaviour is kept: it moves an expression over a call, evaluates a
value as often as a variable was read, hands an unfinished generator to a new function. So each
edit says whether it `keeps`: by criteria of its own, read off Python's syntax tree and byte code,
which know nothing of the verdicts. They look at what was refactored, not at the result:

- names: not those that tools call (tests, fixtures, dunders) or a string spells, nothing decorated,
  nor given away where the file reads `__name__`; a renamed local is no `global`, nothing inside
  the function binds its name again, and no text changes with it (`f"{x=}"` prints the name);
- nothing looks names up by spelling (`eval`, `globals()`), nor brings names without spelling them
  (`import *`): in the function where a local comes or goes, in the file where a definition does
  (for a method that goes, `getattr` with a computed name counts as well; for a definition, that
  together with modules that are looked up, `sys.modules[name]`: the file may find itself);
- the file compiled before, and rope left no name that nobody binds (by the byte code);
- a renamed parameter is not one that a base which is not there may name;
- an extracted variable is evaluated before anything else in its statement that has an effect, and
  in any case (by the order of the byte code), and the statement begins its line; with an effect
  of its own it is evaluated before all but names and the methods called (the rest it may change);
- an inlined variable is a constant, or its one use is evaluated like that in the next statement;
  rope left no use of it, and what it put there needs no brackets;
- a new method cannot override one of a base that is not there, no decorator of its class that is
  not known may look at it, and the one it is called from has a parameter for its object;
- an extracted function has no part of a generator or coroutine, no documentation, no `super`, no
  class (which says where it was defined); rope called it, with variables that have a value, and
  stored what is read later, which surely has a value at its end (the variable of a loop has none
  where there is no round, that of a comprehension never); nothing in it was imported by the
  function around, and no decorator calls that one before the new one is there;
- an inlined function was called, with names and constants, and is called no more; rope left no
  names that it made up, put no argument in place of another, and no value where it needs brackets;
  what the body reads is no local of a caller, and no function inside it reads an argument later
  on, when the caller's variable may have another value; several statements were put before one
  that evaluates the call first, and once (no condition of a loop);
- a moved definition makes no two files that import each other, takes nothing of its former file
  that is bound twice or in a branch (an import for type checking is not there at run time), asks
  nothing of its file (`__file__`), runs nothing when it is defined, is not assigned or deleted, and
  the file's imports stand first (rope puts them there); every module that the former file executed,
  those of Python's library aside, still is when it is (rope drops imports that nobody uses).
"""

from __future__ import annotations

import ast
import builtins
import dis
import functools
import glob
import os
import re
import sys
import tempfile
from collections import Counter
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
_TARGET = re.compile(rb"^\s*(?:from|import) rope_target\b", re.MULTILINE)
_MADE_UP = re.compile(rb"\b__\d+__\w")
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


class Edit(NamedTuple):
    """One refactoring: its kind, the file, the texts, and why it cannot be relied on, if so."""

    operation: str
    name: str
    before: dict[str, bytes]
    after: dict[str, bytes]
    doubts: tuple[str, ...]


def edits(files: dict[str, bytes], rng: random.Random, only: str = ""):
    """One edit of each kind (whose name has `only`) for each file where rope finds one."""
    for name, text in files.items():
        try:
            source = text.decode("utf-8")
            compile(text, name, "exec", dont_inherit=True)
            module = _Module(source)
        except (SyntaxError, ValueError):
            continue
        if "\r" in source or not name.removesuffix(".py").isidentifier():
            continue
        for operation, refactor in OPERATIONS.items():
            found = _done(name, text, refactor, module, rng) if only in operation else None
            if found is not None:
                before = {name: text, TARGET: b""}
                yield Edit(operation, name, before, *found)


def _done(name, text, refactor, module, rng):
    """(texts after, doubts) of one refactoring; None where rope or Python refuse."""
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
            changes, doubts, *checks = found
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
    former = name.removesuffix(".py").encode()
    made = after[name].count(NEW["method"].encode())
    returns = re.search(
        rb"^\s*(?:from|import) " + former + rb"\b", after.get(TARGET, b""), re.MULTILINE
    )
    doubts = [
        *doubts,
        *_those({
            "rope made a function and did not call it": made == 1,
            "two files import each other": returns and _TARGET.search(after[name]),
            "rope left a name it made up": any(_MADE_UP.search(t) for t in after.values()),
            "rope left a name that nobody binds": _unbound(after) - _unbound({name: text}),
            "a module is no longer executed": not _executed({name: text}) <= _executed(after, name),
        }),
    ]  # fmt: skip
    tree = ast.parse(after[name])
    return after, (*doubts, *(doubt for check in checks for doubt in check(tree)))


def _unbound(texts):
    """The names that code of one of the texts looks for in its file, where nothing binds them."""
    found = set()
    for text in texts.values():
        work = [compile(text, "<file>", "exec", dont_inherit=True)]
        read, bound = set(), set(dir(builtins)) | {"__file__"}
        while work:
            code = work.pop()
            work += [c for c in code.co_consts if hasattr(c, "co_code")]
            for i in dis.get_instructions(code):
                if i.opname in ("STORE_GLOBAL", "STORE_NAME"):
                    bound.add(i.argval)
                elif i.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                    read.add(i.argval)
            if "IMPORT_STAR" in {i.opname for i in dis.get_instructions(code)}:
                return set()
        found |= read - bound
    return found


def _executed(texts, name=None):
    """The modules, those of the library aside, that are executed when a file of the texts is.

    `name`: the file; what it imports from `rope_target` counts as well. Without it all there are.
    """
    wanted = [name] if name else list(texts)
    found = set()
    for one in wanted:
        for statement in ast.parse(texts[one]).body:
            if isinstance(statement, ast.Import):
                found |= {alias.name for alias in statement.names}
            elif isinstance(statement, ast.ImportFrom):
                module = "." * statement.level + (statement.module or "")
                inner = (f"{module}{alias.name}" for alias in statement.names)
                found |= set(inner) if not statement.module else {module}
    if TARGET.removesuffix(".py") in found and TARGET in texts and name != TARGET:
        found |= _executed(texts, TARGET)
    return {m for m in found if m.partition(".")[0] not in sys.stdlib_module_names}


def _those(found):
    """The texts of those conditions that hold."""
    return [text for text, holds in found.items() if holds]


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

    def is_first(self, statement, expression, value=None):
        """Whether an expression is evaluated in any case, before all effects of its statement.

        `value`: what stands there in the end, if it is another expression.
        """
        if isinstance(statement, (ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return False
        if self.lines[statement.lineno - 1].encode()[: statement.col_offset].strip():
            return False  # rope works with whole lines
        around, inner = _node_span(statement), _node_span(expression)
        for steps in self._all_steps():
            ours = [(name, span) for name, span in steps if _is_within(span, around)]
            own = [k for k, (_, span) in enumerate(ours) if _is_within(span, inner)]
            if own:
                earlier = [name for name, _ in ours[: own[0]]]
                if any(_EFFECTS.search(name) for name in earlier):
                    return False
                is_quiet = not self._has_effect(value or expression)
                return is_quiet or self._is_steady(statement, expression, earlier)
        return False

    def _has_effect(self, expression):
        span = _node_span(expression)
        return any(
            _EFFECTS.search(name)
            for steps in self._all_steps()
            for name, place in steps
            if _is_within(place, span)
        )

    def is_closed(self, value, place):
        """Whether an expression is the same one where it is put without brackets around it."""
        around = self.parent[place]
        is_called = isinstance(around, ast.Call) and around.func is place
        return isinstance(value, _CLOSED) or not (is_called or isinstance(around, _LOOSE))

    def _is_steady(self, statement, expression, steps):
        """Whether the steps before an expression read nothing that it may change."""
        place = _node_span(expression)[0]
        earlier = {
            n.id
            for n in ast.walk(statement)
            if isinstance(n, ast.Name) and _node_span(n)[0] < place
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
                elif name not in _BUILTIN | {"TestCase"}:
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


def _node_span(node):
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _is_within(inner, outer):
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _open(node):
    """Whether a definition is decorated, or one that tools call."""
    return {
        "decorated": node.decorator_list,
        "tools call it by its name": _TOOLS.match(node.name),
    }


def _looks_up(node):
    names = (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
    return not _LOOK_UPS.isdisjoint(names)


def _reads_members(node):
    """Whether members are looked up by names that are not spelled out."""
    return any(
        isinstance(n, ast.Call)
        and getattr(n.func, "id", None) == "getattr"
        and not any(isinstance(a, ast.Constant) for a in n.args[1:2])
        for n in ast.walk(node)
    )


def _finds_modules(node):
    """Whether modules are found by their names, and members by computed ones."""
    words = {getattr(n, "id", getattr(n, "attr", None)) for n in ast.walk(node)}
    return not words.isdisjoint({"modules", "import_module", "__import__"}) and _reads_members(node)


def _has_star(node):
    """Whether names come without being spelled."""
    return any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in ast.walk(node))


def _texts(node):
    """The texts of a file, in order."""
    return [
        n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    ]


def _count(node, word):
    """How often a name is used, as a variable or a member."""
    return sum(
        word in (getattr(n, "id", None), getattr(n, "attr", None), getattr(n, "name", None))
        for n in ast.walk(node)
    )


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
    globals_ = {w for n in ast.walk(function) if isinstance(n, ast.Global) for w in n.names}
    changes = Rename(project, resource, module.offset(node)).get_changes(NEW["local"])
    # rope renames keyword arguments of that name along with a parameter, also those of others.
    keywords = {k.arg for k in ast.walk(module.tree) if isinstance(k, ast.keyword)}
    is_parameter = any(n.arg == node.id for n in ast.walk(function) if isinstance(n, ast.arg))
    doubts = _those({
        "a variable of the whole module": isinstance(function, ast.Module),
        LOOKED_UP: _looks_up(function),
        "a keyword argument has that name": node.id in keywords,
        "a global": node.id in globals_,
        "an inner scope binds the name again": node.id in _bound_inside(function),
        "a base that is not there may name the parameter": is_parameter
        and not module.is_base_known(function),
    })  # fmt: skip
    return changes, doubts, lambda after: _told(module, after)


def _told(module, after):
    """A doubt where a text changed along with a name."""
    return _those({"a text tells the name": _texts(after) != _texts(module.tree)})


def _bound_inside(function):
    """The names that comprehensions and functions inside a function bind for themselves."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.comprehension):
            found |= {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
        if node is not function and isinstance(node, kinds):
            inner = list(ast.walk(node))
            found |= {n.arg for n in inner if isinstance(n, ast.arg)}
            found |= {n.id for n in inner if isinstance(n, ast.Name) and not _is_load(n)}
    return found


def _rename_function(project, resource, module, rng):
    from rope.refactor.rename import Rename  # noqa: PLC0415

    found = [n for n in module.tree.body if isinstance(n, ast.FunctionDef)]
    if not found:
        return None
    texts = {n.value for n in ast.walk(module.tree) if isinstance(n, ast.Constant)}
    looks_up, finds_modules = _looks_up(module.tree), _finds_modules(module.tree)

    def doubts(node):
        return _those({
            **_open(node),
            "a text spells it": node.name in texts,
            "given away where the file reads names": module.is_name_read(node.name),
            "members of modules that are looked up": finds_modules,
            LOOKED_UP: looks_up,
        })  # fmt: skip

    node = rng.choice([n for n in found if not doubts(n)] or found)
    at = module.offset(node) + len("def ") if not node.decorator_list else None
    if at is None:
        at = module.source.index("def " + node.name) + len("def ")
    changes = Rename(project, resource, at).get_changes(NEW["function"])
    return changes, doubts(node), lambda after: _told(module, after)


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

    def doubts(node):
        return _those({
            NOT_FIRST: not module.is_first(module.statement(node), node),
            LOOKED_UP: _looks_up(module.function(node)),
        })  # fmt: skip

    first = [n for n in rng.sample(found, min(8, len(found))) if not doubts(n)]
    node = first[0] if first else node
    extractor = ExtractVariable(
        project, resource, module.offset(node), module.offset(node, end=True)
    )
    return extractor.get_changes(NEW["value"]), doubts(node)


LOOKED_UP = "names are looked up by spelling"
NOT_FIRST = "not evaluated first, or not in any case"
_STOPS = (
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Global,
    ast.Nonlocal,
    ast.AsyncFor,
    ast.AsyncWith,
)


def _is_of_others(decorator):
    """Whether a decorator is not of a module whose decorators only hand on what they decorate."""
    return re.split(r"\W", ast.unparse(decorator))[0] not in _DECORATORS


_DECORATORS = ("pytest", "unittest", "functools", "contextlib")


def _stops(node):
    return isinstance(node, _STOPS)


def _is_class(node):
    return isinstance(node, ast.ClassDef)


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
    function = module.function(module.parent[body[0]])
    words = {n.id for n in inner if isinstance(n, ast.Name)}
    is_class = isinstance(module.parent[body[0]], ast.ClassDef)
    decorators = {d.id for d in getattr(function, "decorator_list", ()) if isinstance(d, ast.Name)}
    decorated = [d for d in getattr(function, "decorator_list", ()) if _is_of_others(d)]
    is_text = isinstance(run[0], ast.Expr) and isinstance(run[0].value, ast.Constant)
    doubts = _those({
        "part of a class body": is_class,
        "a documentation": is_text,
        "part of a generator or coroutine, or of a scope": any(map(_stops, inner)),
        "a class, which says where it was defined": any(map(_is_class, inner)),
        "super()": words & {"super", "__class__"},
        "a class method": "classmethod" in decorators,
        "a method without a parameter for its object": isinstance(
            module.parent.get(function), ast.ClassDef
        )
        and "staticmethod" not in decorators
        and not (function.args.posonlyargs or function.args.args),
        "a decorator may look at the members of the class": any(
            _is_of_others(d) for c in module.classes(function) for d in c.decorator_list
        ),
        "a decorator may call the function at once": decorated
        and not isinstance(module.parent.get(function), ast.ClassDef),
        LOOKED_UP: _looks_up(module.tree),
        "names imported in the function": words & _imported(function),
        "a base that is not there": not module.is_base_known(function),
    })  # fmt: skip
    extractor = ExtractMethod(
        project, resource, module.offset(run[0]), module.offset(run[-1], end=True)
    )

    return (
        extractor.get_changes(NEW["method"]),
        doubts,
        lambda after: _handed_over(module, function, run, after),
    )


def _imported(function):
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


def _handed_over(module, function, run, after):
    """Doubts where the call is given a variable without a value, or what is read later is lost."""
    calls = [
        n
        for n in ast.walk(after)
        if isinstance(n, ast.Call)
        and NEW["method"] in (getattr(n.func, "id", None), getattr(n.func, "attr", None))
    ]
    if len(calls) != 1:
        return ["called more than once"]
    if isinstance(function, ast.Module):
        return []
    given = [a.id for a in calls[0].args if isinstance(a, ast.Name)]
    if not all(_has_value(module, function, run[0], word) for word in given):
        return ["a variable handed over may have no value"]
    if any(isinstance(n, ast.Return) and n.value is calls[0] for n in ast.walk(after)):
        return []
    if not _gives_values(after):
        return ["a variable handed back may have no value"]
    stored = {
        n.id
        for a in ast.walk(after)
        if isinstance(a, ast.Assign) and a.value is calls[0]
        for n in ast.walk(a.targets[0])
        if isinstance(n, ast.Name)
    }
    return _those({"what is read later is not stored": _read_later(module, function, run) - stored})


def _gives_values(after):
    """Whether each variable that the new function ends with surely has a value there."""
    made = [n for n in ast.walk(after) if getattr(n, "name", None) == NEW["method"]]
    for function in made:
        last, arguments = function.body[-1], function.args
        if not isinstance(last, ast.Return) or last.value is None:
            continue
        own = {a.arg for a in (*arguments.posonlyargs, *arguments.args)}
        stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and not _is_load(n)}
        words = {n.id for n in ast.walk(last.value) if isinstance(n, ast.Name)} & stored - own
        if not all(any(_stores(s, word) for s in function.body[:-1]) for word in words):
            return False
    return True


def _has_value(module, function, statement, word):
    """Whether a local surely has a value when a statement is reached."""
    arguments = function.args
    own = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    own += [a for a in (arguments.vararg, arguments.kwarg) if a]
    if word in {a.arg for a in own}:
        return True
    at = statement
    while at is not function:
        above = module.parent[at]
        for field in ("body", "orelse", "finalbody"):
            body = getattr(above, field, None)
            if isinstance(body, list) and at in body:
                if any(_stores(s, word) for s in body[: body.index(at)]):
                    return True
                heads = _heads(above) if field == "body" else ()
                if any(_is_name(n, word) for head in heads for n in ast.walk(head)):
                    return True
        at = above
        if isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return at is not function
    return False


def _heads(node):
    """What a loop or `with` stores in before its body runs."""
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return (node.target,)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return tuple(item.optional_vars for item in node.items if item.optional_vars)
    return ()


def _is_name(node, word):
    return isinstance(node, ast.Name) and node.id == word and isinstance(node.ctx, ast.Store)


def _stores(statement, word):
    """Whether a variable has a value after a statement, in any case."""
    if isinstance(statement, ast.If):
        branches = [statement.body, statement.orelse]
        return all(b and (any(_stores(s, word) for s in b) or _leaves(b[-1])) for b in branches)
    if isinstance(statement, ast.Try):
        handled = [statement.body, *(h.body for h in statement.handlers)]
        return any(_stores(s, word) for s in statement.finalbody) or all(
            any(_stores(s, word) for s in b) or _leaves(b[-1]) for b in handled
        )
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        heads = [n for head in _heads(statement) for n in ast.walk(head)]
        return any(_is_name(n, word) for n in heads) or any(
            _stores(s, word) for s in statement.body
        )
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return any(_is_name(n, word) for n in ast.walk(statement))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return isinstance(statement, kinds) and statement.name == word


def _leaves(statement):
    return isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _read_later(module, function, run):
    """The names stored in a run of statements that may be read behind it, or in the next round."""
    first, last = _node_span(run[0])[0], _node_span(run[-1])[1]
    inner = [n for s in run for n in ast.walk(s)]
    stored = {n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    around, loops = module.parent[run[0]], []
    while around is not function:
        loops += [around] if isinstance(around, (ast.For, ast.AsyncFor, ast.While)) else []
        around = module.parent[around]
    found = set()
    for word in stored:
        uses = [n for n in module.names(function, word) if n not in inner]
        behind = sorted((n for n in uses if _node_span(n)[0] >= last), key=_node_span)
        reads = [n for n in behind if not isinstance(n.ctx, ast.Store)]
        if reads and not _is_stored_anew(module, run[-1], behind, word):
            found.add(word)
        in_loop = [n for n in uses if loops and _is_within(_node_span(n), _node_span(loops[-1]))]
        before = sorted((n for n in in_loop if _node_span(n)[0] < first), key=_node_span)
        if before and not isinstance(before[0].ctx, ast.Store):
            found.add(word)
    return found


def _is_stored_anew(module, statement, uses, word):
    """Whether the first of the uses behind a statement stores a value in any case."""
    first = module.statement(uses[0])
    is_alone = not any(
        isinstance(n, ast.Name) and n.id == word and isinstance(n.ctx, ast.Load)
        for n in ast.walk(first)
    )
    parent, at = module.parent[first], statement
    while at in module.parent and module.parent[at] is not parent:
        at = module.parent[at]
    lists = [getattr(parent, field, None) for field in ("body", "orelse", "finalbody")]
    is_behind = any(isinstance(found, list) and at in found and first in found for found in lists)
    return is_behind and is_alone and _stores(first, word)


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
    safe = [s for s in found if not list(_inlining_doubts(module, s))]
    statement = rng.choice(safe or found)
    at = module.offset(statement.targets[0])
    word = statement.targets[0].id
    left = _count(module.tree, word) - len(module.names(module.parent[statement], word))

    def is_left(after):
        return _those({"rope left a use": _count(after, word) != left})

    doubts = list(_inlining_doubts(module, statement))
    return create_inline(project, resource, at).get_changes(), doubts, is_left


def _inlining_doubts(module, statement):
    function = module.parent[statement]
    word = statement.targets[0].id
    nodes = module.names(function, word)
    uses = [n for n in nodes if isinstance(n.ctx, ast.Load)]
    if len(uses) != len(nodes) - 1:
        yield "assigned again"
    if not uses:
        yield "never used"
    if any(n.lineno < statement.lineno for n in uses):
        yield "used above"
    if _looks_up(function):
        yield LOOKED_UP
    if not all(module.is_closed(statement.value, n) for n in uses):
        yield "needs brackets"
    if isinstance(statement.value, ast.Constant) or not uses:
        return
    place = function.body.index(statement) + 1
    if len(uses) > 1:
        yield "evaluated more than once"
    elif place == len(function.body) or module.statement(uses[0]) is not function.body[place]:
        yield "not used in the next statement"
    elif not module.is_first(function.body[place], uses[0], statement.value):
        yield NOT_FIRST


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
    plain = [n for n in found if not _body_doubts(module, n)]
    node = rng.choice(plain or found)
    at = module.source.index("def " + node.name, module.offset(node)) + len("def ")

    def is_left(after):
        return _those({
            "rope replaced no call": _count(module.tree, node.name) == 1,
            "rope left a use": _count(after, node.name),
        })  # fmt: skip

    return create_inline(project, resource, at).get_changes(), _body_doubts(module, node), is_left


def _body_doubts(module, function):
    """Unless plain, called with names and constants, and returning at its end alone."""
    name = function.name
    calls = [
        n
        for n in ast.walk(module.tree)
        if isinstance(n, ast.Call)
        and name in (getattr(n.func, "id", None), getattr(n.func, "attr", None))
    ]
    is_method = isinstance(module.parent[function], ast.ClassDef)
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return)]
    stores = any(
        isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) for n in ast.walk(function)
    )
    given = [a for c in calls for a in c.args]
    found = _those({
        **_open(function),
        LOOKED_UP: _looks_up(module.tree),
        "a text spells it": name in _texts(module.tree),
        "members are looked up by computed names": is_method and _reads_members(module.tree),
        "parameters have defaults": function.args.defaults,
        "a generator or coroutine": any(map(_stops, ast.walk(function))),
        "called with more than names and constants": not all(
            isinstance(a, (ast.Name, ast.Constant)) for a in given
        ),
        "called with keywords": any(c.keywords for c in calls),
        "returns before its end": not all(n is function.body[-1] for n in returns),
        "has variables of its own": stores,
    })  # fmt: skip
    return [*found, *sorted({d for call in calls for d in _place_doubts(module, function, call)})]


_LATER = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.GeneratorExp)


def _place_doubts(module, function, call):
    """Where rope's textual replacing of parameters and names may go wrong in a call."""
    arguments, last = function.args, function.body[-1]
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        yield "parameters that take what is left, or keywords"
    if isinstance(last, ast.Return) and last.value and not module.is_closed(last.value, call):
        yield "needs brackets"
    parameters = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    values = list(call.args)
    if isinstance(call.func, ast.Attribute):
        values.insert(0, call.func.value)
        if not isinstance(call.func.value, ast.Name):
            yield "called on more than a name"
    for word, value in zip(parameters, values, strict=False):
        if isinstance(value, ast.Name) and value.id in set(parameters) - {word}:
            yield "an argument is called like another parameter"
    inner = [n for s in function.body for n in ast.walk(s) if isinstance(n, _LATER)]
    later = {n.id for i in inner for n in ast.walk(i) if isinstance(n, ast.Name)}
    if any(
        word in later and not isinstance(value, ast.Constant)
        for word, value in zip(parameters, values, strict=False)
    ):
        yield "an argument is read later on"
    has_text = ast.get_docstring(function) is not None
    is_long = len(function.body) - has_text > 1 or not isinstance(last, ast.Return)
    if is_long and not module.is_first(module.statement(call), call):
        yield NOT_FIRST
    caller = module.function(call)
    if isinstance(caller, ast.Module):
        return
    own = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)} - set(parameters)
    bound = {n.id for n in ast.walk(caller) if isinstance(n, ast.Name) and not _is_load(n)}
    bound |= {n.arg for n in ast.walk(caller) if isinstance(n, ast.arg)}
    if not own.isdisjoint(bound | _imported(caller)):
        yield "what the body reads is a local of the caller"


def _is_load(node):
    return isinstance(node.ctx, ast.Load)


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
    kept = {n.id for n in ast.walk(module.tree) if isinstance(n, ast.Name) and not _is_load(n)}
    of_file = {
        LOOKED_UP: _looks_up(module.tree),
        "a star import": _has_star(module.tree),
        "members of modules that are looked up": _finds_modules(module.tree),
        "imports stand below other code": not _is_in_order(module),
    }

    def doubts(node):
        own = {"assigned": node.name in kept}
        return _those({**of_file, **_definition_doubts(node), **_rebound(module, node), **own})

    node = rng.choice([n for n in found if not doubts(n)] or found)
    word = "class " if isinstance(node, ast.ClassDef) else "def "
    at = module.source.index(word + node.name, module.offset(node)) + len(word)
    changes = create_move(project, resource, at).get_changes(project.get_resource(TARGET))
    return changes, doubts(node)


_OF_FILE = {
    "__file__", "__name__", "__doc__", "__package__", "__spec__", "__loader__", "__path__",
    "__annotations__",
}  # fmt: skip


def _rebound(module, node):
    """A doubt where what moved takes a name of its former file that may stand for another thing."""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    bound, in_branch = Counter(), set()
    for statement in module.tree.body:
        if isinstance(statement, definitions):
            bound[statement.name] += 1
            bound.update(
                w for n in ast.walk(statement) if isinstance(n, ast.Global) for w in n.names
            )
            continue
        words = [n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and not _is_load(n)]
        words += [n.name for n in ast.walk(statement) if isinstance(n, definitions)]
        bound.update(words)
        if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)):
            in_branch.update(words)
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            in_branch |= _imported(statement)
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - {node.name}
    return {
        "a name of its former file is bound more than once": any(bound[w] > 1 for w in used),
        "a name of its former file is bound in a branch": not used.isdisjoint(in_branch),
        "its file, which it asks for": not used.isdisjoint(_OF_FILE),
    }


_BUILTIN = {"object", "dict", "list", "set", "tuple", "str", "int", "Exception", "ValueError"}
_WRAPPERS = {"property", "staticmethod", "classmethod"}


def _definition_doubts(node):
    """Unless plain, and defining it runs nothing: bases are built in, the body has no calls."""
    found = {**_open(node), "a global": any(isinstance(i, ast.Global) for i in ast.walk(node))}
    if isinstance(node, ast.FunctionDef):
        return found | {"a default is a call": _has_call(node.args.defaults)}
    bases = all(isinstance(b, ast.Name) and b.id in _BUILTIN for b in node.bases)
    return found | {
        "a base that is not built in": not bases or node.keywords,
        "defining it runs code": not all(_is_still(s) for s in node.body),
    }


def _is_still(statement):
    """Whether a statement of a class runs nothing but what defines plain things."""
    if isinstance(statement, ast.FunctionDef):
        decorators = statement.decorator_list
        plain = all(isinstance(d, ast.Name) and d.id in _WRAPPERS for d in decorators)
        return plain and not _has_call(statement.args.defaults)
    is_constant = isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
    return is_constant or isinstance(statement, (ast.Pass, ast.Expr))


def _has_call(expressions):
    return any(isinstance(e, ast.Call) for e in expressions)


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
