"""Files that ship with tracer (`grammars/`, `hooks/`), and cached reading of YAML.

The same call finds them in a checkout and in an installed wheel. YAML is slow to import and
to parse (25 ms), so every parsed document is kept as JSON under a name made of its content's
hash; a cache entry can therefore never be stale.
"""

from __future__ import annotations

import json
import os
from typing import Any

import xxhash

from tracer.model.disk import write_atomically
from tracer.model.errors import InputError

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def data_dir(name: str) -> str:
    """The absolute path of the shipped directory `name` (`grammars` or `hooks`)."""
    for base in (_PACKAGE, os.path.dirname(_PACKAGE)):
        path = os.path.join(base, name)
        if os.path.isdir(path):
            return path
    raise InputError(f"tracer's own directory {name}/ is missing", fix="Reinstall tracer.")


def cache_dir() -> str:
    """Where parsed documents are kept: `$XDG_CACHE_HOME/tracer`, else `~/.cache/tracer`."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "tracer")


def load_yaml(path: str) -> Any:
    """The document in `path` as plain JSON values.

    Cost: one read and one hash when the cached form exists; an unwritable cache only costs time.
    Raises: InputError, with the line, for a file that is missing or not YAML.
    """
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Create or restore the file.") from error
    entry = os.path.join(cache_dir(), f"yaml-1-{xxhash.xxh3_128_hexdigest(raw)}.json")
    try:
        with open(entry, "rb") as file:
            return json.loads(file.read())
    except (OSError, ValueError):
        document = parse_yaml(raw, path)
    _keep(entry, document)
    return document


def parse_yaml(raw: bytes, path: str) -> Any:
    """The YAML document in `raw`; `path` is only for the error."""
    import yaml  # noqa: PLC0415 - 25 ms that the cached path must not pay

    try:
        return yaml.load(raw, Loader=_json_loader(yaml))  # noqa: S506 - derived from SafeLoader
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "not valid YAML"
        raise InputError(f"{path}{line}: {problem}", fix="Correct the YAML there.") from error


def _json_loader(yaml: Any) -> Any:
    """A safe loader for JSON values only: times stay text, and a key stands once in a mapping.

    PyYAML makes a `datetime` of `2026-01-31` (which no cache of JSON can hold) and lets the
    last of two equal keys win.
    """
    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]  # the base is chosen at run time
        yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's own class attribute
            first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
            for first, pairs in base.yaml_implicit_resolvers.items()
        }

        def flatten_mapping(self, node: Any) -> None:
            """Check the keys before `<<` merges others in, then merge."""
            checked = self.__dict__.setdefault("_checked", set())
            if id(node) not in checked:
                checked.add(id(node))
                _refuse_repeated_keys(yaml, node)
            super().flatten_mapping(node)

    return Loader


def _refuse_repeated_keys(yaml: Any, node: Any) -> None:
    """Raise PyYAML's own error where a mapping names a key twice."""
    seen = set()
    for key, _ in node.value:
        if isinstance(key, yaml.ScalarNode) and key.value in seen:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {key.value!r} stands here twice", key.start_mark
            )
        if isinstance(key, yaml.ScalarNode):
            seen.add(key.value)


def _keep(entry: str, document: Any) -> None:
    """Write `document` to `entry` in one step, or not at all."""
    try:
        os.makedirs(os.path.dirname(entry), exist_ok=True)
        write_atomically(entry, json.dumps(document).encode())
    except (OSError, TypeError, ValueError):
        # The cache is a convenience: a read-only home or a YAML set must not fail the caller.
        return
