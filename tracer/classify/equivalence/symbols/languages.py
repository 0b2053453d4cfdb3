"""Tables `equivalence.yaml`: what of a language matters for names, signatures and loading.

`grammars/schema.yaml` has a line for each key.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Kind, Literal
from tracer.semantics.language.tables import vocabulary_of
from tracer.syntax.table_schema import load_table

if TYPE_CHECKING:
    from typing import Any

    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program

_NEVER = r"(?!)"


class LanguageTable(NamedTuple):
    """The table of one language."""

    static_types: bool
    reflection: str
    parameter_names: bool
    signature_types: bool
    import_effects: bool
    imports_copy: bool
    told_classes: re.Pattern[bytes] | None
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
    compiler_attributes: frozenset[bytes]
    required_parts: frozenset[str]
    plain_types: frozenset[str]
    reads_types: re.Pattern[str] | None
    unset_is_read: bool
    statics_on_objects: bool
    prover: bool
    constants_are_values: bool
    private_is_final: bool
    said_types: dict[str, str]
    global_objects: frozenset[str]
    directives: re.Pattern[bytes] | None
    layout_directives: re.Pattern[bytes] | None
    place_words: re.Pattern[bytes] | None
    library_stores: re.Pattern[bytes] | None
    shared_words: re.Pattern[bytes] | None
    loop_shared: dict[str, str]
    loops: frozenset[str]
    closures: frozenset[str]
    asks_call: re.Pattern[bytes] | None
    sparse_lists: re.Pattern[bytes] | None
    passing_methods: re.Pattern[bytes] | None
    destructor_words: re.Pattern[bytes] | None
    silent_parts: dict[str, frozenset[str]]
    type_printers: re.Pattern[bytes] | None
    unread_parts: dict[str, str]
    local_types: dict[str, str]
    pointer_members: re.Pattern[bytes] | None
    unset_values: dict[str, Literal | None]
    accessors: tuple[str, re.Pattern[bytes]] | None
    hidden_members: str
    bound_lists: dict[str, str]
    members_attributed: bool
    variant_readers: str
    counted_words: tuple[tuple[re.Pattern[bytes], re.Pattern[bytes]], ...]
    counted_where_open: tuple[re.Pattern[bytes], ...]
    open_words: re.Pattern[str] | None
    open_access: frozenset[str]
    access_words: dict[str, re.Pattern[bytes]]
    offering_files: re.Pattern[str]
    compiled_when: tuple[re.Pattern[bytes], re.Pattern[bytes]] | None
    started_names: re.Pattern[str]
    starts_by_file: bool
    taken_in: re.Pattern[bytes] | None
    header_names: dict[str, str]
    replacing_words: re.Pattern[bytes] | None
    data_methods: re.Pattern[str]
    exports_bind: bool
    object_printers: re.Pattern[bytes] | None


@cache
def table_of(language: str) -> LanguageTable:
    """The table of a language by its name; the strictest one where there is none. A key a line."""
    raw = _raw(language)
    return LanguageTable(
        bool(raw.get("static_types")),
        str(raw.get("reflection") or "all"),
        bool(raw.get("parameter_names", True)),
        bool(raw.get("signature_types", True)),
        bool(raw.get("import_effects", True)),
        bool(raw.get("imports_copy")),
        _bytes(raw, "told_classes"),
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
        frozenset(str(one).encode() for one in raw.get("compiler_attributes") or ()),
        frozenset(raw.get("required_parts") or ()),
        frozenset((raw.get("attributes") or {}).get("plain") or ()),
        re.compile(raw["attributes"]["reads_types"])
        if "reads_types" in (raw.get("attributes") or {})
        else None,
        bool(raw.get("unset_is_read")),
        bool(raw.get("statics_on_objects")),
        bool(raw.get("prover", True)),
        bool(raw.get("constants_are_values")),
        bool(raw.get("private_is_final")),
        {str(kind): str(part) for kind, part in (raw.get("said_types") or {}).items()},
        frozenset(raw.get("global_objects") or ()),
        _bytes(raw, "directives"),
        _bytes(raw, "layout_directives"),
        _bytes(raw, "place_words"),
        _bytes(raw, "library_stores"),
        _bytes(raw, "shared_words"),
        {str(kind): str(said or "") for kind, said in (raw.get("loop_shared") or {}).items()},
        frozenset(raw.get("loops") or ()),
        frozenset(raw.get("closures") or ()),
        _bytes(raw, "asks_call"),
        _bytes(raw, "sparse_lists"),
        _bytes(raw, "passing_methods"),
        _bytes(raw, "destructor_words"),
        {str(one): frozenset(but) for one, but in (raw.get("silent_parts") or {}).items()},
        _bytes(raw, "type_printers"),
        {str(kind): str(part or "") for kind, part in (raw.get("unread_parts") or {}).items()},
        {str(kind): str(word) for kind, word in (raw.get("local_types") or {}).items()},
        _bytes(raw, "pointer_members"),
        {
            str(name): Literal(str(value[0]), str(value[1])) if value else None
            for name, value in (raw.get("unset_values") or {}).items()
        },
        (str(raw["accessors"][0]), re.compile(str(raw["accessors"][1]).encode()))
        if raw.get("accessors")
        else None,
        str(raw.get("hidden_members") or ""),
        {str(kind): str(what) for kind, what in (raw.get("bound_lists") or {}).items()},
        bool((raw.get("attributes") or {}).get("members")),
        str(raw.get("variant_readers") or ""),
        tuple(
            (re.compile(str(words).encode()), re.compile(str(where or "").encode()))
            for words, where in (raw.get("counted_words") or {}).items()
        ),
        tuple(re.compile(str(one).encode()) for one in raw.get("counted_where_open") or ()),
        re.compile(raw["open_words"]) if raw.get("open_words") else None,
        frozenset(raw.get("open_access") or ()),
        {
            str(word): re.compile(str(readers).encode())
            for word, readers in (raw.get("access_words") or {}).items()
        },
        re.compile(raw.get("offering_files") or _NEVER),
        (
            re.compile(str(raw["compiled_when"][0]).encode()),
            re.compile(str(raw["compiled_when"][1]).encode()),
        )
        if raw.get("compiled_when")
        else None,
        re.compile(raw.get("started_names") or _NEVER),
        bool(raw.get("starts_by_file")),
        _bytes(raw, "taken_in"),
        {
            str(header): str(names)
            for names, headers in (raw.get("header_names") or {}).items()
            for header in headers
        },
        _bytes(raw, "replacing_words"),
        re.compile(raw.get("data_methods") or _NEVER),
        bool(raw.get("exports_bind")),
        _bytes(raw, "object_printers"),
    )


def _bytes(raw: dict[str, Any], key: str) -> re.Pattern[bytes] | None:
    """A pattern that is searched in files as they are."""
    return re.compile(str(raw[key]).encode()) if raw.get(key) else None


def unset_value(language: str, one: Definition) -> Literal | None:
    """The value that a variable or field has where its definition says none, if that is known."""
    values = table_of(language).unset_values
    name = one.type.name
    if not isinstance(name, str):  # of a class of the program
        return values.get("")
    return values.get(name, values.get("")) if name else None


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
    raw = load_table(language, "equivalence", lambda: vocabulary_of(language))
    base = raw.get("extends")
    if not base:
        return raw
    headers = {"header_names": _raw(base).get("header_names", {}) | raw.get("header_names", {})}
    return {**_raw(base), **raw, **headers}
