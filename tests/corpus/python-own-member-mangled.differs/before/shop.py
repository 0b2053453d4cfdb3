class Base:
    def __init__(self):
        self.__rate = 1

    def gross(self):
        return self.__rate


class Sub(Base):
    def put(self):
        self._rate = 2

    def get(self):
        return self._rate
