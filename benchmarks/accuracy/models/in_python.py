"""Python's models beside the library, in this process."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import io
import itertools
import re
from typing import TYPE_CHECKING, Any

from benchmarks.accuracy.models.signatures import file_of, signatures

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.accuracy.models.signatures import Signature

_TEXTS = ["", "a", "ab", "abab", "b", "xyz.py", "a\n"]
_VALUES = ["a", "zz", 1, 0, None, (1, 2), True, 2.5, [1], {"a": 3}, {1}]
_SAMPLES: dict[str, list[Any]] = {
    "str": _TEXTS,
    "int": [-7, -1, 0, 1, 2, 10**20],
    "dict": [{}, {"a": 1}, {"a": None, 1: "b"}, {(1, 2): []}],
    "set": [set(), {"a"}, {1, (1, 2)}],
    "list": [[], ["a"], ["b", "a", "b"], [1, True, None]],
    "tuple": [(), ("a",), ("b", "ab"), ("", "zz")],
    "": _VALUES,
}
_BY_NAME: dict[str, list[Any]] = {
    "fp": ['{"a": [1, null]}', "3", "", "{"],
    "string": _TEXTS,
    "pattern": ["a+", "", "(a)(b)?", "(", "[ab]$"],
}


def compared() -> tuple[int, list[str]]:
    """How many calls were compared, and those that differ."""
    path = file_of("python")
    spec = importlib.util.spec_from_file_location("tracer_python_models", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    count, wrong = 0, []
    for one in signatures("python"):
        model, library = getattr(module, one.name), _library(one)
        for arguments in _inputs(one):
            count += 1
            said, done = _outcome(model, one, arguments), _outcome(library, one, arguments)
            if said != done:
                wrong.append(f"{one.path}{arguments!r}: {said} is not {done}")
    return count, wrong


def _library(one: Signature) -> Callable[..., Any]:
    """What a model stands for."""
    owner, _, name = (f"builtins.{one.path}" if one.is_method else one.path).rpartition(".")
    try:
        home: Any = importlib.import_module(owner)
    except ModuleNotFoundError:
        module, _, of = owner.rpartition(".")
        home = getattr(importlib.import_module(module), of)
    found: Callable[..., Any] = getattr(home, name)
    return found


def _inputs(one: Signature) -> list[tuple[Any, ...]]:
    """All combinations of the samples, with what may be left out and without."""
    needed = sum(not optional for _, _, optional in one.parameters)
    samples = [_BY_NAME.get(name) or _SAMPLES[of] for name, of, _ in one.parameters]
    return [
        given
        for count in range(needed, len(samples) + 1)
        for given in itertools.product(*samples[:count])
    ]


def _outcome(function: Callable[..., Any], one: Signature, arguments: tuple[Any, ...]) -> str:
    """What a call gives or raises, and what its arguments are then."""
    own = copy.deepcopy(arguments)
    given = [
        io.StringIO(value) if name == "fp" else value
        for (name, _, _), value in zip(one.parameters, own, strict=False)
    ]
    try:
        result = _shown(function(*given))
    except Exception as error:  # noqa: BLE001 - whatever the library raises is compared
        result = f"{type(error).__name__}"
    return f"{result}; {own!r}"


def _shown(value: Any) -> str:
    """A value as text; of a match and of an iterator what they hold."""
    if isinstance(value, re.Match):
        return repr((value.span(), value.groups()))
    if hasattr(value, "__next__"):
        return repr([_shown(one) for one in value])
    return f"{type(value).__name__} {value!r}"
