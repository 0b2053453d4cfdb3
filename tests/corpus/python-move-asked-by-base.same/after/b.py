def g():
    return 2


def shout(line):
    return line.upper()
