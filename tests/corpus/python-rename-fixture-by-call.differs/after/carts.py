import pytest


def _make():
    return 1


basket = pytest.fixture(_make)


def test_cart(cart=2):
    assert cart == 1
