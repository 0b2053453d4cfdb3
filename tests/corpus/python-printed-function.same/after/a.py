def _sum():
    return 1


def show():
    return f"{_sum()}"
