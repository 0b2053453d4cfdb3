"""Tables of languages: what they say is what the schema has, and what the grammar has."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tracer.model.errors import InputError
from tracer.resources import data_dir, load_yaml
from tracer.semantics.language.tables import vocabulary_of
from tracer.syntax import language_named, table_schema
from tracer.syntax.table_schema import SchemaError, Vocabulary, check, load_table, schema_of

LANGUAGES = sorted(
    entry
    for entry in os.listdir(data_dir("grammars"))
    if os.path.exists(os.path.join(data_dir("grammars"), entry, "verdicts.yaml"))
)


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


TABLES = [
    (name, table)
    for name in sorted(os.listdir(data_dir("grammars")))
    for table in ("grammar", "verdicts", "equivalence")
    if os.path.exists(os.path.join(data_dir("grammars"), name, f"{table}.yaml"))
]


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_tables_are_what_the_schema_says(name, table):
    """Every key, kind and field of a shipped table is known; no cache stands between."""
    document = load_yaml(os.path.join(data_dir("grammars"), name, f"{table}.yaml"))
    check(document, schema_of(table), vocabulary_of(name))


def test_schema_has_no_key_that_no_table_uses():
    """A key that is gone from the tables goes from the schema, too; `prover` is there to be set."""
    used = {}
    for name, table in TABLES:
        path = os.path.join(data_dir("grammars"), name, f"{table}.yaml")
        used.setdefault(table, {"prover"}).update(load_yaml(path))
    assert {table: set(schema_of(table)) - keys for table, keys in used.items()} == {
        table: set() for table in used
    }


@pytest.mark.parametrize(
    ("document", "keys", "said"),
    [
        ({"nmaes": ["identifier"]}, ("nmaes",), "no such key; there are "),
        ({"asked": {"by_kye": {}}}, ("asked", "by_kye"), "no such key; there are by_call, "),
        ({"names": ["identifer"]}, ("names",), "no kind 'identifer' in the grammar"),
        ({"names": "identifier"}, ("names",), "not a list of kinds"),
        ({"members": {"attribut": ["-"]}}, ("members",), "no kind 'attribut' in the grammar"),
        ({"members": {"attribute": ["fild"]}}, ("members",), "no field 'fild' in the grammar"),
        ({"members": {"attribute": [":x"]}}, ("members",), "no kind 'x' in the grammar"),
        ({"may_shadow": "no"}, ("may_shadow",), "neither true nor false"),
        ({"private_pattern": "(_"}, ("private_pattern",), "not a pattern: "),
        ({"loaders": [{"word": []}]}, ("loaders", "word"), "no such key; there are all, at, "),
        ({"dynamic_when": {"f": {"wiht": []}}}, ("dynamic_when", "f", "wiht"), "no such key; "),
        ([], (), "not a table"),
    ],
)
def test_what_the_schema_does_not_have_is_an_error(document, keys, said):
    """A misspelt key, kind, field or shape is found, with the keys that lead to it."""
    with pytest.raises(SchemaError) as error:
        check(document, schema_of("verdicts"), vocabulary_of("python"))
    assert (error.value.keys, error.value.said[: len(said)]) == (keys, said)


def test_an_error_names_file_and_line(tmp_path, monkeypatch):
    """Loading a wrong table says where to look; what is right is read as it is written."""
    (tmp_path / "x").mkdir()
    schema = Path(data_dir("grammars"), "schema.yaml").read_text(encoding="utf-8")
    (tmp_path / "schema.yaml").write_text(schema, encoding="utf-8")
    table = tmp_path / "x" / "equivalence.yaml"
    monkeypatch.setattr(table_schema, "data_dir", lambda _: str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for text in ("static_types: true\nstatic_type: true\n",) * 2:  # what is wrong is not kept
        table.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=r"x/equivalence\.yaml:2: static_type: no such key"):
            load_table("x", "equivalence", Vocabulary)
    table.write_text("static_types: true\n", encoding="utf-8")
    assert load_table("x", "equivalence", Vocabulary) == {"static_types": True}
    assert load_table("y", "equivalence", Vocabulary) == {}


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
