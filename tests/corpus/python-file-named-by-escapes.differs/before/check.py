from unittest import mock


@mock.patch("t\x61x.vat")
def check(mocked):
    return mocked
