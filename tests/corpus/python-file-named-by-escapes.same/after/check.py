from unittest import mock


@mock.patch("os.getc\x77d")
def check(mocked):
    return mocked
