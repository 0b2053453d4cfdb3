class Shop:
    def _vat(self):
        return 1

    def gross(self):
        return self._vat()
