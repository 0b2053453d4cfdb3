LINE_END = "\r\n"


def header(name, value):
    return name + ": " + value + LINE_END
