"""Mutants that change nothing, told without asking tracer.

A mutant that compilers make the same program of is none ("trivial compiler equivalence", Papadakis
et al., ICSE 2015). Asked are Python's own compiler, and for JavaScript and TypeScript the
compiler of TypeScript with terser (`emitted.cjs`). Where no compiler can be asked (Java without
what it imports) two versions are equal whose tokens are equal without what does nothing: imports
of Java that nothing uses, statements behind one that leaves, and statements that only hold
declarations of literals, branches on literals, and nothing; in Java also brackets around an
expression, whose tree says the same, and an `else` behind a branch that leaves.
"""

from __future__ import annotations

import ast
import dis
import os
import subprocess
import tempfile
import types

from tracer.syntax import LEAF, TRIVIA, Role, parse

EMITTED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "emitted.cjs")
LEAVES = {
    "return_statement", "throw_statement", "raise_statement", "break_statement",
    "continue_statement",
}  # fmt: skip
# Behind what leaves these still count: they are known in all of their function.
KNOWN_EARLIER = {
    "function_declaration", "generator_function_declaration", "class_declaration",
    "variable_declaration", "labeled_statement", "case_statement",
}  # fmt: skip
IDLE = {
    "block", "statement_block", "if_statement", "else_clause", "parenthesized_expression", "true",
    "false", "try_statement", "finally_clause", "local_variable_declaration", "variable_declarator",
    "integral_type", "boolean_type", "decimal_integer_literal", "empty_statement",
}  # fmt: skip
IDLE_TOKENS = set(b"if else try finally { } ( ) ; = int long short byte char".split())


def why_equivalent(before, after, path, language, npm=None):
    """Why two versions of a file do the same, or None where nothing here tells.

    `npm` is a directory whose `node_modules` has typescript and terser.
    """
    if language == "python":
        same = _code(before) is not None and _code(before) == _code(after)
        return "the same code for Python's machine" if same else None
    if language in ("javascript", "typescript", "tsx"):
        one = _emitted(before, path, npm) if npm else None
        if one and one == _emitted(after, path, npm):
            return "the same emitted code"
    same = _that_counts(before, path) == _that_counts(after, path)
    return "the same but for what does nothing" if same else None


def _code(text):
    """What Python compiles a text to, without lines and names of files; None if it does not.

    A name that is a statement by itself, right behind the one that binds it, is left out.
    """
    try:
        tree = ast.parse(text)
        for node in ast.walk(tree):
            for block in ("body", "orelse", "finalbody"):
                rows = getattr(node, block, None)
                if isinstance(rows, list) and len(rows) > 1:
                    pairs = zip([None, *rows], rows, strict=False)
                    setattr(node, block, [two for one, two in pairs if not _is_read_back(one, two)])
        return _facts(compile(tree, "", "exec", dont_inherit=True, optimize=0))
    except (SyntaxError, ValueError):
        return None


def _is_read_back(one, two):
    """Whether a statement only names what the one before it gave a value."""
    is_name = isinstance(two, ast.Expr) and isinstance(two.value, ast.Name)
    bound = one.targets if is_name and isinstance(one, ast.Assign) else ()
    return any(isinstance(name, ast.Name) and name.id == two.value.id for name in bound)


def _facts(code):
    """The instructions, and what else says how they run; not names and constants nobody loads."""
    instructions = [
        (one.opname, _facts(one.argval) if isinstance(one.argval, types.CodeType) else
         (type(one.argval).__name__, repr(one.argval)))
        for one in dis.get_instructions(code)
    ]  # fmt: skip
    return (
        instructions, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags,
        code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount,
        code.co_exceptiontable, code.co_qualname,
        [text for text in code.co_consts[:1] if isinstance(text, str)],
    )  # fmt: skip


def _emitted(text, path, npm):
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, os.path.basename(path))
        with open(place, "wb") as file:
            file.write(text)
        done = subprocess.run(
            ["node", EMITTED, place],
            env={**os.environ, "NODE_PATH": os.path.join(npm, "node_modules")},
            capture_output=True,
            check=False,
        )
    return done.stdout if done.returncode == 0 else None


def _that_counts(text, path):
    """The tree of a file in pre-order, as (kind, text), without what does nothing."""
    tree = parse(text, path=path)
    words = set()
    imported = 0
    for row in range(len(tree)):
        if tree.kind_name(row) == "import_declaration":
            imported = tree.stop[row]
        if row >= imported and tree.flags[row] & LEAF and not tree.flags[row] & TRIVIA:
            words.add(tree.slice(row))
    found = []

    def walk(row):
        if tree.flags[row] & TRIVIA or _is_unused_import(tree, row, words) or _is_idle(tree, row):
            return
        is_leaf = tree.flags[row] & LEAF
        children, rest = list(tree.children(row)), []
        is_bare = tree.language.name == "java" and tree.kind_name(row) == "parenthesized_expression"
        if is_bare:
            children = [child for child in children if tree.slice(child) not in b"()"]
        else:
            found.append((tree.kind_name(row), tree.slice(row) if is_leaf else b""))
        if _leaves(tree, tree.child_by_field(row, "consequence")):
            other = tree.child_by_field(row, "alternative")
            rest = [child for child in children if child == other]
            children = [c for c in children if c != other and tree.slice(c) != b"else"]
        has_left = False
        is_list = tree.language.roles[tree.kind[row]] & Role.BLOCK
        for child in _taken(tree, children):
            kind = tree.kind_name(child)
            is_named = tree.language.kind_is_named[tree.kind[child]]
            if not (has_left and is_named and not _holds(tree, child, KNOWN_EARLIER)):
                walk(child)
            has_left |= bool(is_list and kind in LEAVES)
        if not is_bare:
            found.append((">", b""))
        for child in rest:
            walk(child)

    walk(0)
    return found


def _leaves(tree, row):
    """Whether a branch of Java ends with a statement that leaves."""
    if row < 0 or tree.language.name != "java":
        return False
    inside = [at for at in tree.children(row) if tree.language.kind_is_named[tree.kind[at]]]
    is_list = tree.language.roles[tree.kind[row]] & Role.BLOCK
    return tree.kind_name((inside or [row])[-1] if is_list else row) in LEAVES


def _taken(tree, rows):
    """Statements, with those that `if (true)` holds in its place, where it declares nothing."""
    for row in rows:
        condition, body = (tree.child_by_field(row, name) for name in ("condition", "consequence"))
        is_plain = (
            tree.kind_name(row) == "if_statement"
            and tree.slice(condition) == b"(true)"
            and tree.child_by_field(row, "alternative") < 0
            and tree.language.roles[tree.kind[body]] & Role.BLOCK
            and not _holds(tree, body, {*KNOWN_EARLIER, "local_variable_declaration"})
        )
        inside = (
            [at for at in tree.children(body) if tree.slice(at) not in b"{}"] if is_plain else []
        )
        yield from inside if is_plain else (row,)


def _is_unused_import(tree, row, words):
    """Whether a row imports one name, in Java, that stands nowhere in its code."""
    if tree.language.name != "java" or tree.kind_name(row) != "import_declaration":
        return False
    leaves = [tree.slice(at) for at in range(row, tree.stop[row]) if tree.flags[at] & LEAF]
    return leaves[-2] != b"*" and leaves[-2] not in words


def _is_idle(tree, row):
    """Whether a statement does nothing, whatever is around it; its variables end with it."""
    is_statement = tree.language.roles[tree.kind[row]] & Role.STATEMENT
    if not is_statement or tree.kind_name(row) == "local_variable_declaration":
        return False
    for at in range(row, tree.stop[row]):
        is_named = tree.language.kind_is_named[tree.kind[at]]
        is_name = tree.kind_name(at) == "identifier" and tree.field_name(at) == "name"
        if tree.flags[at] & TRIVIA or is_name:
            continue
        if (tree.kind_name(at) not in IDLE) if is_named else tree.slice(at) not in IDLE_TOKENS:
            return False
    return True


def _holds(tree, row, kinds):
    return any(tree.kind_name(at) in kinds for at in range(row, tree.stop[row]))
