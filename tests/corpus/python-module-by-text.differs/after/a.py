def _r():
    return 1


x = _r()
