def sign(n, found):
    if n < 0:
        found.append(-1)
    elif n < 9:
        return 1
    return found
