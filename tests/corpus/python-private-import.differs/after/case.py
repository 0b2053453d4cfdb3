try:
    from m import _g
except ImportError:

    def _g():
        return 1


X = _g()
