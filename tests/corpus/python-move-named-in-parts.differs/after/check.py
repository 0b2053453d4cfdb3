from unittest import mock


@mock.patch("shop.invoice" ".va" "t")
def check(mocked):
    return mocked
