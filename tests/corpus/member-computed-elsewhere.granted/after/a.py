class Shop:
    def __tax(self):
        return 1

    def gross(self):
        return self.__tax()
