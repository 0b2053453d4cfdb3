"""Which argument each field of a format string takes."""

from __future__ import annotations

import pytest

from tracer.semantics.values.format_strings import fields_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("{} {}", "{0} {1}"),
        ("{:>{}}", "{0:>{1}}"),
        ("{.real}{[0]}", "{0.real}{1[0]}"),
        ("{!r:x}", "{0!r:x}"),
        ("{name} {}", "{name} {0}"),
    ],
)
def test_numbered_fields_are_the_same(one, other):
    """Fields without numbers count from the left, an outer field before those inside."""
    assert fields_of(one) == fields_of(other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [("{} {}", "{1} {0}"), ("{}", "{0!r}"), ("{}{{}}", "{}{{0}}"), ("{0}", "{00}"), ("{}", "{a}")],
)
def test_other_fields_differ(one, other):
    """Another argument, conversion or text is another string."""
    assert fields_of(one) != fields_of(other)


@pytest.mark.parametrize("text", ["{0} {}", r"\x7b0}", r"\N{DIGIT ONE}{}", "{", "{:{:{}}}"])
def test_doubtful_texts_are_not_read(text):
    """Mixed numbering, escapes that may be braces, and what the language rejects."""
    assert fields_of(text) is None
