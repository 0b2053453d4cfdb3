class Meter:
    def _step(self, n):
        return n + 1
    def run(self, n):
        return self._step(n) * 2
