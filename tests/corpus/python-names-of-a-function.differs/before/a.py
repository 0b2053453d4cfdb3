def _price(a):
    return a


def call(name, a):
    return call.__globals__[name](_price(a))
