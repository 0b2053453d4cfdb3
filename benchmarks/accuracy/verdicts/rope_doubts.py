"""When a refactoring by rope can be relied on: criteria that know nothing of the verdicts.

They are read off Python's syntax tree and byte code, and look at what was refactored, not at the
result, but for what rope is known to get wrong:

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
import re
import sys
from collections import Counter

from benchmarks.accuracy.verdicts.python_file import (
    BUILTIN,
    imported,
    is_load,
    texts,
)
from benchmarks.accuracy.verdicts.python_values import has_value, read_later, stores

NEW = {
    "local": "renamed_local",
    "function": "renamed_function",
    "value": "extracted_value",
    "method": "extracted_function",
}
TARGET = "rope_target.py"
LOOKED_UP = "names are looked up by spelling"
NOT_FIRST = "not evaluated first, or not in any case"
_TOOLS = re.compile(r"(?i)test|setup|teardown|pytest_|load_tests|main$|__")
_LOOK_UPS = {"locals", "vars", "dir", "eval", "exec", "globals"}
_TARGET = re.compile(rb"^\s*(?:from|import) rope_target\b", re.MULTILINE)
_MADE_UP = re.compile(rb"\b__\d+__\w")
_STOPS = (
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Global,
    ast.Nonlocal,
    ast.AsyncFor,
    ast.AsyncWith,
)
_LATER = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.GeneratorExp)
_DECORATORS = ("pytest", "unittest", "functools", "contextlib")
_WRAPPERS = {"property", "staticmethod", "classmethod"}
_OF_FILE = {
    "__file__", "__name__", "__doc__", "__package__", "__spec__", "__loader__", "__path__",
    "__annotations__",
}  # fmt: skip


def of_result(name, before, after):
    """Doubts about the files that rope left, `name` among them, whatever it did."""
    former = name.removesuffix(".py").encode()
    made = after[name].count(NEW["method"].encode())
    returns = re.search(
        rb"^\s*(?:from|import) " + former + rb"\b", after.get(TARGET, b""), re.MULTILINE
    )
    return those({
        "rope made a function and did not call it": made == 1,
        "two files import each other": returns and _TARGET.search(after[name]),
        "rope left a name it made up": any(_MADE_UP.search(t) for t in after.values()),
        "rope left a name that nobody binds": _unbound(after) - _unbound({name: before}),
        "a module is no longer executed": not _executed({name: before}) <= _executed(after, name),
    })  # fmt: skip


def renaming_local(module, node):
    """Doubts about another name for the variable stored at a node."""
    function = module.function(node)
    globals_ = {w for n in ast.walk(function) if isinstance(n, ast.Global) for w in n.names}
    # rope renames keyword arguments of that name along with a parameter, also those of others.
    keywords = {k.arg for k in ast.walk(module.tree) if isinstance(k, ast.keyword)}
    is_parameter = any(n.arg == node.id for n in ast.walk(function) if isinstance(n, ast.arg))
    return those({
        "a variable of the whole module": isinstance(function, ast.Module),
        LOOKED_UP: _looks_up(function),
        "a keyword argument has that name": node.id in keywords,
        "a global": node.id in globals_,
        "an inner scope binds the name again": node.id in _bound_inside(function),
        "a base that is not there may name the parameter": is_parameter
        and not module.is_base_known(function),
    })  # fmt: skip


def renaming_function(module):
    """What says the doubts about another name for a function of the file."""
    spelled = {n.value for n in ast.walk(module.tree) if isinstance(n, ast.Constant)}
    looks_up, finds_modules = _looks_up(module.tree), _finds_modules(module.tree)

    def doubts(node):
        return those({
            **_open(node),
            "a text spells it": node.name in spelled,
            "given away where the file reads names": module.is_name_read(node.name),
            "members of modules that are looked up": finds_modules,
            LOOKED_UP: looks_up,
        })  # fmt: skip

    return doubts


def told(module, after):
    """A doubt where a text changed along with a name."""
    return those({"a text tells the name": texts(after) != texts(module.tree)})


def extracting_variable(module, node):
    """Doubts about a name for the value of an expression."""
    return those({
        NOT_FIRST: not module.is_first(module.statement(node), node),
        LOOKED_UP: _looks_up(module.function(node)),
    })  # fmt: skip


def extracting_function(module, body, run):
    """Doubts about a function for a run of the statements of a body."""
    inner = [n for s in run for n in ast.walk(s)]
    function = module.function(module.parent[body[0]])
    words = {n.id for n in inner if isinstance(n, ast.Name)}
    is_class = isinstance(module.parent[body[0]], ast.ClassDef)
    decorators = {d.id for d in getattr(function, "decorator_list", ()) if isinstance(d, ast.Name)}
    decorated = [d for d in getattr(function, "decorator_list", ()) if _is_of_others(d)]
    is_text = isinstance(run[0], ast.Expr) and isinstance(run[0].value, ast.Constant)
    return those({
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
        "names imported in the function": words & imported(function),
        "a base that is not there": not module.is_base_known(function),
    })  # fmt: skip


def handed_over(module, body, run, after):
    """Doubts where the call is given a variable without a value, or what is read later is lost."""
    function = module.function(module.parent[body[0]])
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
    if not all(has_value(module, function, run[0], word) for word in given):
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
    return those({"what is read later is not stored": read_later(module, function, run) - stored})


def _gives_values(after):
    """Whether each variable that the new function ends with surely has a value there."""
    made = [n for n in ast.walk(after) if getattr(n, "name", None) == NEW["method"]]
    for function in made:
        last, arguments = function.body[-1], function.args
        if not isinstance(last, ast.Return) or last.value is None:
            continue
        own = {a.arg for a in (*arguments.posonlyargs, *arguments.args)}
        stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and not is_load(n)}
        words = {n.id for n in ast.walk(last.value) if isinstance(n, ast.Name)} & stored - own
        if not all(any(stores(s, word) for s in function.body[:-1]) for word in words):
            return False
    return True


def inlining_variable(module, statement):
    """Doubts about the value of an assignment in the place of the variable."""
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


def inlining_function(module, function):
    """Doubts unless plain, called with names and constants, and returning at its end alone."""
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
    found = those({
        **_open(function),
        LOOKED_UP: _looks_up(module.tree),
        "a text spells it": name in texts(module.tree),
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
    bound = {n.id for n in ast.walk(caller) if isinstance(n, ast.Name) and not is_load(n)}
    bound |= {n.arg for n in ast.walk(caller) if isinstance(n, ast.arg)}
    if not own.isdisjoint(bound | imported(caller)):
        yield "what the body reads is a local of the caller"


def moving(module):
    """What says the doubts about a definition of the file in another file."""
    stored = {n.id for n in ast.walk(module.tree) if isinstance(n, ast.Name) and not is_load(n)}
    of_file = {
        LOOKED_UP: _looks_up(module.tree),
        "a star import": _has_star(module.tree),
        "members of modules that are looked up": _finds_modules(module.tree),
        "imports stand below other code": not _is_in_order(module),
    }

    def doubts(node):
        own = {"assigned": node.name in stored}
        return those({**of_file, **_definition_doubts(node), **_rebound(module, node), **own})

    return doubts


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
        words = [n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and not is_load(n)]
        words += [n.name for n in ast.walk(statement) if isinstance(n, definitions)]
        bound.update(words)
        if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)):
            in_branch.update(words)
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            in_branch |= imported(statement)
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - {node.name}
    return {
        "a name of its former file is bound more than once": any(bound[w] > 1 for w in used),
        "a name of its former file is bound in a branch": not used.isdisjoint(in_branch),
        "its file, which it asks for": not used.isdisjoint(_OF_FILE),
    }


def _definition_doubts(node):
    """Unless plain, and defining it runs nothing: bases are built in, the body has no calls."""
    found = {**_open(node), "a global": any(isinstance(i, ast.Global) for i in ast.walk(node))}
    if isinstance(node, ast.FunctionDef):
        return found | {"a default is a call": _has_call(node.args.defaults)}
    bases = all(isinstance(b, ast.Name) and b.id in BUILTIN for b in node.bases)
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
            found |= {n.id for n in inner if isinstance(n, ast.Name) and not is_load(n)}
    return found


def _is_of_others(decorator):
    """Whether a decorator is not of a module whose decorators only hand on what they decorate."""
    return re.split(r"\W", ast.unparse(decorator))[0] not in _DECORATORS


def _stops(node):
    return isinstance(node, _STOPS)


def _is_class(node):
    return isinstance(node, ast.ClassDef)


def those(found):
    """The texts of those conditions that hold."""
    return [text for text, holds in found.items() if holds]
