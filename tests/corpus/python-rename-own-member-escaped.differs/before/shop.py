class Shop:
    def __init__(self):
        self._vat = 1

    def gross(self):
        return self._vat
