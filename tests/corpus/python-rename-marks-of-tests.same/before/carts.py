import pytest

marks = pytest.mark.skip("later")


def test_cart():
    assert 0, marks
