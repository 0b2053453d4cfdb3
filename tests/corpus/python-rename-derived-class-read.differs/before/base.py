class Base:
    def label(self):
        return type(self).__name__
