"""verdicts.yaml: every kind and field it names exists in the grammar."""

from __future__ import annotations

import os
import re

import pytest

from tracer.resources import data_dir, load_yaml
from tracer.syntax import language_named

LANGUAGES = sorted(
    entry
    for entry in os.listdir(data_dir("grammars"))
    if os.path.exists(os.path.join(data_dir("grammars"), entry, "verdicts.yaml"))
)
KIND_LISTS = ("names", "member_kinds", "strings", "unclear", "single", "barriers", "marked_by")
KIND_LISTS += ("fixed_inside", "fixed_through", "module_markers", "shared_with")
POSITIONS = ("members", "fixed", "unclear_in", "through", "outer", "macro_positions")
POSITIONS += ("fixed_with", "public_with")


def _kinds(raw):
    """Every kind a table names, with the key it stands under."""
    for key in KIND_LISTS:
        yield from ((key, kind) for kind in raw.get(key) or ())
    for key in (*POSITIONS, "scopes", "bindings", "spelled", "outer_first"):
        yield from ((key, kind) for kind in raw.get(key) or ())
    for key in ("through", "members"):
        for fields in (raw.get(key) or {}).values():
            yield from ((key, field[1:]) for field in fields if field[0] == ":")
    order, erased = raw.get("order") or {}, raw.get("erased") or {}
    for key in ("containers", "free", "inert", "evaluated", "apart", "unless_inside"):
        yield from ((f"order.{key}", kind) for kind in order.get(key) or ())
    for key in ("kinds", "blocked_by_kinds", "never_inside"):
        yield from ((f"erased.{key}", kind) for kind in erased.get(key) or ())


def test_every_full_language_has_a_table():
    """A language whose roles are known has its verdict table too."""
    full = {
        entry
        for entry in os.listdir(data_dir("grammars"))
        if os.path.exists(os.path.join(data_dir("grammars"), entry, "grammar.yaml"))
        and language_named(entry).is_full
    }
    assert full <= set(LANGUAGES)


def _own(name):
    """The table without what it inherits (TypeScript has no JSX, for one)."""
    return load_yaml(os.path.join(data_dir("grammars"), name, "verdicts.yaml"))


@pytest.mark.parametrize("name", LANGUAGES)
def test_kinds_exist(name):
    """A kind that the grammar does not have would silently never match."""
    known = set(language_named(name).kind_names)
    unknown = {(key, kind) for key, kind in _kinds(_own(name)) if kind not in known}
    assert not unknown


@pytest.mark.parametrize("name", LANGUAGES)
def test_fields_exist(name):
    """The same for fields."""
    language = language_named(name)
    raw = _own(name)
    wanted = set()
    for key in ("members", "fixed", "unclear_in", "through", "outer", "macro_positions"):
        for fields in (raw.get(key) or {}).values():
            wanted.update(f for f in fields if f not in ("-", "*") and f[0] != ":")
    for fields in (raw.get("bindings") or {}).values():
        wanted.update(f for f in fields if f != "-" and f[0] != ":")
    assert not wanted - set(language.field_ids)


# Lists of words and keywords, some of which are kinds of the grammar as well.
_WORDS = ("not_names.words", "words.selects", "token_trees.plain.code.never")


def _lists(value, path=()):
    """Every list of texts in a table, and the keys of every mapping, with where they stand."""
    if isinstance(value, dict):
        yield ".".join(path), [key for key in value if isinstance(key, str)]
        for key, entry in value.items():
            yield from _lists(entry, (*path, str(key)))
    elif isinstance(value, list):
        yield ".".join(path), [entry for entry in value if isinstance(entry, str)]
        for entry in value:
            yield from _lists(entry, path)


def _ancestors(name):
    """A language and those whose tables it takes over: theirs may name kinds for it."""
    while name:
        yield name
        name = _own(name).get("extends")


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_list_that_names_kinds_names_nothing_else(name):
    """Where half of a list are kinds, wherever it stands, the other words with `_` are, too."""
    heirs = [other for other in LANGUAGES if name in _ancestors(other)]
    known = set()
    for language in map(language_named, heirs):
        known.update(language.kind_names, language.field_ids)
    unknown = {
        (path, word)
        for path, words in _lists(_own(name))
        if path not in _WORDS and 2 * sum(word in known for word in words) >= len(words)
        for word in words
        if re.fullmatch(r"[a-z]+(_[a-z]+)+", word) and word not in known
    }
    assert not unknown
