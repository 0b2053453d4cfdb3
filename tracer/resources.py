"""Files that ship with tracer (`grammars/`, `hooks/`), and cached reading of YAML.

The same call finds them in a checkout and in an installed wheel. YAML is slow to import and
to parse (25 ms), so every parsed document is kept as JSON under a name made of its content's
hash; a cache entry can therefore never be stale. Since what agents may do depends on it, an entry
begins with a code made with a key of this user: one that somebody else wrote is parsed anew. (A
program that runs as the same user and looks for the key can still make entries; confinement keeps
agents' commands from it.) Documents have limits of size, depth and of what their aliases expand to.
"""

from __future__ import annotations

import json
import os
from functools import partial
from typing import TYPE_CHECKING, Any

import xxhash

from tracer.model.disk import read_regular, write_atomically
from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LARGEST = 1 << 21  # bytes of a document
_DEEPEST = 60  # levels; PyYAML's C code crashes at some thousands
_MOST_NODES = 200_000  # with every alias expanded
_CODE = 32  # hex digits
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
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


def load_yaml(path: str, check: Callable[[Any], None] | None = None, by: str = "") -> Any:
    """The document in `path` as plain JSON values.

    `check` is called with a document that is not in the cache, and raises what is wrong with it;
    `by` says by what it checks, as a document is checked once for each.
    Cost: one read and one hash when the cached form exists; an unwritable cache only costs time.
    Raises: InputError, with the line, for a file that is missing or not YAML; what `check` raises.
    """
    try:
        raw = read_regular(path, _LARGEST)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}", fix="Create or restore the file.") from error
    name = f"yaml-2-{xxhash.xxh3_128_hexdigest(raw + by.encode())}.json"
    found = cached(name)
    if found is None:
        found = [parse_yaml(raw, path)]
        if check is not None:
            check(found[0])
        keep_cached(name, found)
    return found[0]


def cached(name: str) -> list[Any] | None:
    """What `keep_cached` kept under a name; None where nothing is, or somebody else wrote it."""
    key = _key(key_file())
    try:
        kept = read_regular(os.path.join(cache_dir(), name), _LARGEST * 4) if key else b""
        if not kept or kept[:_CODE] != _code(key, name, kept[_CODE:]):
            return None
        found = json.loads(kept[_CODE:])
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, list) else None


def keep_cached(name: str, values: list[Any]) -> None:
    """Keep JSON values under a name that says what they were made of, or do nothing."""
    key = _key(key_file())
    if not key:
        return
    try:
        content = json.dumps(values).encode()
        os.makedirs(cache_dir(), exist_ok=True)
        write_atomically(os.path.join(cache_dir(), name), _code(key, name, content) + content)
    except (OSError, TypeError, ValueError):
        # The cache is a convenience: a read-only home or a YAML set must not fail the caller.
        return


def sealed(key_path: str, name: str, content: bytes) -> bytes:
    """The content with a code made with the key in a file, which is made when it is not there."""
    key = _clone_key(key_path)
    return (_code(key, name, content) if key else b"0" * _CODE) + content


def unsealed(key_path: str, name: str, raw: bytes) -> tuple[bytes, bool]:
    """What `sealed` was given, and whether it was sealed with that key under that name."""
    key, content = _clone_key(key_path), raw[_CODE:]
    return content, bool(key) and raw[:_CODE] == _code(key, name, content)


def codes(key_path: str, name: str) -> Callable[[bytes], bytes] | None:
    """What makes codes of many contents with the key in a file; None where there can be none."""
    key = _clone_key(key_path)
    return partial(_code, key, name) if key else None


def _code(key: bytes, name: str, content: bytes) -> bytes:
    """What an entry begins with: a keyed digest of its name and content."""
    from _blake2 import blake2b  # noqa: PLC0415 - hashlib takes as long as the whole look-up

    made = blake2b(content, key=key, person=name[-21:-5].encode(), digest_size=_CODE // 2)
    return made.hexdigest().encode()


def key_file() -> str:
    """Where the key of this user's cache is, beside the cache."""
    return f"{cache_dir()}.key"


def _clone_key(path: str) -> bytes:
    """A key in a clone, which is its owner's also where root (in a container) uses it."""
    try:
        return _key(path, os.stat(os.path.dirname(path)).st_uid)
    except OSError:
        return _key(path)  # makes the directory


def _key(path: str, owner: int | None = None) -> bytes:
    """The key in a file, made when there is none; empty where it cannot be trusted.

    Nobody but this user (and `owner`) may read or write it, and it is no link.
    """
    for _ in range(2):
        try:
            state = os.lstat(path)
            is_own = not hasattr(os, "getuid") or (
                state.st_uid in (os.getuid(), owner) and not state.st_mode & 0o077
            )
            if is_own and state.st_nlink == 1:
                found = read_regular(path, _CODE)
                return found if len(found) == _CODE else b""
        except FileNotFoundError:
            _make_key(path)
        except OSError:
            return b""
        else:
            return b""
    return b""


def _make_key(path: str) -> None:
    """Write a key that is whole as soon as it is there, unless another process just did."""
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        made = f"{path}.{os.getpid()}"
        handle = os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(_CODE))
        if os.path.lexists(path):
            os.unlink(made)
        else:
            os.rename(made, path)
    except OSError:
        return  # a read-only home: documents are parsed each time


def parse_yaml(raw: bytes, path: str) -> Any:
    """The YAML document in `raw`; `path` is only for the error."""
    import yaml  # noqa: PLC0415 - 25 ms that the cached path must not pay

    try:
        _check_limits(yaml, raw, path)
        return yaml.load(raw, Loader=_json_loader(yaml))  # noqa: S506 - derived from SafeLoader
    except RecursionError as error:
        raise InputError(f"{path}: nested too deeply", fix="Write it flatter.") from error
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "not valid YAML"
        raise InputError(f"{path}{line}: {problem}", fix="Correct the YAML there.") from error


def line_of(path: str, keys: Iterable[str]) -> int:
    """The line of a key in a YAML document, or of the innermost key above that is there.

    `keys` lead to it from the outside in. Cost: a parse; for errors only.
    """
    import yaml  # noqa: PLC0415 - only for an error

    with open(path, encoding="utf-8") as file:
        node: Any = yaml.compose(file)
    line = 1
    for key in keys:
        for name, value in getattr(node, "value", None) or ():
            if getattr(name, "value", None) == key:
                line, node = name.start_mark.line + 1, value
                break
        else:
            break
    return line


def _check_limits(yaml: Any, raw: bytes, path: str) -> None:
    """Refuse what no person writes, before it is built: depth, and what aliases expand to.

    Raises: InputError; PyYAML's errors. Cost: a walk over the events, which holds nothing.
    """
    depth = _raw_depth(raw)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    size = _Size(yaml, path)
    for event in yaml.parse(raw, Loader=loader) if depth <= _DEEPEST else ():
        size.count(event)
        depth = max(depth, len(size.open) - 1)
        if size.open[-1][1] > _MOST_NODES:
            fix = "Write out what its aliases stand for."
            raise InputError(f"{path}: more than {_MOST_NODES} values", fix=fix)
        if depth > _DEEPEST:
            break
    if depth > _DEEPEST:
        raise InputError(f"{path}: more than {_DEEPEST} levels", fix="Write it flatter.")


class _Size:
    """How many values a document has with every alias expanded.

    `open` holds (anchor, values in it so far) of each collection that has not ended.
    """

    def __init__(self, yaml: Any, path: str) -> None:
        self.open: list[tuple[str | None, int]] = [(None, 0)]
        self._sizes: dict[str, int] = {}
        self._yaml = yaml
        self._path = path

    def count(self, event: Any) -> None:
        """Take one more event into account."""
        yaml = self._yaml
        if isinstance(event, yaml.CollectionStartEvent):
            self.open.append((event.anchor, 1))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._add(*self.open.pop())
        elif isinstance(event, yaml.ScalarEvent):
            self._add(event.anchor, 1)
        elif isinstance(event, yaml.AliasEvent):
            is_known = event.anchor in self._sizes
            if not is_known and any(event.anchor == anchor for anchor, _ in self.open):
                said = f"{self._path}: &{event.anchor} holds itself"
                raise InputError(said, fix="Write it out.")
            self._add(None, self._sizes.get(event.anchor, 1))

    def _add(self, anchor: str | None, size: int) -> None:
        if anchor is not None:
            self._sizes[anchor] = size
        above, known = self.open[-1]
        self.open[-1] = (above, known + size)


def _raw_depth(raw: bytes) -> int:
    """A floor of how deep a text is nested, before a parser with a stack of its own sees it.

    A line that opens many lists at once, or brackets inside of brackets (in texts, too; no text
    has so many).
    """
    deepest = max(
        (line.count(b"- ") for line in raw.split(b"\n") if not line.strip(b"- \r\t?:")), default=0
    )
    opened = most = 0
    for mark in raw.translate(None, _NO_BRACKETS):
        opened += 1 if mark in b"[{" else -1
        most = max(most, opened)
    return max(deepest, most if most > _DEEPEST * 10 else 0)


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
