"""The real formatters as an edit, and what they do to the model's tokens."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from benchmarks.accuracy.property.code import read, render

if TYPE_CHECKING:
    from benchmarks.accuracy.property.code import Node, Token
    from benchmarks.accuracy.property.world import World

_ROOT = os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
)
_STYLE = "{BasedOnStyle: Google, IndentWidth: 4, ContinuationIndentWidth: 8, ColumnLimit: 100}"


def command(language: str) -> list[str] | None:
    """The formatter of a language as a command from stdin to stdout; None if it is not here."""
    if language == "python":
        black = find_tool("black")
        return [black, "-q", "-"] if black else None
    if language == "java":
        clang = find_tool("clang-format")
        return [clang, f"--style={_STYLE}", "--assume-filename=A.java"] if clang else None
    if language == "go":
        return _gofmt()
    prettier = os.path.join(_ROOT, ".cache", "npm", "node_modules", ".bin", "prettier")
    suffix = "ts" if language == "typescript" else "js"
    found = os.path.exists(prettier) and shutil.which("node")
    return [prettier, "--no-config", "--stdin-filepath", f"a.{suffix}"] if found else None


def reformat(world: World, _edit: str) -> str | None:
    """A file goes through its formatter, which is nobody's author.

    Tokens keep their origins. A comma or parenthesis that the formatter adds is of those beside.
    """
    run = command(world.language.name)
    if run is None:
        return None
    path = world.random.choice(sorted(world.files))
    text = render(world.files[path])[0]
    done = subprocess.run(run, input=text.encode(), capture_output=True, check=False)
    after = done.stdout.decode()
    if done.returncode or after == text:
        return None  # the edits so far are no program, or there was nothing to do
    nodes = read(after, world.language, frozenset())
    if render(nodes)[0] != after:
        return None  # laid out in a way the model cannot hold
    _adopt(_tokens(world.files[path]), _tokens(nodes))
    world.files[path] = nodes
    return f"{path} by {os.path.basename(run[0])}"


def _tokens(nodes: list[Node]) -> list[Token]:
    return [token for node in nodes for token in node.tokens()]


def _adopt(before: list[Token], after: list[Token]) -> None:
    """Give the tokens after the origins of those before; new ones those of their neighbours."""
    matcher = SequenceMatcher(None, _spelled(before), _spelled(after), autojunk=False)
    for old, new, size in matcher.get_matching_blocks():
        for one, other in zip(before[old : old + size], after[new : new + size], strict=True):
            other.origins, other.copied, other.why = one.origins, one.copied, one.why
    for order in (after, after[::-1]):
        last: frozenset[str] = frozenset()
        for token in order:
            if token.why == "formatter" or not token.origins:
                token.origins, token.why = token.origins | last, "formatter"
            else:
                last = token.origins


def _spelled(tokens: list[Token]) -> list[str]:
    return [token.text.replace("'", '"') for token in tokens]


def find_tool(name: str) -> str | None:
    """Where a program is: beside the running Python, or on the path."""
    return shutil.which(name, path=os.path.dirname(sys.executable)) or shutil.which(name)


def _gofmt() -> list[str] | None:
    spec = importlib.util.find_spec("go")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        path = os.path.join(place, "bin", "gofmt")
        if os.path.exists(path):
            return [path]
    found = shutil.which("gofmt")
    return [found] if found else None
