RATE = 1


def pair(change):
    return RATE, change()
