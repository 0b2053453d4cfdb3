class Till:
    def _serve(self):
        return 1

    def gross(self):
        return self._serve() + 1
