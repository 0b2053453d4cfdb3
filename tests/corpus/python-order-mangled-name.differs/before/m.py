class K:
    def __f(self):
        return 1

    def _K__f(self):
        return 2
