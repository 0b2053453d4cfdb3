from unittest import mock

mock.patch("json." "C", 2).start()
