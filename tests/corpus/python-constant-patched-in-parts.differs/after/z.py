from unittest import mock

mock.patch("shop." "C", 2).start()
