class Till:
    def _dispatch(self):
        return 1

    def gross(self):
        return self._dispatch() + 1
