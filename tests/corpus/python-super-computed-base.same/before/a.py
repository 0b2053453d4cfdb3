class Shop(shops.Base):
    def total(self):
        return super(Shop, self).total()
