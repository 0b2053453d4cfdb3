try:
    from fast import loads as _loads
    from fast import dumps as _dumps

    def copy(x):
        return _loads(_dumps(x))
except ImportError:
    def copy(x):
        return x
