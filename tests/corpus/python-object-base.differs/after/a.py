from own import object


class A:
    pass
