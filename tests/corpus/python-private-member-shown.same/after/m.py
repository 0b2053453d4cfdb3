class Box:
    def __init__(self):
        self.__width = 1

    def __repr__(self):
        return str(self.__width)
