"""Python, read by the `ast` and `tokenize` of the Python that runs this."""

from __future__ import annotations

import ast
import io
import tokenize
import warnings

from benchmarks.accuracy.replay.readers.base import Function, Reading

_LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


class PythonReader:
    """`ast.dump` without positions: name, arguments, decorators, docstring and body are in it."""

    extensions = (".py",)
    about = "Python's own `ast.dump`"

    def read(self, path: str, text: bytes) -> Reading | None:  # noqa: ARG002 - others choose by it
        """None for what this Python cannot parse (Python 2 code)."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                module = ast.parse(text)
            return Reading(_functions(module), _code_lines(text))
        except (SyntaxError, ValueError, RecursionError, tokenize.TokenError):
            return None


def _functions(module: ast.Module) -> list[Function]:
    found: list[Function] = []

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}.{child.name}" if prefix else child.name
                if not isinstance(child, ast.ClassDef):
                    start = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                    found.append(Function(name, start, child.end_lineno or start, ast.dump(child)))
            visit(child, name)

    visit(module, "")
    return found


def _code_lines(text: bytes) -> set[int]:
    """The lines that hold a token of code; a string's lines all do."""
    found: set[int] = set()
    for token in tokenize.tokenize(io.BytesIO(text).readline):
        if token.type not in _LAYOUT:
            found.update(range(token.start[0], token.end[0] + 1))
    return found
