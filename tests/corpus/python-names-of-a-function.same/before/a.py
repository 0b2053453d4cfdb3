def _price(a):
    return a


def call(name, a):
    return name.__code__.replace(_price(a))
