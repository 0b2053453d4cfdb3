class Account:
    def __init__(self, sum):
        self.__sum = sum

    def close(self):
        rest = self.__sum
        print(rest)
        return rest
