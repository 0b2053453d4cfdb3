class Base:
    def show(self, name):
        print(name)


class A(Base):
    def __init__(self):
        self.__y = 1
