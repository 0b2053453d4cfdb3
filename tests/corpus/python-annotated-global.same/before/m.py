count = 0


def bump():
    total = count + 1
    return total
