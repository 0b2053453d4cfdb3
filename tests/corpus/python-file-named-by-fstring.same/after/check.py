from unittest import mock


@mock.patch(f"{'os'}.getcwd")
def check(mocked):
    return mocked
