"""What must differ, what must agree, and at which rung exactly."""

from __future__ import annotations

import pytest
from look_alikes import LOOK_ALIKES
from rungs import file_of, strongest
from same import SAME_AT_ALPHA, SAME_AT_NORMAL

from tracer.model.enums import Rung
from tracer.syntax import BROKEN, parse


@pytest.mark.parametrize(("language", "before", "after"), LOOK_ALIKES)
def test_look_alikes_differ(language, before, after):
    """No rung up to ALPHA joins two behaviours."""
    rung = strongest(language, before, after)
    assert rung is None or rung > Rung.ALPHA


@pytest.mark.parametrize(("language", "before", "after"), LOOK_ALIKES)
def test_look_alikes_parse(language, before, after):
    """The pairs are whole: broken code never compares equal and would prove nothing."""
    for snippet in (before, after):
        assert not parse(file_of(language, snippet), language).flags[0] & BROKEN


@pytest.mark.parametrize(("language", "before", "after"), SAME_AT_NORMAL)
def test_spelling_agrees_at_normal(language, before, after):
    """NORMAL joins spellings of one program, in both directions, and TOKENS keeps them apart."""
    rung = strongest(language, before, after)
    assert rung in (Rung.NORMAL, Rung.TOKENS)
    assert strongest(language, after, before) is rung


@pytest.mark.parametrize(("language", "before", "after"), SAME_AT_ALPHA)
def test_renaming_agrees_at_alpha(language, before, after):
    """ALPHA joins programs that differ in the names of bound variables; NORMAL does not."""
    assert strongest(language, before, after) is Rung.ALPHA


@pytest.mark.parametrize(("language", "before", "after"), [*SAME_AT_NORMAL, *SAME_AT_ALPHA])
def test_same_pairs_parse(language, before, after):
    """The pairs are whole programs."""
    for snippet in (before, after):
        assert not parse(file_of(language, snippet), language).flags[0] & BROKEN
