count = 0


def bump():
    global count
    count: int = count + 1
