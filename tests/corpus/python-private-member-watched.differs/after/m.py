class Base:
    def __setattr__(self, name, value):
        print(name)
        object.__setattr__(self, name, value)


class A(Base):
    def __init__(self):
        self.__y = 1
