from unittest import mock

import a


def test_f():
    with mock.patch("a.g", lambda: 7):
        assert a.f() == 7
