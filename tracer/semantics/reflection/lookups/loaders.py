"""Who is given a text by which it finds a file, a module, or something in one.

`import_module(n)`, `mock.patch("a.f")`, `sys.modules[n]`, `run([sys.executable, "-m", n])`: where
the text is known it spells what is looked for, and texts are looked at anyway; a text that is not
known may name anything. Table `loaders` of verdicts.yaml, a list of entries:

- `words`: what it is called; `of`: modules that it is a member of, or is imported from (without:
  any); `member`: only as a member of something; `at`: the place of the text among the arguments
  (`all`: each is one); `within`: with more arguments than these it is given a thing, as where the
  argument is of a kind of `things`;
- `is`: what is found: a `file` that is run, a `module`, or by a `name` something in a module;
- `keyed`: it is no function, but a table that is asked by a key (`gets`: or by these methods);
- `listing`: what a command has that lists files; `programs`: a command whose first word is one of
  these finds no file of the language; `plain`: members that name none either.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import named_children, tables_of
from tracer.semantics.names.occurrences import Use
from tracer.semantics.values.string_values import OWN, is_known, is_thing, value_of
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.semantics.names.occurrences import Names, Occurrence
    from tracer.syntax import Language

FILE, MODULE, NAME = "file", "module", "name"
_SHORT = 400  # letters of a statement that gives names to what it takes


def computed_loader(names: Names, sought: Iterable[str]) -> str | None:
    """The first word of a file that finds one of the sorts `sought` by a text nobody knows, if any.

    Cost: a search of the text for the words of the table; once for each sort.
    """
    found = names.kept(_asked).computed
    return next((found[sort] for sort in sought if sort in found), None)


def given_to_loaders(names: Names, sort: str) -> list[list[str]]:
    """The texts, with gaps, that what finds a sort is given where not all of them are known.

    One list for each time; empty where it is handed on.
    """
    return names.kept(_asked).gaps.get(sort, [])


def named_by_loaders(names: Names, sought: Iterable[str]) -> frozenset[str]:
    """The words of the texts that are given to what finds one of the sorts `sought`.

    `OWN` (of `texts`) stands for the path of the file.
    """
    found = names.kept(_asked).texts
    return frozenset(
        word
        for sort in sought
        for text in found.get(sort, ())
        for word in re.findall(rf"\w+|{OWN}", text)
    )


class _Asked(NamedTuple):
    """What finds something by a text that nobody knows, and the texts that are, by their sorts.

    `gaps`: the texts, each time, that it is given where nobody knows them all.
    """

    computed: dict[str, str]
    texts: dict[str, list[str]]
    gaps: dict[str, list[list[str]]]


def _asked(names: Names) -> _Asked:
    asked = _Asked({}, {}, {})
    found, there, text = asked.computed, names.words, names.tree.text
    for modules, words, entry in _entries(names.tree.language):
        if (
            modules
            and there.isdisjoint(modules)
            and not any(module in text for module in modules if not _is_word(module))
        ):
            continue
        texts = asked.texts.setdefault(entry["is"], [])
        for encoded, word in words:
            for one in _meant(names, word, entry) if encoded in there else ():
                count = len(texts)
                if _is_computed(names, one, word, entry, texts):
                    found.setdefault(entry["is"], word)
                    asked.gaps.setdefault(entry["is"], []).append(texts[count:])
    return asked


def _is_word(text: bytes) -> bool:
    return text.replace(b"_", b"a").isalnum()


@cache
def _entries(
    language: Language,
) -> list[tuple[tuple[bytes, ...], tuple[tuple[bytes, str], ...], dict[str, Any]]]:
    """The entries of `loaders`: modules and words as they stand in a text, and the entry."""
    return [
        (
            tuple(module.encode() for module in entry.get("of") or ()),
            tuple((word.encode(), word) for word in entry["words"]),
            entry,
        )
        for entry in tables_of(language).raw.get("loaders") or ()
    ]


def _meant(names: Names, word: str, entry: dict[str, Any]) -> Iterator[Occurrence]:
    """The occurrences of a word in code that are the loader."""
    modules = entry.get("of")
    for found in names.occurrences(word):
        if found.use is Use.DATA:
            continue
        if found.use is Use.MEMBER:
            receiver = _receiver(names, found.row)
            if receiver is None:
                continue  # a keyword, or the method of a class
            last = receiver.rpartition(".")[2]
            if modules is None or last in modules or _is_module(names, receiver, modules):
                yield found
        elif (
            not entry.get("member")
            and (modules is None or _is_taken(names, word, modules))
            and not _is_option(names, found, word)
        ):
            yield found


def _is_option(names: Names, found: Occurrence, word: str) -> bool:
    """Whether a name is that of a parameter whose default is a literal, and not called.

    A parameter without one may be a loader that a framework gives by its name (`require`).
    """
    tree = names.tree
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(tree.parent[found.row]))
    if fields is not None and tree.field_name(found.row) == fields["function"]:
        return False
    if names.imports_of(word) or not names.is_of_function(found, word):
        return False
    scope = names.scope_of(found, word)
    bound = [o.row for o in names.occurrences(word) if o.scope == scope]
    values = [tree.child_by_field(tree.parent[row], "value") for row in bound]
    return bool(values) and all(
        value >= 0 and bool(tree.language.roles[tree.kind[value]] & Role.LITERAL)
        for value in values
    )


def _is_taken(names: Names, word: str, modules: Iterable[str]) -> bool:
    """Whether a name is one that the file takes from one of the modules, in whatever way."""
    if any(_last(e.module) in modules for e in names.imports if word in (e.local, e.name)):
        return True
    tree = names.tree
    for found in names.occurrences(word):
        if found.scope >= 0 and not names.imports_of(word):
            at = found.row
            while tree.parent[at] > 0 and not tree.language.roles[tree.kind[at]] & Role.STATEMENT:
                at = tree.parent[at]
            said = tree.slice(at).decode("utf-8", "replace") if len(tree.slice(at)) < _SHORT else ""
            if any(re.search(rf"\b{re.escape(module)}\b", said) for module in modules):
                return True
    return False


def _last(module: str) -> str:
    return module.replace("node:", "").rpartition(".")[2]


def _is_module(names: Names, receiver: str, modules: Iterable[str]) -> bool:
    return any(_last(e.module) in modules for e in names.imports_of(receiver))


def _receiver(names: Names, row: int) -> str | None:
    """The text a member is read off, or None if it is read off nothing."""
    tree = names.tree
    at = tree.child_by_field(tree.parent[row], "object")
    return tree.slice(at).decode("utf-8", "replace") if at >= 0 and at != row else None


def _is_computed(  # noqa: PLR0911 - one way a line
    names: Names, found: Occurrence, word: str, entry: dict[str, Any], texts: list[str]
) -> bool:
    """Whether a loader is asked for what is not spelled, or is handed on."""
    tree = names.tree
    if found.scope >= 0 and not names.imports_of(word):
        return False  # the definition of one
    if any(found.row in (e.row, e.local_row) for e in names.imports):
        return any(e.name == word != e.local for e in names.imports)
    at = found.row
    if found.use is Use.MEMBER:
        at = tree.parent[at]
    around = tree.parent[at]
    if entry.get("keyed"):
        return not _is_asked(names, at, entry, texts)
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(around))
    if fields is None or tree.field_name(at) != fields["function"]:
        # What is read off a loader (`patch.object`) is another one.
        return tree.child_by_field(max(around, 0), "object") != at
    given = tree.child_by_field(around, fields["arguments"])
    kids = named_children(tree, given) if given >= 0 else []
    keyword, place = names.tables.keyword_parameters.get("keyword"), entry.get("at", 0)
    plain = [kid for kid in kids if tree.kind_name(kid) != keyword]
    if len(plain) > entry.get("within", len(plain)):
        return False  # it is given a thing
    if plain and entry.get("all"):
        return not _is_spelled(names, plain, entry, texts)
    if place < len(plain):
        return not _is_spelled(names, plain[place : place + 1], entry, texts)
    return len(kids) > len(plain)


def _is_asked(names: Names, at: int, entry: dict[str, Any], texts: list[str]) -> bool:
    """Whether a table is asked for a key that is known, at once."""
    tree, around = names.tree, names.tree.parent[at]
    by_key = (names.tables.raw.get("asked") or {}).get("by_key") or {}
    fields = by_key.get(tree.kind_name(around))
    if fields is not None and tree.field_name(at) == fields[0]:
        keys = [kid for kid in named_children(tree, around) if kid != at]
        return len(keys) == 1 and _is_said(names, keys[0], texts)
    if tree.child_by_field(around, "object") != at:
        by_sign = (names.tables.raw.get("asked") or {}).get("by_sign") or {}
        kids = named_children(tree, around)
        is_test = tree.kind_name(around) in by_sign and len(kids) > 1 and kids[1] == at
        return is_test and _is_said(names, kids[0], texts)
    kids = named_children(tree, around)
    call = tree.parent[around]
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(call))
    word = tree.slice(kids[-1]).decode("utf-8", "replace")
    if fields is None or tree.field_name(around) != fields["function"]:
        return False
    given = named_children(tree, tree.child_by_field(call, fields["arguments"]))
    return word in entry.get("gets", ()) and bool(given) and _is_said(names, given[0], texts)


def _is_said(names: Names, row: int, texts: list[str]) -> bool:
    """Whether a key is a text that is known."""
    texts.append(value_of(names, row))
    return is_known(texts[-1])


def _is_spelled(names: Names, rows: list[int], entry: dict[str, Any], texts: list[str]) -> bool:
    """Whether arguments are texts that are known, or lists of such, or no texts at all."""
    tree = names.tree
    table = names.tables.raw.get("texts") or {}
    things = {*(table.get("things") or ()), *(entry.get("things") or ())}
    lists, words = table.get("lists") or (), list[int]()
    for row in rows:
        kind = tree.kind_name(row)
        if kind in lists:
            words += named_children(tree, row)
        elif "programs" in entry or not (kind in things or is_thing(names, row)):
            words.append(row)
    values = [value_of(names, at) for at in words]
    texts += values
    if "listing" in entry and re.search(entry["listing"], " ".join(values)):
        return False
    first = values[0].strip().partition(" ")[0] if values else ""
    if posixpath.basename(first) in entry.get("programs", ()):
        return True
    plain = entry.get("plain") or ()
    return all(
        is_known(value) or tree.slice(at).decode("utf-8", "replace").rpartition(".")[2] in plain
        for at, value in zip(words, values, strict=True)
    )
