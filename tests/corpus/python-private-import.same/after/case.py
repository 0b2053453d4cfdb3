def _g():
    return 1


X = _g()
