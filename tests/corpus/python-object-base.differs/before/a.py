from own import object


class A(object):
    pass
