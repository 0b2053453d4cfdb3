def _settle(account):
    rest = account.__sum
    print(rest)
    return rest


class Account:
    def __init__(self, sum):
        self.__sum = sum

    def close(self):
        return _settle(self)
