class A:
    def __init__(self):
        self.__y = 1
