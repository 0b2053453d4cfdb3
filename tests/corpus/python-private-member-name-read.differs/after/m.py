def told(what):
    return what.__name__


class A:
    def __read(self):
        return 1

    def g(self):
        return told(self.__read)
