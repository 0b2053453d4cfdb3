from unittest import mock


@mock.patch("shop.v" "at")
def check(mocked):
    return mocked
