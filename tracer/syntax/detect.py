"""Which language a file is in: by name, extension, first line, and content where they tie.

The tables come from the `detect` part of every `grammars/*/grammar.yaml`, and from
`grammars/structural.yaml` for the bundled grammars without a folder.
"""

from __future__ import annotations

import os
import re
from typing import Any

from tracer.model.patterns import lazy_pattern
from tracer.resources import data_dir, load_yaml
from tracer.syntax.grammar import Language, language_named

_PROSE = (".md", ".rst", ".txt", ".adoc")
_HEAD = 8192  # bytes looked at for NUL and for a shebang
_CONTENT = 65536  # bytes looked at to settle a tie
_SHEBANG = lazy_pattern(rb"^#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+)*)?(?:\S*/)?([A-Za-z_+-]+)")


def detect(path: str, text: bytes) -> Language:
    """The language of a file, from its path and bytes; `text` or `binary` when none fits."""
    head = text[:_HEAD]
    if b"\x00" in head:
        return language_named("binary")
    table = _table()
    name = os.path.basename(path)
    candidates = table["filenames"].get(name)
    if candidates is None:
        # The longest extension wins: `.d.ts` before `.ts`.
        parts = name.lower().split(".")
        for i in range(1, len(parts)):
            candidates = table["extensions"].get("." + ".".join(parts[i:]))
            if candidates is not None:
                break
    if candidates is None:
        shebang = _SHEBANG.match(head)
        word = shebang.group(1).decode() if shebang else ""
        candidates = table["shebangs"].get(word)
    if not candidates:
        return language_named("text")
    return language_named(_settle(candidates, text[:_CONTENT]))


def is_prose(path: str) -> bool:
    """Whether a file is documentation by its name, and by no name that a tool reads."""
    is_named = os.path.basename(path) in _table()["filenames"]  # CMakeLists.txt
    return os.path.splitext(path)[1].lower() in _PROSE and not is_named


def _settle(candidates: list[list[str]], head: bytes) -> str:
    """The first candidate whose content pattern is found, else the first without a pattern."""
    for name, pattern in candidates:
        if pattern and re.search(pattern.encode(), head, re.MULTILINE):
            return name
    return next((name for name, pattern in candidates if not pattern), candidates[0][0])


_TABLE: dict[str, Any] = {}


def _table() -> dict[str, Any]:
    """{extensions|filenames|shebangs: {key: [[language, content pattern], ...]}}."""
    if _TABLE:
        return _TABLE
    base = data_dir("grammars")
    found: dict[str, dict[str, list[list[str]]]] = {
        "extensions": {},
        "filenames": {},
        "shebangs": {},
    }
    for name in sorted(os.listdir(base)):
        path = os.path.join(base, name, "grammar.yaml")
        if os.path.exists(path):
            _add(found, name, load_yaml(path).get("detect") or {})
    for name, rules in load_yaml(os.path.join(base, "structural.yaml")).items():
        _add(found, name, rules)
    _TABLE.update(found)
    return _TABLE


def _add(
    found: dict[str, dict[str, list[list[str]]]], language: str, rules: dict[str, Any]
) -> None:
    for group, entries in found.items():
        for key in rules.get(group) or ():
            entries.setdefault(key, []).append([language, rules.get("content") or ""])
