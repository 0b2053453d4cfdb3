def _q():
    return 1


x = _q()
