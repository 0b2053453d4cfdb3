"""Names that lines have in the place of others, without a parse."""

import pytest

from tracer.history.line_diffs import line_hunks
from tracer.history.renamed_words import Renamed, has_renamed, renamed_words

TAX = Renamed(b"tax", b"vat")


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (["a = tax(b)"], ["a = vat(b)"], [TAX]),
        (["tax(tax(b))"], ["vat(vat(b))"], [TAX]),
        (["a = tax(b)"], ["a = vat(c)"], []),  # two names
        (["a = tax(b)"], ["a = vat(b, 1)"], []),  # and more
        (["a = tax(b)", "c"], ["a = vat(b)"], []),  # another number of lines
        (["a = r'b'"], ["a = 'b'"], []),  # another number of names
        (["taxes = 1"], ["vates = 1"], [Renamed(b"taxes", b"vates")]),
    ],
)
def test_renamed_words(before: list[str], after: list[str], found: list[Renamed]) -> None:
    """One name for one other, wherever it stands in the line, and nothing else."""
    one, other = ([line.encode() for line in lines] for lines in (before, after))
    assert renamed_words(one, other, line_hunks(one, other)) == found


@pytest.mark.parametrize(
    ("lost", "after", "is_found"),
    [
        (b"x = tax(1)", b"y\nx = vat(1)\n", True),
        (b"x = tax(1)", b"y\nx = tax(1)\n", False),
        (b"x = taxes(1)", b"x = vates(1)\n", False),  # a part of a name
        (b"x = tax(1)", b"x = vat(2)\n", False),
    ],
)
def test_has_renamed(lost: bytes, after: bytes, is_found: bool) -> None:
    """Whether another file has the line with the new name."""
    assert has_renamed([lost], after, [TAX]) is is_found
