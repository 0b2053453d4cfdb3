import plug


def start(n):
    return plug.boot("t" + n)
