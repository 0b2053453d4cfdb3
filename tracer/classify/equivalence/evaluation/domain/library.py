"""What functions, methods and types from outside do: `grammars/<language>/library.yaml`.

A function or method that is not listed may do anything. Effects of those that are:

- `pure`: a value of its arguments alone; `reads`: of the contents they have at the time, too;
- `fresh`: makes a new object and does nothing else;
- `output`: is seen from outside, in order, but changes nothing that code reads;
- `contents`: changes what its receiver contains, no field of anything.

`operators` has, for each thing that code may say itself (what `+`, a truth test or a read of a
member does), the names of the members by which it says so; what is no name is a text of the code.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from tracer.classify.equivalence.evaluation.domain.model_files import modelled, models_of
from tracer.classify.equivalence.evaluation.domain.semantics import Semantics, read_semantics
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import data_dir, line_of, load_yaml
from tracer.semantics.lowering.types.outside import parsed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.classify.equivalence.evaluation.domain.model_files import Model
    from tracer.semantics.core import Type

Place: TypeAlias = tuple[str, tuple[bool, str]]  # a language and what its models stand for

EFFECTS = frozenset({"pure", "reads", "fresh", "output", "contents", "any"})


class Known(NamedTuple):
    """What is known of one function or method."""

    effect: str = "any"
    may_raise: bool = True
    is_typed: bool = False  # whether it fails only on arguments of other types than it takes
    result: str = ""  # the name of the type of what it gives, '' for unknown
    is_unary: bool = False  # whether it takes one argument and no notice of others
    formats: bool = False  # whether it calls methods of values that say how they are shown
    lends: bool = False  # whether what it gives may change its receiver: an iterator, a reference
    least: int | None = None  # the least whole number that it gives
    law: str = ""  # the law that says what it is, for those that are other code


class Library(NamedTuple):
    """One language's table. Methods are by receiver type and name; type `*` is any."""

    semantics: Semantics = Semantics()
    functions: dict[str, Known] = {}  # noqa: RUF012 - never changed
    methods: dict[str, dict[str, Known]] = {}  # noqa: RUF012
    kinds: dict[str, str] = {}  # noqa: RUF012 - what a type is: list, dict, set, str, int ...
    constructors: dict[str, str] = {}  # noqa: RUF012 - external path -> kind it makes, empty
    values: dict[str, str] = {}  # noqa: RUF012 - path of a constant -> its type and text
    plain_variants: frozenset[str] = frozenset()  # that hold nothing
    variants: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - type -> all its variants by name
    operators: dict[str, frozenset[str]] = {}  # noqa: RUF012 - what code may say itself -> how
    modelled: dict[tuple[str, str], tuple[Place, ...]] = {}  # noqa: RUF012 - see `models`
    shapes: dict[tuple[str, str], Type] = {}  # noqa: RUF012 - see `shape`

    def variant_name(self, path: str) -> str:
        """A variant's plain name, where its path is one for it; else the path."""
        head, _, last = path.rpartition(".")
        owner = head.rpartition(".")[2]
        known = any(
            last in names and (not head or owner == of) for of, names in self.variants.items()
        )
        return last if known else path

    def variant_type(self, name: str) -> str:
        """The type that a variant from outside belongs to, '' for what is none."""
        return next((of for of, names in self.variants.items() if name in names), "")

    def held(self, name: str) -> int | None:
        """Which argument of its type a variant holds a value of: that of its place."""
        for names in self.variants.values():
            if name in names:
                return names.index(name)
        return None

    def holds(self, name: str) -> int:
        """How many values a variant from outside holds: `None` and the ways of an order none."""
        return 0 if name in self.plain_variants or self.held(name) is None else 1

    def family(self, path: str) -> tuple[tuple[str, str], ...]:
        """All variants of the type that a variant belongs to, as terms."""
        for names in self.variants.values():
            if path in names:
                return tuple(("ext", name) for name in names)
        return ()

    def function(self, path: str) -> Known | None:
        """What is known of an external function: by its path, or a path above it with `.*`."""
        found = self.functions.get(path)
        while found is None and "." in path:
            path = path.rpartition(".")[0]
            found = self.functions.get(path + ".*")
        return found

    def method(self, kind: str, name: str) -> Known | None:
        """What is known of a method of a type, by the sort of type that it is."""
        sort = self.kinds.get(kind, kind)
        for group in (kind, sort) if kind else ():
            found = self.methods.get(group, {}).get(name)
            if found is not None:
                return found
        return self.methods.get("*", {}).get(name)

    def models(self, sort: str, name: str) -> tuple[Model, ...]:
        """The models of a method of a sort of type, or of a function by its path (sort '')."""
        places = self.modelled.get((sort, name), ())
        return tuple(model for language, key in places for model in models_of(language)[key])

    def shape(self, sort: str, name: str) -> Type | None:
        """The type, and what it holds, that a method gives; a function or value, of sort ''."""
        return self.shapes.get((sort, name))

    def knows(self, sort: str) -> bool:
        """Whether the table says something of a sort of type."""
        return sort in self.methods or sort in self.kinds.values()

    def sort(self, name: str) -> str:
        """What a type's name means here: `ArrayList` is a `list`."""
        return self.kinds.get(name, name)


_FUNCTIONS: dict[int, tuple[Library, dict[str, frozenset[str]]]] = {}  # by the table's identity


def functions_by_law(library: Library) -> Mapping[str, frozenset[str]]:
    """Law -> the functions of a table that it is of; found once, for tables are few."""
    known = _FUNCTIONS.get(id(library))
    if known is None:
        found: dict[str, set[str]] = {}
        for name, function in library.functions.items():
            found.setdefault(function.law, set()).add(name)
        made = {law: frozenset(names) for law, names in found.items()}
        known = _FUNCTIONS[id(library)] = (library, made)
    return known[1]


@lru_cache(maxsize=32)
def library_of(language: str) -> Library:
    """The table of a language; careful answers to everything where there is none.

    Raises: InputError, naming file and entry, for a table that is wrong.
    """
    path = os.path.join(data_dir("grammars"), language, "library.yaml")
    if not os.path.exists(path):
        return Library()
    raw = load_yaml(path) or {}
    if "like" not in raw:
        return _with_models(_read(raw, path), language)
    base = library_of(str(raw["like"]))
    own = _read(raw, path, base.semantics)
    both = base._replace(
        semantics=own.semantics,
        functions={**base.functions, **own.functions},
        methods={
            kind: {**base.methods.get(kind, {}), **own.methods.get(kind, {})}
            for kind in {**base.methods, **own.methods}
        },
        kinds={**base.kinds, **own.kinds},
        constructors={**base.constructors, **own.constructors},
        values={**base.values, **own.values},
        operators={**base.operators, **own.operators},
        plain_variants=base.plain_variants | own.plain_variants,
        variants={**base.variants, **own.variants},
        shapes={**base.shapes, **own.shapes},
    )
    return _with_models(both, language)


def _with_models(library: Library, language: str) -> Library:
    """A library with what a language's file of models stands for, before that of its base."""
    own: dict[tuple[str, str], tuple[Place, ...]] = {}
    for is_method, name in sorted(modelled(language)):
        owner, _, last = name.rpartition(".")
        key = (library.sort(owner), last) if is_method else ("", name)
        own[key] = (*own.get(key, ()), (language, (is_method, name)))
    base = library.modelled
    return library._replace(
        modelled={key: own.get(key, ()) + base.get(key, ()) for key in {**base, **own}}
    )


def _read(raw: dict[str, Any], path: str, base: Semantics | None = None) -> Library:
    unknown = set(raw) - {
        "like",
        "semantics",
        "functions",
        "methods",
        "kinds",
        "constructors",
        "variants",
        "plain_variants",
        "values",
        "operators",
        "shapes",
    }
    if unknown:
        line = line_of(path, [min(unknown)])
        raise InputError(f"{path}:{line}: unknown section {min(unknown)}", fix="Remove it.")
    return Library(
        semantics=read_semantics(raw.get("semantics") or {}, path, base),
        functions=_group(raw, path, "functions"),
        methods={
            str(kind): _group(raw["methods"], path, kind, "methods")
            for kind in raw.get("methods") or {}
        },
        kinds={
            str(name): str(kind)
            for kind, names in (raw.get("kinds") or {}).items()
            for name in names
        },
        constructors={
            str(name): str(kind)
            for kind, names in (raw.get("constructors") or {}).items()
            for name in names
        },
        values={str(path): str(said) for path, said in (raw.get("values") or {}).items()},
        operators={
            str(sign): frozenset(map(str, names))
            for sign, names in (raw.get("operators") or {}).items()
        },
        plain_variants=frozenset(map(str, raw.get("plain_variants") or ())),
        variants={
            str(of): tuple(map(str, names)) for of, names in (raw.get("variants") or {}).items()
        },
        shapes={
            (str(sort), str(name)): parsed(str(of))
            for sort, given in (raw.get("shapes") or {}).items()
            for of, names in given.items()
            for name in names
        },
    )


def _group(raw: dict[str, Any], path: str, key: str, *above: str) -> dict[str, Known]:
    """`effect[, raises|typed][, -> type][, from NUMBER][, law NAME]: [names]`, turned round."""
    found: dict[str, Known] = {}
    for words, names in (raw.get(key) or {}).items():
        known = _known(str(words), path, [*above, key, str(words)])
        for name in names:
            found[str(name)] = known
    return found


def _known(words: str, path: str, keys: list[str]) -> Known:
    made = Known(may_raise=False)
    for word in (one.strip() for one in words.split(",")):
        if word in EFFECTS:
            made = made._replace(effect=word)
        elif word == "unary":
            made = made._replace(is_unary=True)
        elif word == "lends":
            made = made._replace(lends=True)
        elif word == "formats":
            made = made._replace(formats=True)
        elif word == "typed":
            made = made._replace(is_typed=True)
        elif word == "raises":
            made = made._replace(may_raise=True)
        elif word.startswith("-> "):
            made = made._replace(result=word[3:].strip())
        elif word.startswith("from "):
            made = made._replace(least=int(word[5:]))
        elif word.startswith("law "):
            made = made._replace(law=word[4:].strip())
        else:
            raise InputError(
                f"{path}:{line_of(path, keys)}: {words!r}: {word!r} is no effect",
                fix="Write an effect ("
                + ", ".join(sorted(EFFECTS))
                + "), raises, typed, -> TYPE or law NAME.",
            )
    return made
