import m


class B(m.A):
    def show(self):
        self.__y = 7
        print(self.__y)
