"""What imports bring that do not spell it out."""

from __future__ import annotations

from tracer.semantics.language.tables import tables_of
from tracer.semantics.names.occurrences import Names
from tracer.semantics.names.star_imports import from_file, from_library
from tracer.syntax import language_named, parse

PYTHON = language_named("python")


def _file(text):
    return from_file(Names(parse(text.encode(), PYTHON)))


def test_library():
    """Names in capitals may be there on some system; about other modules nothing is known."""
    brought = from_library("ctypes", tables_of(PYTHON), "python")
    assert brought.may_have("sizeof")
    assert brought.may_have("RTLD_GLOBAL")
    assert not brought.may_have("unittest")
    assert from_library("own", tables_of(PYTHON), "python") is None


def test_file():
    """Any word of a file may be a name of it, unless it makes names by other means."""
    assert _file("def price():\n    return tax\n").may_have("price")
    assert not _file("def price():\n    return tax\n").may_have("json")
    assert _file("from other import *\n") is None
    assert _file("globals()['a'] = 1\n") is None


def test_used():
    """A star is there for its names if the file says one of those it knows."""
    brought = _file("def price():\n    return 1\n")
    assert brought.is_used_in(Names(parse(b"print(price())\n", PYTHON)))
    assert not brought.is_used_in(Names(parse(b"print(1)\n", PYTHON)))
