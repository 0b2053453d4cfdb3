try:
    from fast import dumps as _dumps
    from fast import loads as _loads
except ImportError:
    pass

print(_loads)
