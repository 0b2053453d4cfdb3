def _value(a):
    return a


def call(name, a):
    return name.__code__.replace(_value(a))
