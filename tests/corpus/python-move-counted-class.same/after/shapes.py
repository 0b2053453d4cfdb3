class Shape:
    pass


def known():
    return [Shape]
