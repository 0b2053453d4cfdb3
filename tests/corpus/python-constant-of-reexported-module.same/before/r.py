import shop as s


class other:
    C = 1
