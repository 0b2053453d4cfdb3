COUNT = 0


def helper():
    global COUNT
    COUNT += 1


def run(x):
    helper()
    return COUNT
