try:
    from fast import loads as _loads
    from fast import dumps as _dumps
except ImportError:
    def copy(x):
        return x
else:
    pass


print(copy)
