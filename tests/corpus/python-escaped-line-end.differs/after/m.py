LINE_END = "\n"


def header(name, value):
    return name + ": " + value + LINE_END
