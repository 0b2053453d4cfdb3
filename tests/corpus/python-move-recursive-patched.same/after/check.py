import shop.invoice
from unittest import mock

mock.patch.object(shop.invoice, "vat", None).start()
