class Box:
    def __init__(self):
        self.__size = 1

    def __repr__(self):
        return str(self.__dict__)
