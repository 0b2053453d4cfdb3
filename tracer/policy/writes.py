"""Which files a simple command writes, read off its words."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from tracer.model.events import Target
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.policy.words import Word

_GLOB_LIMIT = 1000
_MOST_BROUGHT = 200  # files of a directory that is copied, one by one
_DEVICES = ("/dev/null", "/dev/stdout", "/dev/stderr")


class Writes(NamedTuple):
    """The files known to be written; `complete` when there can be no others."""

    targets: tuple[Target, ...]
    complete: bool


UNSEEN = Writes((), complete=False)


class _Operands(NamedTuple):
    """The arguments of a command taken apart.

    `plain` are operands before `--`, `dashed` those after it, `named` the values of options
    by option.
    """

    plain: list[Word]
    dashed: list[Word]
    named: list[tuple[str, Word]]
    options: list[Word]

    @property
    def all(self) -> list[Word]:
        return self.plain + self.dashed


def writes_of(rule: dict[str, Any], arguments: Sequence[Word], cwd: str | None) -> Writes:
    """What a command described by `rule` (an entry of `writes` in shell.yaml) writes."""
    if "assigned" in rule:
        prefix = f"{rule['assigned']}="
        texts = [word.text or "" for word in arguments]
        files = [text[len(prefix) :] for text in texts if text.startswith(prefix)]
        return _written([_Name(text) for text in files], "edit", cwd, known=bool(files))
    parts = _take_apart(rule, arguments)
    if "when" in rule and not any(re.match(rule["when"], w.text or "") for w in parts.options):
        return UNSEEN
    if "operands" not in rule:
        given = [word for option, word in parts.named if option in rule.get("files", ())]
        # A dash is its output, a device keeps nothing.
        outputs = [word for word in given if word.text not in ("-", *_DEVICES)]
        known = bool(given) and _all_known(given) and not rule.get("more")
        line = " ".join(word.text or "?" for word in arguments)
        fills = "fills" in rule and re.search(rule["fills"], line) is not None
        return _written(_names(outputs, cwd), "fill" if fills else "edit", cwd, known=known)
    into = [word for option, word in parts.named if option in rule.get("into", ())]
    if rule["operands"] in ("move", "copy"):
        return _transferred(rule, parts.all, into, cwd)
    operands = _chosen(rule, parts)
    known = (
        not rule.get("more")
        and _all_known(operands)
        and (rule["operands"] != "dashed" or bool(parts.dashed))
    )
    return _written(_names(operands, cwd), rule.get("op", "edit"), cwd, known=known)


class _Name(NamedTuple):
    """A file name as the command sees it."""

    text: str


def _chosen(rule: dict[str, Any], parts: _Operands) -> list[Word]:
    """The operands that are files, as `operands` says."""
    if rule["operands"] == "dashed":
        return parts.dashed
    if rule["operands"] == "second":
        return parts.all[1:2]
    # BSD's `sed -i ''`; a device keeps nothing.
    operands = [word for word in parts.all if word.text != "" and word.text not in _DEVICES]
    if rule["operands"] == "after_first":
        given = [option.text or "" for option in parts.options]
        patterns = rule.get("first_in", ())
        if not any(re.match(pattern, text) for pattern in patterns for text in given):
            return operands[1:]
    return operands


def _take_apart(rule: dict[str, Any], arguments: Sequence[Word]) -> _Operands:
    """Options, their values and operands. An option joined to its value by `=` is split."""
    takes_value = {*rule.get("values", ()), *rule.get("into", ()), *rule.get("files", ())}
    parts = _Operands([], [], [], [])
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        text = word.text or ""
        if text == "--":
            parts.dashed.extend(waiting)
            break
        if not text.startswith("-") or text == "-":
            parts.plain.append(word)
            continue
        parts.options.append(word)
        name, equals, value = text.partition("=")
        if name in takes_value and equals:
            parts.named.append((name, word._replace(text=value)))
        elif text in takes_value and waiting:
            parts.named.append((text, waiting.pop(0)))
        elif text not in takes_value and not text.startswith("--"):
            _take_cluster(text, word, takes_value, waiting, parts)
    return parts


def _take_cluster(
    text: str, word: Word, takes_value: set[str], waiting: list[Word], parts: _Operands
) -> None:
    """Short options in one word: `-at DIR` is `-a -t DIR`, and `-tDIR` is `-t DIR`."""
    at = next((i for i, char in enumerate(text) if i and f"-{char}" in takes_value), 0)
    if not at:
        return
    value = text[at + 1 :]
    if value:
        parts.named.append((f"-{text[at]}", word._replace(text=value)))
    elif waiting:
        parts.named.append((f"-{text[at]}", waiting.pop(0)))


def _transferred(
    rule: dict[str, Any], operands: list[Word], into: list[Word], cwd: str | None
) -> Writes:
    """`mv` and `cp`: the destination is written, what is moved is gone."""
    moves = rule["operands"] == "move"
    contents = tuple(rule.get("contents", ("/.",)))  # endings that mean what is inside
    known = _all_known([*operands, *into])
    if into:
        sources, destination = operands, into[-1]
    elif len(operands) > 1:
        sources, destination = operands[:-1], operands[-1]
    else:
        return UNSEEN
    if destination.text is None or destination.is_glob:
        # The last file that matches a pattern is the destination.
        return _written(_names([destination], cwd, hidden=True), "create", cwd, known=False)
    place = _placed(destination.text, cwd)
    names = [name.text for name in _names(sources, cwd)]
    inside = bool(into) or len(names) > 1 or destination.text.endswith("/")
    if place is not None and os.path.isdir(place):
        inside = True
    targets = []
    for name in names:
        origin = _placed(name, cwd)
        if place is None or origin is None:
            return UNSEEN
        end = place
        if inside and not name.endswith(contents):
            end = os.path.join(place, os.path.basename(name.rstrip("/")))
        if moves:
            targets.append(Target(origin, "move", move_to=end))
        else:
            targets.append(Target(end, "create"))
        targets += _brought(origin, end)
    if not targets and place is not None:
        targets.append(Target(place, "create"))
    return Writes(tuple(targets), known)


def _brought(origin: str, end: str) -> list[Target]:
    """What comes with a directory: the files in it, or `end` filled with more than are looked at.

    One that is not there yet may hold anything: the same line makes it.
    """
    if os.path.isfile(origin) and not os.path.islink(origin):
        return []
    found = []
    for directory, _, names in os.walk(os.path.realpath(origin)):
        inside = os.path.relpath(directory, os.path.realpath(origin))
        found += [os.path.normpath(os.path.join(end, inside, name)) for name in names]
        if len(found) > _MOST_BROUGHT:
            break
    if not os.path.isdir(origin) or len(found) > _MOST_BROUGHT:
        return [Target(end, "fill")]
    return [Target(path, "create") for path in found]


def _written(names: list[_Name], op: str, cwd: str | None, *, known: bool) -> Writes:
    placed = [_placed(name.text, cwd) for name in names]
    targets = tuple(Target(path, op) for path in placed if path is not None)
    return Writes(targets, known and None not in placed)


def redirected(word: Word, cwd: str | None) -> Writes:
    """The file an output redirection writes; of a pattern every file that it matches.

    bash replaces one that matches a single file, and so does a shell that is told to.
    """
    if word.text is None:
        return UNSEEN
    return _written(_names([word], cwd, hidden=True), "edit", cwd, known=not word.is_glob)


def guessed(word: Word, cwd: str | None) -> list[Target]:
    """The files that a word without text may be, each to be written."""
    placed = (_placed(text, cwd) for text in word.maybe)
    return [Target(path, "edit") for path in placed if path is not None]


def guesses(rule: dict[str, Any], arguments: Sequence[Word], cwd: str | None) -> tuple[Target, ...]:
    """What `writes_of` would find if the words without text were what they may be."""
    most = max((len(word.maybe) for word in arguments), default=0)
    found: dict[Target, None] = {}
    for at in range(most):
        tried = [
            word._replace(text=word.maybe[min(at, len(word.maybe) - 1)]) if word.maybe else word
            for word in arguments
        ]
        found |= dict.fromkeys(writes_of(rule, tried, cwd).targets)
    return tuple(found)


def _all_known(words: Sequence[Word]) -> bool:
    return all(word.text is not None for word in words)


def _names(words: Sequence[Word], cwd: str | None, *, hidden: bool = False) -> list[_Name]:
    """The file names of the operands; a glob is every file it matches now, or itself.

    With `hidden` also those that it matches only where a shell is told to (`dotglob`).
    """
    names = []
    for word in words:
        if word.text is None:
            continue
        matches = _matches(word.text, cwd, hidden=hidden) if word.is_glob else []
        names += [_Name(match) for match in matches] or [_Name(word.text)]
    return names


def _matches(pattern: str, cwd: str | None, *, hidden: bool) -> list[str]:
    from glob import iglob  # noqa: PLC0415 - few commands have globs
    from itertools import islice  # noqa: PLC0415

    if cwd is None and not os.path.isabs(pattern):
        return []
    return list(islice(iglob(pattern, root_dir=cwd, include_hidden=hidden), _GLOB_LIMIT))


def _placed(name: str, cwd: str | None) -> str | None:
    """The absolute path of a name, or None when the directory is not known."""
    if os.path.isabs(name):
        return name
    return None if cwd is None else os.path.join(cwd, name)
