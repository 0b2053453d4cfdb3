"""Helpers of these tests: digests of snippets, and snippets wrapped to be whole files."""

from __future__ import annotations

from tracer.fingerprint import fingerprint
from tracer.model.enums import Rung
from tracer.syntax import parse

# A statement alone is not a file in these languages.
WRAPPERS = {
    "java": "class A {{ void f() {{ {} }} }}",
    "go": "package p\nfunc f() {{ {} }}\n",
    "rust": "fn f() {{ {} }}",
    "c": "void f(void) {{ {} }}",
    "cpp": "void f() {{ {} }}",
}


def file_of(language: str, snippet: str) -> bytes:
    """The snippet as a file; one that begins with `^` is a file already."""
    if snippet.startswith("^"):
        return snippet[1:].encode()
    return WRAPPERS.get(language, "{}").format(snippet).encode()


def digests(language: str, text: bytes) -> dict[Rung, bytes]:
    """The root's digest at every rung."""
    prints = fingerprint(parse(text, language))
    return {rung: prints.digest(rung, 0) for rung in Rung}


def strongest(language: str, before: str, after: str) -> Rung | None:
    """The strongest rung at which the two snippets are equal, or None."""
    b = digests(language, file_of(language, before))
    a = digests(language, file_of(language, after))
    return next((rung for rung in Rung if b[rung] == a[rung]), None)
