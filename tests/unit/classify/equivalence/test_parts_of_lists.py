"""What is stored to a part of a list, and what stands there afterwards."""

import pytest

import tracer

STORED = "def run(a: list[int]) -> list[int]:\n    v = [1, 2]\n    {0} = v\n    return {1}\n"


@pytest.mark.parametrize("place", ["a[:1]", "a[0:1]"])
def test_a_part_may_get_another_length(place):
    """`a[:1] = [1, 2]` leaves `[1]` in `a[:1]`: the list that was stored is another one."""
    before = STORED.format(place, "v").encode()
    after = STORED.format(place, place).encode()
    change_set = tracer.ChangeSet.from_texts({"a.py": before}, {"a.py": after}, closed_world=True)
    assert tracer.classify(change_set).verdict.name == "INTENT_EVOLUTION"
