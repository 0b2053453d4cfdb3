import pytest

pytestmark = pytest.mark.skip("later")


def test_cart():
    assert 0, pytestmark
