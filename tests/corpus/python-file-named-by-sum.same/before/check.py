BASE = "os"
from unittest import mock


@mock.patch(BASE + ".getcwd")
def check(mocked):
    return mocked
