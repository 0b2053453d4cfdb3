def len(p):
    return p


def run(p):
    return len(p) + len([])
