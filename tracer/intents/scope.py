"""Which files an intent owns: gitignore-style globs, the last one that matches decides.

The globs are translated by pathspec, whose import alone costs 45 ms; the translated regular
expressions are kept on disk under the hash of the glob list, so that a hook evaluates them
with `re` only.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import xxhash

from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import cached, keep_cached

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_FORMAT = 2
_INSIDE_DIRECTORY = "ps_d"  # pathspec's group: the path matched because a directory above it did
_SOME_FILE = "\ue000"  # a name no glob spells out


class _Rule(NamedTuple):
    """One glob as a regular expression; a match gives the path to the intent, or takes it back."""

    gives: bool
    regex: re.Pattern[str]


class Scoped(Protocol):
    """What has a scope: an intent."""

    @property
    def owned_scope(self) -> tuple[str, ...]:
        """Its globs, read like a .gitignore."""


def in_scope(intent: Scoped, path: str, *, directory: bool = False) -> bool:
    """Whether the intent owns `path` (POSIX, relative to the workspace).

    With `directory`, whether it owns what may lie inside. An empty scope owns nothing.
    Raises: InputError for a glob that cannot be read.
    """
    if directory:
        path = f"{path}/{_SOME_FILE}".removeprefix("./")
    return owns(intent.owned_scope, path)


def owns(globs: tuple[str, ...], path: str) -> bool:
    """Whether the globs, read like a .gitignore, match `path`.

    The last glob that matches decides. One that names the file itself outweighs an earlier or
    later one that only names a directory above it, unless the later one gives: `src/a.py` stays
    after `!src/`, as in git.
    Source: pathspec's GitIgnoreSpec, in file order.
    """
    given = False
    weight = 0
    for rule in _rules(globs):
        match = rule.regex.search(path)
        if match is None:
            continue
        by_directory = bool(match.groupdict().get(_INSIDE_DIRECTORY))
        own_weight = 1 if by_directory else 2
        if (rule.gives and by_directory) or own_weight >= weight:
            given = rule.gives
            weight = own_weight
    return given


def first_outside(globs: Sequence[str], bounds: tuple[str, ...]) -> str | None:
    """The first glob that gives something `bounds` does not, as far as globs alone tell; or None.

    Paths made from each glob are tried. What this misses the scope gate refuses, which asks the
    intent and all its ancestors.
    """
    for glob in globs:
        if not glob.startswith("!") and not all(owns(bounds, path) for path in _witnesses(glob)):
            return glob
    return None


def overlap(one: tuple[str, ...], other: tuple[str, ...], paths: Iterable[str] = ()) -> str | None:
    """A path both scopes give, one of `paths` or made from their globs; None if there is none."""
    for path in paths:
        if owns(one, path) and owns(other, path):
            return path
    for glob in (*one, *other):
        for path in () if glob.startswith("!") else _witnesses(glob):
            if owns(one, path) and owns(other, path):
                return path.replace(_SOME_FILE, "*")
    return None


def _witnesses(glob: str) -> list[str]:
    """Paths that a glob gives: the file it names, and something below it."""
    plain = glob.strip().rstrip("/")
    anchored = "/" in plain.lstrip("/") or plain.startswith("/")
    path = plain.lstrip("/").replace("**", _SOME_FILE).replace("*", _SOME_FILE).replace("?", "x")
    path = re.sub(r"\[[^]]*\]", "x", path)
    below = f"{path}/{_SOME_FILE}"
    found = [below] if glob.endswith(("/", "/**")) else [path, below]
    return found if anchored else [*found, *(f"{_SOME_FILE}/{item}" for item in found)]


@lru_cache(maxsize=64)
def _rules(globs: tuple[str, ...]) -> tuple[_Rule, ...]:
    """The globs as compiled rules, from the cache where it has them."""
    digest = xxhash.xxh3_128_hexdigest(json.dumps(globs).encode())
    name = f"scope-{_FORMAT}-{digest}.json"
    found = cached(name)
    if found is not None:
        return tuple(_Rule(gives, re.compile(text)) for gives, text in found)
    rules = _translate(globs)
    keep_cached(name, [[rule.gives, rule.regex.pattern] for rule in rules])
    return rules


def _translate(globs: tuple[str, ...]) -> tuple[_Rule, ...]:
    """The globs as pathspec reads them. Blank lines and comments give no rule."""
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - 45 ms that the cached path must not pay

    rules = []
    for glob in globs:
        try:
            patterns = GitIgnoreSpec.from_lines([glob]).patterns
        except ValueError as error:
            raise InputError(
                f"the scope pattern {glob!r} cannot be read", fix="Write it as in a .gitignore."
            ) from error
        rules += [
            _Rule(pattern.include, pattern.regex)
            for pattern in patterns
            if pattern.include is not None and pattern.regex is not None
        ]
    return tuple(rules)
