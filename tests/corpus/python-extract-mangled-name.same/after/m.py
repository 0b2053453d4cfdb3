def _settle(account):
    rest = account._sum
    print(rest)
    return rest


class Account:
    def __init__(self, sum):
        self._sum = sum

    def close(self):
        return _settle(self)
