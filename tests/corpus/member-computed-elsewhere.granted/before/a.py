class Shop:
    def __vat(self):
        return 1

    def gross(self):
        return self.__vat()
