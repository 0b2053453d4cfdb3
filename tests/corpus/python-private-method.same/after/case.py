class A:
    def __move(self, x):
        return x

    def run(self, x):
        return self.__move(x)
