"""Models of library functions: `grammars/<language>/models.<ext>`, code that says what they do.

A model is a function of the language itself. The comment line in front says what it stands for;
there may be several such lines:

    // model of function java.lang.Byte.toUnsignedInt
    // model of method java.util.Deque.push, java.util.ArrayDeque.push
    // model of method java.util.Optional.get on java.util.Optional.of
    // model of method java.util.HashMap.merge with quiet functions, assuming present-elements

- Parameters are those of the function. A method has its receiver first, declared as one of the
  types named. With `on` they are the arguments of the function that made the receiver, which must
  be one that `library.yaml` calls pure, and then those of the method.
- `with quiet functions`: functions among the arguments only compute what they give. `assuming`
  names what docs/assumptions.md must accept.
- A declared type is a condition on the argument, as far as the tables know the type. Several models
  may stand for one name: the first that fits is taken.
- Where nothing (null, None) has no methods, the first thing with an effect that a model of a method
  does is a use of the receiver, so that it fails as the call does.
- A model that calls what it stands for means the library's own: what `library.yaml` says of it, or
  a call that may do anything. So it may speak of some values only.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from tracer.model.assumptions import BY_ID
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import data_dir
from tracer.semantics import core
from tracer.semantics.program import build_program

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.semantics.program import Program

Key: TypeAlias = tuple[bool, str]  # whether it is a method, and its name
Bindings: TypeAlias = tuple[tuple[str, core.Type], ...]

_KEPT = 64  # instances of one model
_HEADER = re.compile(r"(?m)^[ \t]*(?://|#)[ \t]*model of (function|method) ([^\n]*?)\.?[ \t]*$")
_NAME = re.compile(r"^[\w/]+(?:\.\w+)+$|^\w+$")


class Instance(NamedTuple):
    """A model's code where its type parameters are known types, and the types of its binders."""

    function: core.Function
    types: Mapping[int, core.Type]


class Said(NamedTuple):
    """What a header says besides names; see `Model`."""

    maker: str
    is_quiet: bool
    assumed: str


class Model:
    """One function that stands for a function or method of the library.

    `name` is its path; of a method the path of the type (`owner`), and its name. `maker` is the
    function that made the receiver, '' for any; `is_quiet` and `assumed` say what else has to hold.
    `function` has no rows, so that no evidence points into the file of models.
    """

    def __init__(
        self, name: str, said: Said, function: core.Function, types: Mapping[int, core.Type]
    ) -> None:
        self.name = name
        self.maker, self.is_quiet, self.assumed = said
        self.owner = name.rpartition(".")[0]
        self.function = function
        self._types = types
        self._instances: dict[Bindings, Instance] = {}

    def instance(self, bindings: Bindings) -> Instance:
        """The model for some types; that of the last ones is kept."""
        found = self._instances.get(bindings)
        if found is None:
            known = dict(bindings)
            types = {at: _with_types(one, known) for at, one in self._types.items()}
            found = Instance(_with_types(self.function, known), types)
            if len(self._instances) > _KEPT:
                self._instances.clear()
            self._instances[bindings] = found
        return found


def model_file(language: str) -> str | None:
    """The path of a language's file of models, None where it has none."""
    folder = os.path.join(data_dir("grammars"), language)
    if not os.path.isdir(folder):
        return None
    found = sorted(one for one in os.listdir(folder) if one.startswith("models."))
    return os.path.join(folder, found[0]) if found else None


@lru_cache(maxsize=32)
def modelled(language: str) -> frozenset[Key]:
    """What a language's models stand for: whether a method, and its name. Nothing is parsed.

    Raises: InputError, naming file and line, for a line that says it wrongly.
    """
    path = model_file(language)
    if path is None:
        return frozenset()
    return frozenset(one for _, names, _ in _headers(path, _read(path)) for one in names)


@lru_cache(maxsize=32)
def models_of(language: str) -> Mapping[Key, tuple[Model, ...]]:
    """A language's models by what they stand for, in the order of the file.

    Cost: the file is parsed and lowered once a process. Raises: InputError, as `modelled` does, and
    for a line that no function follows.
    """
    path = model_file(language)
    if path is None:
        return {}
    text = _read(path)
    program = build_program([(os.path.basename(path), text.encode())])
    code = _functions(program)
    found: dict[Key, tuple[Model, ...]] = {}
    for line, names, said in _headers(path, text):
        symbol = next((one for at, one in code if at > line), None)
        if symbol is None:
            raise InputError(f"{path}:{line}: no function follows", fix="Write the model below.")
        for is_method, name in names:
            found[is_method, name] = (
                *found.get((is_method, name), ()),
                _model(program, symbol, name, said),
            )
    return found


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _headers(path: str, text: str) -> list[tuple[int, list[Key], Said]]:
    """Lines that say what the function below stands for, by number from 1."""
    found = []
    for one in _HEADER.finditer(text):
        line = text.count("\n", 0, one.start()) + 1
        listed, _, assumed = one[2].partition(" assuming ")
        listed, _, quiet = listed.partition(" with quiet functions")
        listed, _, maker = listed.partition(" on ")
        names = [name.strip() for name in listed.split(",")]
        if quiet.strip(" ,") or (assumed and assumed not in BY_ID):
            raise InputError(
                f"{path}:{line}: {one[2]!r} ends in what is no condition",
                fix="Write `with quiet functions` or `assuming ID`.",
            )
        for name in [*names, maker] if maker else names:
            if not _NAME.match(name) or (one[1] == "method" and "." not in name):
                raise InputError(
                    f"{path}:{line}: {name!r} names no {one[1]}",
                    fix="Write a path like java.util.Deque.push, several with commas.",
                )
        said = Said(maker, " with quiet functions" in one[2], assumed)
        found.append((line, [(one[1] == "method", name) for name in names], said))
    return found


def _functions(program: Program) -> list[tuple[int, core.Symbol]]:
    """The functions of a file by the line on which each begins."""
    tree = program.files[0].tree
    found = []
    for symbol in program.definitions:
        outline = program.outline(symbol)
        if tree is not None and outline.kind in (core.Kind.FUNCTION, core.Kind.METHOD):
            found.append((tree.line_of(tree.start[outline.name_row]), symbol))
    return sorted(found, key=lambda one: one[0])


def _model(program: Program, symbol: core.Symbol, name: str, said: Said) -> Model:
    function = program.definitions[symbol].function
    assert function is not None
    return Model(name, said, _without_rows(function), dict(enumerate(program.types_of(symbol))))


def _without_rows(node: Any) -> Any:
    """Code that points nowhere."""
    if isinstance(node, core.Symbol | core.Type) or not isinstance(node, tuple):
        return node
    if not hasattr(node, "_fields"):
        return tuple(map(_without_rows, node))
    parts = {
        name: -1 if name == "row" else _without_rows(part)
        for name, part in zip(node._fields, node, strict=True)
    }
    return type(node)(**parts)


def _with_types(node: Any, types: Mapping[str, core.Type]) -> Any:
    """Code whose type parameters are types; those that are not known become unknown types."""
    if isinstance(node, core.Type):
        if isinstance(node.name, str) and node.name.startswith("$"):
            return types.get(node.name, core.UNKNOWN)
        return node._replace(arguments=tuple(_with_types(one, types) for one in node.arguments))
    if isinstance(node, core.Symbol) or not isinstance(node, tuple):
        return node
    parts = [_with_types(one, types) for one in node]
    if all(one is other for one, other in zip(parts, node, strict=True)):
        return node
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
