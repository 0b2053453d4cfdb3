"""Renames in Go by gopls, the language's server, and which of them can be relied on.

A clone is unpacked and gopls is asked, as an editor does, for one edit of each kind a file: what
is renamed are variables and parameters of functions, functions, methods, fields and types, by the
places that gopls itself lists. Clones whose imports are not there (no module is downloaded) are
left out. The world are those files of the packages that an edit
changes which have the name.

An edit can be relied on where the name is not exported: other modules may use what is, and
packages that look at values at run time (`encoding/json`, `text/template`) see no other names. The
name of a field or type is printed by `%v` as well, where the file prints. Methods may be
called through interfaces of other modules only where they are exported.
"""

from __future__ import annotations

import glob
import json
import os
import re
import subprocess
import tempfile
import urllib.parse
from typing import NamedTuple

NEW = "renamedName"
KINDS = {12: "function", 6: "method", 8: "field", 23: "type", 5: "type", 11: "type"}
LIMIT = 60_000
_LOCAL = re.compile(r"^\t+(?:for )?(?:\w+, )*(\w+)(?:, \w+)* :=", re.MULTILINE)
_PRINTS = re.compile(rb"%[+#]?v|\breflect\.")


class Edit(NamedTuple):
    """One edit: its kind, the file, the texts, and why it cannot be relied on, if so."""

    operation: str
    name: str
    before: dict[str, bytes]
    after: dict[str, bytes]
    doubts: tuple[str, ...]


def find_go(find_tool):
    """(gopls, go): Debian's of one time where they are, else those on the path; or None.

    gopls reads the library of the Go beside it, and no newer one.
    """
    gopls = find_tool("gopls")
    debian = sorted(glob.glob("/usr/lib/go-*/bin/go"))
    go = debian[0] if debian else find_tool("go")
    return (gopls, go) if gopls and go else None


def edits(clones, programs, count, rng):
    """Edits in up to `count` files of the clones: (gopls, go) are the programs."""
    with tempfile.TemporaryDirectory() as folder:
        for number, clone in enumerate(clones):
            paths = clone.git("ls-tree", "-r", "--name-only", "HEAD").decode().splitlines()
            if "go.mod" not in paths or b"\nrequire" in clone.text("go.mod"):
                continue
            root = os.path.join(folder, str(number))
            os.mkdir(root)
            subprocess.run(
                ["tar", "-x", "-C", root], input=clone.git("archive", "HEAD"), check=True
            )
            yield from _of_module(root, programs, count, rng)


def _of_module(root, programs, count, rng):
    world = {}
    for directory, _, files in os.walk(root):
        if "testdata" in directory.split(os.sep):
            continue
        for file in files:
            if file.endswith(".go"):
                with open(os.path.join(directory, file), "rb") as found:
                    text = found.read()
                world[os.path.relpath(os.path.join(directory, file), root)] = text
    server = _Server(root, programs)
    try:
        names = sorted(name for name, text in world.items() if len(text) <= LIMIT)
        rng.shuffle(names)
        for name in names[:count]:
            yield from _of_file(server, world, name, rng)
    finally:
        server.stop()


def _of_file(server, world, name, rng):
    text = world[name].decode("utf-8", "replace")
    server.open(name, text)
    places = [
        ("local", match[1], _position(text, match.start(1))) for match in _LOCAL.finditer(text)
    ]
    work = list(
        server.ask("textDocument/documentSymbol", {"textDocument": server.file(name)}) or ()
    )
    while work:
        symbol = work.pop()
        work += symbol.get("children") or ()
        kind = KINDS.get(symbol["kind"])
        word = symbol["name"].rpartition(".")[2]
        if kind and word.isidentifier() and word not in ("main", "init", "_"):
            places.append((kind, word, symbol["selectionRange"]["start"]))
    for kind in ("local", "function", "method", "field", "type"):
        found = [place for place in places if place[0] == kind and place[1] != "_"]
        own = [place for place in found if not place[1][0].isupper()]
        if not found:
            continue
        _, word, position = rng.choice(own or found)
        new = NEW[0].upper() + NEW[1:] if word[0].isupper() else NEW
        done = server.ask("textDocument/rename", {
            "textDocument": server.file(name), "position": position, "newName": new,
        })  # fmt: skip
        after = _applied(server.root, world, done)
        if after != world:
            texts = {n: (world[n], after[n]) for n in world if world[n] != after[n]}
            sides = _world(world, texts, word), _world(after, texts, word)
            yield Edit(f"gopls rename {kind}", name, *sides, tuple(_doubts(kind, word, texts)))


def _world(files, changed, word):
    """The files of the packages that an edit changes which have the name: private to a package."""
    homes = {os.path.dirname(name) for name in changed}
    return {
        name: text
        for name, text in files.items()
        if os.path.dirname(name) in homes and (name in changed or word.encode() in text)
    }


def _doubts(kind, word, texts):
    if word[0].isupper():
        yield "exported"
    if kind in ("field", "type") and any(_PRINTS.search(before) for before, _ in texts.values()):
        yield "values are printed with names"


def _position(text, offset):
    line = text.count("\n", 0, offset)
    column = offset - (text.rfind("\n", 0, offset) + 1)
    return {"line": line, "character": column}


def _applied(root, world, done):
    """The files after an edit of the workspace."""
    after = dict(world)
    changes = dict((done or {}).get("changes") or {})
    for change in (done or {}).get("documentChanges") or ():
        if "textDocument" not in change:
            return world
        changes[change["textDocument"]["uri"]] = change["edits"]
    for uri, found in changes.items():
        path = os.path.relpath(urllib.parse.unquote(uri.removeprefix("file://")), root)
        if path not in after:
            return world
        lines = after[path].decode("utf-8").splitlines(keepends=True)
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        text = "".join(lines)
        spans = []
        for edit in found:
            ends = [
                starts[p["line"]] + _column(lines, p)
                for p in (edit["range"]["start"], edit["range"]["end"])
            ]
            spans.append((*ends, edit["newText"]))
        for low, high, new in sorted(spans, reverse=True):
            text = text[:low] + new + text[high:]
        after[path] = text.encode()
    return after


def _column(lines, place):
    """Characters up to a column, which counts units of UTF-16."""
    if place["line"] >= len(lines):
        return 0
    units = lines[place["line"]].encode("utf-16-le")[: 2 * place["character"]]
    return len(units.decode("utf-16-le"))


class _Server:
    """gopls, spoken to as an editor does."""

    def __init__(self, root, programs):
        self.root = root
        self._number = 0
        gopls, go = programs
        environment = os.environ | {
            "PATH": os.path.dirname(go) + os.pathsep + os.environ["PATH"],
            "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GO111MODULE": "on",
        }  # fmt: skip
        self._process = subprocess.Popen(
            [gopls, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=environment, cwd=root,
        )  # fmt: skip
        uri = "file://" + root
        self.ask("initialize", {
            "processId": None, "rootUri": uri, "workspaceFolders": [{"uri": uri, "name": "all"}],
            "capabilities": {
                "textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}},
                "workspace": {"workspaceFolders": True},
            },
        })  # fmt: skip
        self._send({"method": "initialized", "params": {}})

    def file(self, name):
        """How a file is named."""
        return {"uri": "file://" + os.path.join(self.root, name)}

    def open(self, name, text):
        """Show a file."""
        document = {**self.file(name), "languageId": "go", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})

    def ask(self, method, params):
        """What the server answers; None where it refuses."""
        self._number += 1
        own = self._number
        self._send({"id": own, "method": method, "params": params})
        while True:
            message = self._read()
            if message is None:
                return None
            if "method" in message:
                if "id" in message:  # a question of the server's
                    answer = [None] * len(message.get("params", {}).get("items", ())) or None
                    self._send({"id": message["id"], "result": answer})
            elif message.get("id") == own:
                return message.get("result")

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _read(self):
        length = 0
        while line := self._process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self._process.stdout.read(length)) if length else None

    def stop(self):
        """End the server."""
        self._process.kill()
        self._process.wait()
