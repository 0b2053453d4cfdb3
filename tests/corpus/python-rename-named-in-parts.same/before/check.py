from unittest import mock


@mock.patch("shop." "print")
def check(mocked):
    return mocked
