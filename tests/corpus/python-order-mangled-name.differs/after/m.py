class K:
    def _K__f(self):
        return 2

    def __f(self):
        return 1
