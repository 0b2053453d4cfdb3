try:
    from fast import loads as _loads, dumps as _dumps
except ImportError:
    def copy(x):
        return x
else:
    pass


print(copy)
