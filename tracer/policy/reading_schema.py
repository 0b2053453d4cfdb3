"""The schema of `hooks/reading.yaml`: what an entry may say."""

from __future__ import annotations

from typing import Any, NoReturn

from tracer.model.errors import InputError
from tracer.policy.scripts import CHECKS

_KEYS = frozenset(
    {
        "any", "options", "operands", "operands_with", "operand", "first", "first_in", "values",
        "needs", "sub", "bare", "runs", "skip", "variables", "style", "refused", "directory",
        "anywhere", "replaces", "asks", "otherwise",
    }
)  # fmt: skip


_STYLES = frozenset({"long", "find", "tar"})


def as_mapping(entry: Any) -> dict[str, Any]:
    """An entry in its long form: `*`, or options alone, are short ones."""
    if entry == "*":
        return {"any": True}
    return {"options": entry} if isinstance(entry, (str, list)) else entry


def validate(document: dict[str, Any], path: str) -> None:
    """Raise InputError, with the line, for what the table cannot mean."""
    for name in document:
        if name not in ("commands", "about", "shared"):
            _refuse(path, (name,), f"{name} is no part of this table")
    for name, entry in document["commands"].items():
        _validate_entry(entry, path, ("commands", str(name)))


def _validate_entry(entry: Any, path: str, where: tuple[str, ...]) -> None:
    if isinstance(entry, (str, list)):
        return
    if not isinstance(entry, dict):
        _refuse(path, where, f"{where[-1]} must be options or a mapping")
    for key, value in entry.items():
        if key not in _KEYS:
            _refuse(path, (*where, str(key)), f"{key} is no key of a command")
        if key == "style" and value not in _STYLES:
            _refuse(path, (*where, key), f"{value} is no style of options")
        checks = list(value.values()) if key == "values" else [value]
        if key in ("first", "operand", "values"):
            for check in checks:
                if not check.startswith("one of ") and check not in CHECKS:
                    _refuse(path, (*where, key), f"{check} is no check")
    inside: list[tuple[tuple[str, ...], Any]] = [
        (("sub", str(name)), inner) for name, inner in entry.get("sub", {}).items()
    ]
    inside += [(("otherwise",), entry["otherwise"])] if "otherwise" in entry else []
    for place, inner in inside:
        _validate_entry(inner, path, (*where, *place))


def _refuse(path: str, where: tuple[str, ...], problem: str) -> NoReturn:
    from tracer.intents.positions import line_of  # noqa: PLC0415 - only for an error

    with open(path, "rb") as file:
        line = line_of(file.read(), where)
    raise InputError(f"{path}:{line}: {problem}", fix="See the head of that file.")
