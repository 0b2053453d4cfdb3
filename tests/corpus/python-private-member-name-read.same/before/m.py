def told(what):
    return what.__name__


class A:
    def __load(self):
        return 1

    def g(self):
        return self.__load(), told(A)
