BASE = "ta"
from unittest import mock


@mock.patch(BASE + "x.vat")
def check(mocked):
    return mocked
