class Base:
    def show(self, name):
        print(name)


class A(Base):
    def __init__(self):
        self.__x = 1
