"""Objects that are printed, listed or logged as a whole show the names of their fields.

What is printed is seldom typed. Where it is an object of the class for certain, another name of a
field is another text; elsewhere that it is none is taken for granted (`introspection`).
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.languages import table_of

if TYPE_CHECKING:
    from tracer.semantics.program import Program

_CALL = re.compile(rb"(?<![\w$.])(?<!new )([\w$]+)\(")


class Printed(Enum):
    """Whether the objects of a class are printed as a whole."""

    NO = "nothing is printed so"
    PERHAPS = "something is, of a type that is not seen"
    YES = "an object of the class is"


def printed(program: Program, owner: str) -> Printed:
    """What the program prints of a class, by its plain name. Cost: a search of each file."""
    found = Printed.NO
    of_class = re.compile(
        rf"([\w$]+)\s*(?:=\s*new\s+{re.escape(owner)}\b|:\s*{re.escape(owner)}\b(?!\s*\())".encode()
    )
    made = re.compile(rf"\bnew\s+{re.escape(owner)}\b[^.]*\Z".encode())
    own = {name_of(symbol).encode() for symbol in program.definitions}
    declared = re.compile(rf"\bclass\s+{re.escape(owner)}\b".encode())
    for file in program.files:
        printers = table_of(file.language).object_printers
        if printers is None:
            continue
        names = {match[1] for match in of_class.finditer(file.text)}
        if declared.search(file.text):
            names.add(b"this")
        whole = "|".join(re.escape(name.decode("utf-8", "replace")) for name in sorted(names))
        alone = re.compile(rf"(?:^|[,(\[{{]|\.\.\.)\s*(?:{whole})\s*(?:$|[,)\]}}])".encode())
        for match in printers.finditer(file.text):
            found = Printed.PERHAPS
            given = next((group for group in match.groups() if group is not None), b"")
            if made.search(given) or (names and alone.search(_without_arguments(given, own))):
                return Printed.YES
    return found


def _without_arguments(given: bytes, own: set[bytes]) -> bytes:
    """What is printed, without what calls of the program's own functions are given.

    Their results are printed, whatever they are.
    """
    kept, at = b"", 0
    for call in _CALL.finditer(given):
        if call.start() >= at and call[1] in own:
            kept += given[at : call.end(1)]
            at = _end_of_call(given, call.end())
    return kept + given[at:]


def _end_of_call(text: bytes, at: int) -> int:
    """Where the arguments end that begin at a place, their parenthesis with them."""
    depth = 1
    while depth and at < len(text):
        depth += {b"(": 1, b")": -1}.get(text[at : at + 1], 0)
        at += 1
    return at
