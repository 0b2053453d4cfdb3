"""Refactorings of single Python files by rope, and which of them can be relied on.

rope does not promise that behaviour is kept: it moves an expression over a call, evaluates a
value as often as a variable was read, hands an unfinished generator to a new function. So each
edit says whether it `keeps`, by the criteria of `rope_doubts.py`.
"""

from __future__ import annotations

import ast
import functools
import glob
import os
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.accuracy.verdicts import rope_doubts
from benchmarks.accuracy.verdicts.python_file import Module, count
from benchmarks.accuracy.verdicts.rope_doubts import NEW, TARGET, those

if TYPE_CHECKING:
    import random


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
            module = Module(source)
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
    doubts = [*doubts, *rope_doubts.of_result(name, text, after)]
    tree = ast.parse(after[name])
    return after, (*doubts, *(doubt for check in checks for doubt in check(tree)))


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
    changes = Rename(project, resource, module.offset(node)).get_changes(NEW["local"])
    doubts = rope_doubts.renaming_local(module, node)
    return changes, doubts, functools.partial(rope_doubts.told, module)


def _rename_function(project, resource, module, rng):
    from rope.refactor.rename import Rename  # noqa: PLC0415

    found = [n for n in module.tree.body if isinstance(n, ast.FunctionDef)]
    if not found:
        return None
    doubts = rope_doubts.renaming_function(module)
    node = rng.choice([n for n in found if not doubts(n)] or found)
    at = module.offset(node) + len("def ") if not node.decorator_list else None
    if at is None:
        at = module.source.index("def " + node.name) + len("def ")
    changes = Rename(project, resource, at).get_changes(NEW["function"])
    return changes, doubts(node), functools.partial(rope_doubts.told, module)


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
    some = rng.sample(found, min(8, len(found)))
    first = [n for n in some if not rope_doubts.extracting_variable(module, n)]
    node = first[0] if first else node
    extractor = ExtractVariable(
        project, resource, module.offset(node), module.offset(node, end=True)
    )
    return extractor.get_changes(NEW["value"]), rope_doubts.extracting_variable(module, node)


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
    extractor = ExtractMethod(
        project, resource, module.offset(run[0]), module.offset(run[-1], end=True)
    )

    return (
        extractor.get_changes(NEW["method"]),
        rope_doubts.extracting_function(module, body, run),
        functools.partial(rope_doubts.handed_over, module, body, run),
    )


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
    safe = [s for s in found if not list(rope_doubts.inlining_variable(module, s))]
    statement = rng.choice(safe or found)
    at = module.offset(statement.targets[0])
    word = statement.targets[0].id
    left = count(module.tree, word) - len(module.names(module.parent[statement], word))

    def is_left(after):
        return those({"rope left a use": count(after, word) != left})

    doubts = list(rope_doubts.inlining_variable(module, statement))
    return create_inline(project, resource, at).get_changes(), doubts, is_left


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
    plain = [n for n in found if not rope_doubts.inlining_function(module, n)]
    node = rng.choice(plain or found)
    at = module.source.index("def " + node.name, module.offset(node)) + len("def ")

    def is_left(after):
        return those({
            "rope replaced no call": count(module.tree, node.name) == 1,
            "rope left a use": count(after, node.name),
        })  # fmt: skip

    return (
        create_inline(project, resource, at).get_changes(),
        rope_doubts.inlining_function(module, node),
        is_left,
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
    doubts = rope_doubts.moving(module)
    node = rng.choice([n for n in found if not doubts(n)] or found)
    word = "class " if isinstance(node, ast.ClassDef) else "def "
    at = module.source.index(word + node.name, module.offset(node)) + len(word)
    changes = create_move(project, resource, at).get_changes(project.get_resource(TARGET))
    return changes, doubts(node)


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
