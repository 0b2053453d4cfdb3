def tax():
    return 1


def total():
    return tax()
