import m


class A(m.A):
    def show(self):
        self.__y = 7
        print(self.__y)
