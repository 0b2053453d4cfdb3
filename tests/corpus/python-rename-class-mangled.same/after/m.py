class _Root:
    def __init__(self):
        self.__size = 1

    def base_size(self):
        return self.__size


class Box(_Root):
    def __init__(self):
        super().__init__()
        self.__size = 2
