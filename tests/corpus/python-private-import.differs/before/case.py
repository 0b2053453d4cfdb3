try:
    from m import _f
except ImportError:

    def _f():
        return 1


X = _f()
