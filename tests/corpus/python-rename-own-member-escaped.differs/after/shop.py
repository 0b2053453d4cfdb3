class Shop:
    def __init__(self):
        self._tax = 1

    def gross(self):
        return self._tax
