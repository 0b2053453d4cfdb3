class Account:
    def __init__(self, sum):
        self._sum = sum

    def close(self):
        rest = self._sum
        print(rest)
        return rest
