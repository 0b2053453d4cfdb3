def g():
    return 2


class Box:
    size = 2
