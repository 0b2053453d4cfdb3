"""Which variables of a Python function surely have a value somewhere, and which are read later."""

from __future__ import annotations

import ast

from benchmarks.accuracy.verdicts.python_file import is_within, node_span


def has_value(module, function, statement, word):
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
                if any(stores(s, word) for s in body[: body.index(at)]):
                    return True
                heads = _heads(above) if field == "body" else ()
                if any(_is_name(n, word) for head in heads for n in ast.walk(head)):
                    return True
        at = above
        if isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return at is not function
    return False


def read_later(module, function, run):
    """The names stored in a run of statements that may be read behind it, or in the next round."""
    first, last = node_span(run[0])[0], node_span(run[-1])[1]
    inner = [n for s in run for n in ast.walk(s)]
    stored = {n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    around, loops = module.parent[run[0]], []
    while around is not function:
        loops += [around] if isinstance(around, (ast.For, ast.AsyncFor, ast.While)) else []
        around = module.parent[around]
    found = set()
    for word in stored:
        uses = [n for n in module.names(function, word) if n not in inner]
        behind = sorted((n for n in uses if node_span(n)[0] >= last), key=node_span)
        reads = [n for n in behind if not isinstance(n.ctx, ast.Store)]
        if reads and not _is_stored_anew(module, run[-1], behind, word):
            found.add(word)
        in_loop = [n for n in uses if loops and is_within(node_span(n), node_span(loops[-1]))]
        before = sorted((n for n in in_loop if node_span(n)[0] < first), key=node_span)
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
    return is_behind and is_alone and stores(first, word)


def stores(statement, word):
    """Whether a variable has a value after a statement, in any case."""
    if isinstance(statement, ast.If):
        branches = [statement.body, statement.orelse]
        return all(b and (any(stores(s, word) for s in b) or _leaves(b[-1])) for b in branches)
    if isinstance(statement, ast.Try):
        handled = [statement.body, *(h.body for h in statement.handlers)]
        return any(stores(s, word) for s in statement.finalbody) or all(
            any(stores(s, word) for s in b) or _leaves(b[-1]) for b in handled
        )
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        heads = [n for head in _heads(statement) for n in ast.walk(head)]
        return any(_is_name(n, word) for n in heads) or any(stores(s, word) for s in statement.body)
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return any(_is_name(n, word) for n in ast.walk(statement))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return isinstance(statement, kinds) and statement.name == word


def _leaves(statement):
    return isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _heads(node):
    """What a loop or `with` stores in before its body runs."""
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return (node.target,)
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return tuple(item.optional_vars for item in node.items if item.optional_vars)
    return ()


def _is_name(node, word):
    return isinstance(node, ast.Name) and node.id == word and isinstance(node.ctx, ast.Store)
