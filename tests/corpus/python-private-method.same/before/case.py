class A:
    def __step(self, x):
        return x

    def run(self, x):
        return self.__step(x)
