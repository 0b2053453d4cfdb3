"""What must differ, what must agree, and at which rung exactly."""

from __future__ import annotations

import pytest
from look_alikes import LOOK_ALIKES
from rungs import file_of, strongest

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
