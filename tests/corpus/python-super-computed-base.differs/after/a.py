class Shop(made_by(Maker, Base)):
    def total(self):
        return super().total()
