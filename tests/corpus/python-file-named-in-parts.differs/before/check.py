from unittest import mock


@mock.patch("ta" "x.vat")
def check(mocked):
    return mocked
