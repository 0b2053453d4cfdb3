def f(s):
    if (size := len(s)) > 3:
        return size
    return 0
