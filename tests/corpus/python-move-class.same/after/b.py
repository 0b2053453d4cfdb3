class Shelf(dict):
    @property
    def size(self):
        return len(self)
