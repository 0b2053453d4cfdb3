class A(object):
    pass
