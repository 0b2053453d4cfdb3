from unittest import mock

import rates

with mock.patch.multiple("tempfile", tempdir="rates of a day"):
    print(rates.price(1))
