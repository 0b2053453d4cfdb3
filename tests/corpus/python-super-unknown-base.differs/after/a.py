class Shop(Base, metaclass=Maker):
    def total(self):
        return super().total()
