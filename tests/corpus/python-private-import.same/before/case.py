def _f():
    return 1


X = _f()
