from a import f, g


def main():
    return f(1) + g(2)
