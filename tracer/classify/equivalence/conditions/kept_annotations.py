"""Annotations of fields and variables that stay in their class or module, where code can read them.

Libraries make classes by them (`dataclasses`, `NamedTuple`), so in a class with decorators or bases
only another spelling of the same type changes nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.symbols import shown
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from tracer.classify.equivalence.conditions.conditions import Conditions
    from tracer.semantics.core import Symbol

_KINDS = frozenset({Kind.FIELD, Kind.VARIABLE, Kind.CONSTANT})
_SPELLED = {
    "List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple",
    "Type": "type",
}  # fmt: skip
_OLD = re.compile(r"(?<![\w.])(?:typing\.)?(List|Dict|Set|FrozenSet|Tuple|Type|Optional|Union)\b")
_IMPORT = re.compile(r"^from typing import (?:\(([^)]*)\)|([^\n(]*))", re.MULTILINE)
_FIELDS = re.compile(r"\bfields\s*\(")
_OTHER = re.compile(
    r"^\s*(?:class|def)\s+(?:{0})\b|^\s*(?:{0})\s*=|^from (?!typing\b)[^\n]*\b(?:{0})\b".format(
        "List|Dict|Set|FrozenSet|Tuple|Type|Optional|Union|list|dict|set|frozenset|tuple|type"
    ),
    re.MULTILINE,
)


class KeptAnnotations:
    """The question, asked of one definition of both versions."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions

    def why_kept(self, before: Symbol, after: Symbol) -> str | None:
        """Why what a field or variable is annotated with may not be another text, or None."""
        outline, table = self.conditions.outline(0, before)
        if outline.kind not in _KINDS or not table.readable_types:
            return None
        ours, theirs = (self._said(at, one) for at, one in enumerate((before, after)))
        if ours == theirs:
            return None
        for program in self.conditions.programs:
            for file in program.files:
                text = file.text.decode("utf-8", "replace")
                found = table.readable_types.search(text) or _FIELDS.search(text)
                if found:
                    return f"`{found[0]}` in `{file.path}` may read the type of `{shown(before)}`"
        written = [
            self._canonical(at, one, text)
            for at, (one, text) in enumerate(((before, ours), (after, theirs)))
        ]
        if written[0] is None or written[0] != written[1]:
            for at, symbol in enumerate((before, after)):
                if self._is_made(at, symbol):
                    return (
                        f"the type that `{shown(symbol)}` says may be read by what makes its class"
                    )
        if not self.conditions.context.closed_world:
            return f"the type that `{shown(before)}` says can be read at run time"
        self.conditions.assumed.add("introspection")
        if ours and theirs:
            self.conditions.assumed.add("language-version")
        return None

    def _said(self, at: int, symbol: Symbol) -> str:
        """The annotation as it stands, without white space; '' for none."""
        program = self.conditions.programs[at]
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree
        if tree is None:
            return ""
        row = outline.row
        while row > 0 and tree.kind_name(row) != "assignment":
            row = tree.parent[row]
        said = tree.child_by_field(row, "type") if row > 0 else -1
        return "" if said < 0 else "".join(tree.slice(said).decode("utf-8", "replace").split())

    def _canonical(self, at: int, symbol: Symbol, text: str) -> str | None:
        """The type in its newest spelling, or None where a name may mean something else."""
        program = self.conditions.programs[at]
        file = program.files[program.outline(symbol).file].text.decode("utf-8", "replace")
        imported = " ".join(one or two for one, two in _IMPORT.findall(file))
        names = set(re.findall(r"\w+", imported))
        for found in _OLD.finditer(text):
            if found[1] not in names and "." not in found[0]:
                return None
        return None if not text or _OTHER.search(file) else newest(text)

    def _is_made(self, at: int, symbol: Symbol) -> bool:
        """Whether a class is made by more than the language: it is decorated, or has a base."""
        program = self.conditions.programs[at]
        owner = program.outline(symbol).owner
        if owner is None:
            return False
        made = program.definitions[owner]
        return bool(made.decorators or made.bases)


def newest(text: str) -> str:
    """A type as the newest spelling has it: `List[int]` as `list[int]`, unions with `|`."""
    found = _OLD.match(text)
    members = _split(text, "|")
    if len(members) > 1:
        return "|".join(sorted({part for one in members for part in newest(one).split("|")}))
    head, _, inner = text.partition("[")
    if not inner.endswith("]"):
        return _SPELLED.get(found[1], text) if found and found.end() == len(text) else text
    parts = [newest(one) for one in _split(inner[:-1], ",")]
    name = found[1] if found and found.end() == len(head) else head
    if found and name in ("Optional", "Union"):
        parts += ["None"] if name == "Optional" else []
        return "|".join(sorted({part for one in parts for part in _split(one, "|")}))
    return f"{_SPELLED.get(name, name) if found else name}[{','.join(parts)}]"


def _split(text: str, mark: str) -> list[str]:
    """The parts between marks that stand in no brackets."""
    parts, depth = [""], 0
    for one in text:
        depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(one, 0)
        if one == mark and not depth:
            parts.append("")
        else:
            parts[-1] += one
    return parts
