class Shop(Base):
    def total(self):
        return super().total()
