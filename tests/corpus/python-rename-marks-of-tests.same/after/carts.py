import pytest

markers = pytest.mark.skip("later")


def test_cart():
    assert 0, markers
