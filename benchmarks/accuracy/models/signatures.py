"""The models of a language as text: what each stands for, and how it is called."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

GRAMMARS = Path(__file__).resolve().parents[3] / "grammars"

_HEADER = re.compile(r"^\s*(?://|#) model of (function|method) (.+)$")
_SIGNATURES = {
    "python": re.compile(r"^def (?P<name>\w+)\((?P<parameters>.*)\):"),
    "javascript": re.compile(r"^function (?P<name>\w+)\((?P<parameters>.*)\): (?P<result>.+) \{"),
    "java": re.compile(
        r"^\s+static (?:<.+?>+ )?(?P<result>[\w<>, ]+?) (?P<name>\w+)\((?P<parameters>.*)\)"
    ),
    "go": re.compile(
        r"^func (?P<name>\w+)(?:\[.+?\])?\((?P<parameters>.*?)\)(?: (?P<result>.+))? \{"
    ),
    "rust": re.compile(
        r"^fn (?P<name>\w+)(?:<.+?>)?\((?P<parameters>.*)\)(?: -> (?P<result>.+))? \{"
    ),
    "c": re.compile(r"^(?P<result>\w+) (?P<name>\w+)\((?P<parameters>.*)\) \{"),
    "cpp": re.compile(r"^(?P<result>[\w:]+&?|const \w+&) (?P<name>\w+)\((?P<parameters>.*)\) \{"),
}


class Signature(NamedTuple):
    """One model under one of the names that it stands for."""

    is_method: bool
    path: str  # what it stands for
    maker: str  # the function that made the receiver, ''
    name: str  # of the model
    parameters: tuple[tuple[str, str, bool], ...]  # name, type, whether it may be left out
    result: str
    assumed: str = ""  # the assumption that it is made under


def file_of(language: str) -> Path:
    """The file of a language's models."""
    return next((GRAMMARS / language).glob("models.*"))


def signatures(language: str) -> list[Signature]:
    """The models of a language in their order, one for each name."""
    found: list[Signature] = []
    headers: list[tuple[str, str]] = []
    for line in file_of(language).read_text(encoding="utf-8").splitlines():
        header = _HEADER.match(line)
        if header is not None:
            headers.append((header[1], header[2]))
            continue
        said = _SIGNATURES[language].match(line) if headers else None
        if said is None:
            continue
        groups = said.groupdict()
        for kind, names in headers:
            listed, _, assumed = names.partition(" assuming ")
            listed = listed.partition(" with quiet functions")[0]
            listed, _, maker = listed.partition(" on ")
            found += [
                Signature(
                    kind == "method", path.strip(), maker, groups["name"],
                    _parameters(language, groups["parameters"]), groups.get("result") or "",
                    assumed,
                )
                for path in listed.split(",")
            ]  # fmt: skip
        headers = []
    return found


def _parameters(language: str, text: str) -> tuple[tuple[str, str, bool], ...]:
    """Names and types of parameters; commas inside brackets separate none."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "<([") - (letter in ">)]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    parts = [one.strip() for one in parts]
    return tuple(_parameter(language, one, parts) for one in parts if one and one != "/")


def _parameter(language: str, text: str, parts: list[str]) -> tuple[str, str, bool]:
    text, _, default = text.partition("=")
    if language in ("java", "c", "cpp"):
        of, _, name = text.strip().rpartition(" ")
        return name, of, False
    if language == "go":
        name, _, of = text.partition(" ")
        later = (one.partition(" ")[2] for one in parts[parts.index(text) :])
        return name, of or next(filter(None, later)), False
    name, _, of = text.partition(":")
    return name.strip(), of.strip(), bool(default)
