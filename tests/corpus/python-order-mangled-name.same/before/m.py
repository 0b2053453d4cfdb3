class K:
    def __f(self):
        return 1

    def _k__f(self):
        return 2
