COUNT = 0


def helper():
    global COUNT
    COUNT += 1
