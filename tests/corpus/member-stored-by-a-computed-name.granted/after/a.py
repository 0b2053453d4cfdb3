class Shop:
    def _tax(self):
        return 1

    def gross(self):
        return self._tax()
