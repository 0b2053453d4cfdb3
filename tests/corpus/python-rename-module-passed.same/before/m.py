def first():
    return 1


def other():
    return 2
