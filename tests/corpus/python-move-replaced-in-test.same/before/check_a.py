from unittest import mock

import a


def test_f():
    with mock.patch("a.h", lambda: 7):
        assert a.f() == 1
