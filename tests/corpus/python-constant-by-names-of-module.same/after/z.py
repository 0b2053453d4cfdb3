import shop


def show():
    return sorted(vars(shop))
