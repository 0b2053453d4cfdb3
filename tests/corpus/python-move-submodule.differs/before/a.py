import pack.one
import pack.two


def f():
    return pack.one.x + pack.two.y
