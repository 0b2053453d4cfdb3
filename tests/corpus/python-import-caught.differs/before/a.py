try:
    from fast import loads as _loads
    from fast import dumps as _dumps
except ImportError:
    pass

print(_loads)
