class Shop(Base):
    def total(self):
        return super(Shop, self).total()
