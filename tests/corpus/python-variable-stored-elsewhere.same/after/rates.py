RATE = 1


def pair(change):
    done = change()
    return RATE, done
