"""`lookups` of a lowering table: what a look-up looks into, and what types say of its objects.

- `subjects`: word -> where the value stands that is looked into: `argument 0`, `arguments`,
  `receiver`, `unseen`; `nothing` where none is. Behind it `deep`: also into what that holds;
  `results`: and into what its methods give; `key 1`: the argument that is the name, `keys`: all
  are. A mapping names the methods of what the call gives, which only looks into what those are
  given;
- `told_names`: path of a look-up -> pattern of a field that says by which name that one knows it;
- `erased_types`: flag, a compiler checks types, and the running program has none;
- `untyped`: flag, nothing says types; `loose_methods`: flag, a method that is read off an object is
  no longer called on it;
- `plain_types`: types whose values hold no objects of the program; `same_types`: whose value is one
  of their arguments; `holding_types`: that hold values of their arguments;
- `interfaces`: `any` where no class says which interfaces it has; `shapes` where a value is of a
  type if it has its members;
- `open_bases`: bases from outside whose classes take any object with their members;
- `unchecked`, `unchecked_kinds`: a pattern and kinds of code that give a value another type
  unchecked;
- `class_makers`: a pattern of code that makes classes, or gives objects other ones;
- `text_stores`: a pattern of code that stores to members by a text;
- `element_calls`: methods of a list that call what they are given with its elements;
- `plain_bases`: bases from outside whose objects hold nothing of the program;
- `class_calls`: functions and methods that give the class of a value;
- `plain_decorators`: of classes, those after which a call still makes an object of the class;
- `converters`: methods that say what is shown instead of an object.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_NEVER = re.compile(rb"(?!)")
ALL, UNSEEN = -1, -2  # in place of the number of an argument


class Subject(NamedTuple):
    """Where a call has the value that is looked into.

    `at`: the argument's place, or `ALL` or `UNSEEN`. `key`: the place of the argument that is the
    name, or -1.
    """

    is_nothing: bool = False
    is_receiver: bool = False
    at: int = UNSEEN
    key: int = -1
    is_deep: bool = False
    with_results: bool = False
    later: Mapping[str, Subject] = {}  # of what the call gives, by method


class TypeRules(NamedTuple):
    """What a language's types say of the objects that are of them."""

    is_enforced: bool  # by a compiler, in the running program
    is_checked: bool  # by a compiler, which then forgets them
    plain: frozenset[str]
    same: frozenset[str]
    holders: frozenset[str]
    interfaces: str
    open_bases: frozenset[str]
    unchecked: re.Pattern[bytes]
    unchecked_kinds: frozenset[str]
    made: re.Pattern[bytes]
    stores: re.Pattern[bytes]
    each: frozenset[str]
    decorators: frozenset[str]
    converters: frozenset[str]
    class_calls: frozenset[str]
    plain_bases: frozenset[str]
    is_untyped: bool
    loose_methods: bool


def subjects(raw: Mapping[str, Any]) -> dict[str, Subject]:
    """The subjects of a table's look-ups, by word or dotted path."""
    return {str(word): _subject(said) for word, said in (raw.get("subjects") or {}).items()}


def told_names(raw: Mapping[str, Any]) -> dict[str, re.Pattern[bytes]]:
    """How fields say their names for a look-up, by its path."""
    told = raw.get("told_names") or {}
    return {str(path): re.compile(str(said).encode()) for path, said in told.items()}


def _subject(said: Any) -> Subject:
    if isinstance(said, dict):
        return Subject(later={str(name): _subject(one) for name, one in said.items()})
    words = str(said).split()
    found = Subject(
        "nothing" in words,
        is_deep="deep" in words or "results" in words,
        with_results="results" in words,
    )
    for place, word in enumerate(words):
        if word == "argument":
            found = found._replace(at=int(words[place + 1]))
        elif word == "arguments":
            found = found._replace(at=ALL)
        elif word == "receiver":
            found = found._replace(is_receiver=True)
        elif word == "key":
            found = found._replace(key=int(words[place + 1]))
    return found


def type_rules(raw: Mapping[str, Any], semantics: Mapping[str, Any]) -> TypeRules:
    """What the types of a table's language say."""
    is_static = bool(semantics.get("static_types"))
    is_erased = bool(raw.get("erased_types"))
    return TypeRules(
        is_static and not is_erased,
        is_static and is_erased,
        _words(raw, "plain_types"),
        _words(raw, "same_types"),
        _words(raw, "holding_types"),
        str(raw.get("interfaces") or ""),
        _words(raw, "open_bases"),
        _pattern(raw, "unchecked"),
        _words(raw, "unchecked_kinds"),
        _pattern(raw, "class_makers"),
        _pattern(raw, "text_stores"),
        _words(raw, "element_calls"),
        _words(raw, "plain_decorators"),
        _words(raw, "converters"),
        _words(raw, "class_calls"),
        _words(raw, "plain_bases"),
        bool(raw.get("untyped")),
        bool(raw.get("loose_methods")),
    )


def _words(raw: Mapping[str, Any], key: str) -> frozenset[str]:
    return frozenset(map(str, raw.get(key) or ()))


def _pattern(raw: Mapping[str, Any], key: str) -> re.Pattern[bytes]:
    return re.compile(str(raw[key]).encode()) if raw.get(key) else _NEVER
