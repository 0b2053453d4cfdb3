"""Tables `equivalence.yaml`: what of a language matters for names, signatures and loading.

- `static_types`: whether a compiler refuses a member that a type does not have;
- `reflection`: which names code elsewhere may find by a text: `all`, `exported` ones, `none`;
- `parameter_names`: whether callers may name parameters;
- `import_effects`: whether an import runs the module it names;
- `load_order`: whether a definition exists only below its row while its file is loaded: `rows`
  (all of them), `places` (all but functions), `free`;
- `signature_types`: whether types of parameters and results are part of what is called;
- `protocol`: pattern of names that the language, its library or tools look for; `inherited`: of
  these, what counts only in classes with bases that are not seen;
- `bases`: bases from outside -> pattern of the names of their members;
- `readable_types`: pattern of the words that read declared types at run time, where that can be;
- `stores_by_text`: pattern of what may store to a definition by its name;
- `types_erased`: whether aliases and interfaces are gone before the program runs;
- `fields_run_in_order`: whether fields of objects are set, and shown, in the order they stand in;
- `declared_fields_exist`: whether a field that is only declared is a member of objects;
- `said_types`: kind -> part of it that says a type in code: a kind, or `last`;
- `attributes`: which attributes of definitions make data of names (see attributes.py);
- `attribute_kinds`: kinds of nodes that are attributes, also of what is no definition;
- `required_parts`: kinds of nodes that each file has at its top, without which nothing compiles;
- `statics_on_objects`: whether a static method can be called on an object;
- `unset_is_read`: whether a local without a value can be read, filled, or its address taken;
- `prover`: false where the language's programs are not compared, whatever tables it has;
- `names_as_texts`: whether values of enumerations and components of records are shown by name;
- `global_objects`: names of the object that holds the names of scripts, and none of modules;
- `extends`: the language whose table this one adds to.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tracer.resources import data_dir, load_yaml
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from typing import Any

    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program

_NEVER = r"(?!)"


class LanguageTable(NamedTuple):
    """The table of one language."""

    static_types: bool
    reflection: str
    parameter_names: bool
    signature_types: bool
    import_effects: bool
    load_order: str
    protocol: re.Pattern[str]
    inherited: re.Pattern[str]
    bases: dict[str, re.Pattern[str]]
    readable_types: re.Pattern[str] | None
    names_as_texts: bool
    stores_by_text: re.Pattern[str] | None
    declared_fields_exist: bool
    types_erased: bool
    fields_run_in_order: bool
    harmless: frozenset[str]
    shown_by: dict[str, re.Pattern[str]]
    knows_attributes: bool
    attribute_kinds: frozenset[str]
    required_parts: frozenset[str]
    plain_types: frozenset[str]
    reads_types: re.Pattern[str] | None
    unset_is_read: bool
    statics_on_objects: bool
    prover: bool
    said_types: dict[str, str]
    global_objects: frozenset[str]


@cache
def table_of(language: str) -> LanguageTable:
    """The table of a language by its name; the strictest one where there is none."""
    raw = _raw(language)
    return LanguageTable(
        bool(raw.get("static_types")),
        str(raw.get("reflection") or "all"),
        bool(raw.get("parameter_names", True)),
        bool(raw.get("signature_types", True)),
        bool(raw.get("import_effects", True)),
        str(raw.get("load_order") or "free"),
        re.compile(raw.get("protocol") or _NEVER),
        re.compile(raw.get("inherited") or _NEVER),
        {str(base): re.compile(names) for base, names in (raw.get("bases") or {}).items()},
        re.compile(raw["readable_types"]) if raw.get("readable_types") else None,
        bool(raw.get("names_as_texts")),
        re.compile(raw["stores_by_text"]) if raw.get("stores_by_text") else None,
        bool(raw.get("declared_fields_exist")),
        bool(raw.get("types_erased")),
        bool(raw.get("fields_run_in_order")),
        frozenset((raw.get("attributes") or {}).get("harmless") or ()),
        {
            str(word): re.compile(pattern)
            for word, pattern in ((raw.get("attributes") or {}).get("shown") or {}).items()
        },
        "attributes" in raw,
        frozenset(raw.get("attribute_kinds") or ()),
        frozenset(raw.get("required_parts") or ()),
        frozenset((raw.get("attributes") or {}).get("plain") or ()),
        re.compile(raw["attributes"]["reads_types"])
        if "reads_types" in (raw.get("attributes") or {})
        else None,
        bool(raw.get("unset_is_read")),
        bool(raw.get("statics_on_objects")),
        bool(raw.get("prover", True)),
        {str(kind): str(part) for kind, part in (raw.get("said_types") or {}).items()},
        frozenset(raw.get("global_objects") or ()),
    )


_ERASED = frozenset({Kind.TYPE, Kind.INTERFACE})


def is_erased(program: Program, symbol: Symbol) -> bool:
    """Whether a definition is a type that no running program has, or a member of one."""
    outline = program.outline(symbol)
    if not table_of(program.files[outline.file].language).types_erased:
        return False
    if outline.kind in _ERASED:
        return True
    owner = outline.owner
    return owner is not None and owner in program.definitions and is_erased(program, owner)


def _raw(language: str) -> dict[str, Any]:
    path = os.path.join(data_dir("grammars"), language, "equivalence.yaml")
    if not os.path.isfile(path):
        return {}
    raw: dict[str, Any] = load_yaml(path)
    base = raw.get("extends")
    return {**_raw(base), **raw} if base else raw
