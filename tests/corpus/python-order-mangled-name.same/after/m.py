class K:
    def _k__f(self):
        return 2

    def __f(self):
        return 1
