LINE_END = "\x0d\x0a"


def header(name, value):
    return name + ": " + value + LINE_END
