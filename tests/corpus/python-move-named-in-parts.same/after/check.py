from unittest import mock


@mock.patch("shop.other" ".va" "lue")
def check(mocked):
    return mocked
