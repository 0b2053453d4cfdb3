"""JavaScript and TypeScript, read by the TypeScript compiler in a node process."""

from __future__ import annotations

import json
import os
import subprocess

from benchmarks.accuracy.replay.readers.base import Function, Reading

_SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "typescript.js")


class TypeScriptReader:
    """The compiler's syntax tree: kinds, names, values of literals; neither layout nor brackets.

    Needs node on the PATH and the npm package `typescript` where node finds it
    (`NODE_PATH=DIR/node_modules`). Raises: RuntimeError when either is missing.
    """

    extensions = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
    about = "the TypeScript compiler's syntax tree"

    def __init__(self) -> None:
        self._node = subprocess.Popen(
            ["node", _SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def read(self, path: str, text: bytes) -> Reading | None:
        """None for a file with syntax errors, or one that is not UTF-8."""
        try:
            source = text.decode("utf-8")
        except UnicodeDecodeError:
            return None
        node = self._node
        if node.stdin is None or node.stdout is None:
            raise RuntimeError("node was started without pipes")
        node.stdin.write(json.dumps({"path": path, "text": source}) + "\n")
        node.stdin.flush()
        answer = node.stdout.readline()
        if not answer:
            raise RuntimeError("node ended: is the npm package `typescript` on NODE_PATH?")
        found = json.loads(answer)
        if found is None:
            return None
        return Reading([Function(*entry) for entry in found["functions"]], set(found["code"]))
