from unittest import mock

mock.patch.multiple("shop", C=2).start()
