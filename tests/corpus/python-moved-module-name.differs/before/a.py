import sys


class _Row:
    def place(self):
        return sys.modules[self.__module__].__name__


print(_Row().place())
