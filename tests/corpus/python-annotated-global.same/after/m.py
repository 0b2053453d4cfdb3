count = 0


def bump():
    total: int = count + 1
    return total
