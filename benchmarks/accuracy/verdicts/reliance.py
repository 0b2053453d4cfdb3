"""Which edits of formatters and import sorters can be relied on to keep behaviour.

The criteria look at the files' paths and texts and know nothing of verdicts. Not relied on:

- C, C++ and Rust files that read their own line numbers, which layout changes;
- files that the grammar cannot read all of: what was meant is not known (C and C++ aside, whose
  lexer needs no grammar);
- Python files that say `__doc__`, whose documentation gets other blanks;
- inputs of tests of formatters, parsers and linters, which are made to be misread;
- tokens given to macros of Rust that the library does not define;
- imports sorted where an import that fails is caught, where a star brings names that nobody can
  look up, or where a module is imported that nobody uses and that is not of the library: sorters
  say themselves that they may change what such a file does.
"""

from __future__ import annotations

import ast
import re
import sys

from tracer.syntax import BROKEN, parse

_LINES = {
    "c": re.compile(rb"\b__LINE__\b"),
    "cpp": re.compile(rb"\b__LINE__\b"),
    "rust": re.compile(rb"\bline!"),
}
_BY_TOKENS = ("c", "cpp")
_TEST_INPUT = re.compile(
    r"(?:^|/)(?:fixtures?|testdata|test-data)/"
    r"|(?:^|/)tests?/(?:.*/)?(?:resources[^/]*|data|format|specs?)/"
)
_MACRO = re.compile(rb"\b(\w+)!\s*([({\[])")
_KNOWN_MACROS = frozenset(
    b"print println eprint eprintln format format_args write writeln panic todo unimplemented vec "
    b"unreachable matches assert assert_eq assert_ne debug_assert debug_assert_eq".split()
)
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}"}


def doubts(tool: str, path: str, language: str, before: bytes, after: bytes) -> list[str]:
    """Why a tool's edit of a whole file is not sure to keep behaviour; nothing where it is."""
    lines = _LINES.get(language)
    sorts = tool in ("isort", "ruff import sorting")
    found = {
        "the file reads its line numbers": lines is not None and lines.search(before),
        "imports that may do something": sorts and not _is_plainly_sorted(before, after),
        **{text: asks(before, after) for text, asks in _OF_LANGUAGE.get(language, {}).items()},
    }
    of_input = input_doubts(path, language, before)
    return [*of_input, *(text for text, holds in found.items() if holds)]


def input_doubts(path: str, language: str, before: bytes) -> list[str]:
    """Why of a file it is not known what was meant, whatever a tool does to it."""
    is_broken = language not in _BY_TOKENS and parse(before, path=path).flags[0] & BROKEN
    found = {
        "input of a test": _TEST_INPUT.search(path),
        "the grammar cannot read it": is_broken,
    }
    return [text for text, holds in found.items() if holds]


def _is_other_text(before: bytes, after: bytes) -> bool:
    """Whether documentation has other blanks, in a file that says `__doc__`."""
    if b"__doc__" not in before:
        return False
    try:
        trees = ast.parse(before), ast.parse(after)
    except (SyntaxError, ValueError):
        return False
    found = [
        [
            ast.get_docstring(node, clean=False)
            for node in ast.walk(tree)
            if isinstance(node, _HOLDERS)
        ]
        for tree in trees
    ]
    return found[0] != found[1]


_HOLDERS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def _given(text: bytes) -> list[tuple[bytes, bytes]]:
    """What macros of unknown origin are given, without white space."""
    found = []
    for match in _MACRO.finditer(text):
        if match[1] not in _KNOWN_MACROS:
            depth, at, opening = 0, match.start(2), match[2]
            while at < len(text):
                byte = text[at : at + 1]
                depth += (byte == opening) - (byte == _CLOSING[opening])
                at += 1
                if not depth:
                    break
            found.append((match[1], b"".join(text[match.start(2) : at].split())))
    return found


def _is_given_otherwise(before: bytes, after: bytes) -> bool:
    """Whether a macro that the library does not define is given other tokens."""
    return _given(before) != _given(after)


# What is asked of files of one language only.
_OF_LANGUAGE = {
    "python": {"the file reads documentation": _is_other_text},
    "rust": {"tokens given to a macro": _is_given_otherwise},
}


def _is_plainly_sorted(before: bytes, after: bytes) -> bool:
    """Whether all that sorting can change is the order in which used modules are executed."""
    try:
        trees = ast.parse(before), ast.parse(after)
    except (SyntaxError, ValueError):
        return False
    if _guarded(trees[0]) != _guarded(trees[1]):
        return False
    words = {node.id for node in ast.walk(trees[0]) if isinstance(node, ast.Name)}
    texts = {
        node.value
        for node in ast.walk(trees[0])
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for node in ast.walk(trees[0]):
        if isinstance(node, ast.Import):
            names = [
                (alias.name, alias.asname or alias.name.partition(".")[0]) for alias in node.names
            ]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names = [(module, a.asname or a.name) for a in node.names]
        else:
            continue
        for module, name in names:
            is_of_library = module.partition(".")[0] in sys.stdlib_module_names
            if not is_of_library and (name == "*" or name not in words | texts):
                return False
    return True


def _guarded(tree: ast.AST) -> list[str]:
    """The imports inside `try` and `with`, in order."""
    return [
        ast.dump(node)
        for guard in ast.walk(tree)
        if isinstance(guard, ast.Try | ast.With)
        for node in ast.walk(guard)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
