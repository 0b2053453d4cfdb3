from b import f, g


def h():
    return 3
