"""Each registered law makes its pair equal and not its look-alike."""

import pytest

from tests.unit.classify.equivalence.evaluated import evaluated
from tracer.classify.equivalence.evaluation import LAWS


@pytest.mark.parametrize("name", sorted(LAWS))
def test_law(name):
    """The pair has one digest, the look-alike another, and nothing is opaque."""
    law = LAWS[name]
    before, one = evaluated(law.before, law.language)
    after, two = evaluated(law.after, law.language)
    other, _ = evaluated(law.other, law.language)
    assert before == after
    assert before != other
    assert not one.opaque
    assert not two.opaque
