def told(what):
    return what.__name__


class A:
    def __load(self):
        return 1

    def g(self):
        return told(self.__load)
