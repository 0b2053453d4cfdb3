class Shop:
    def __getitem__(self, item):
        return item
