from unittest import mock

mock.patch.multiple("json", C=2).start()
