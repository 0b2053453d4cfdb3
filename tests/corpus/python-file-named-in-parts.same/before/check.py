from unittest import mock


@mock.patch("os" ".getcwd")
def check(mocked):
    return mocked
